import { defineConfig } from 'vitest/config';

/** Two cores: two forked processes at most, since the engines are threads of their own. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    reporters: ['default', new URL('support/summary.ts', import.meta.url).pathname],
  },
});
