import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ALONE } from './alone.ts';

const OWN_PROCESS = ['test/golden/**/*.test.ts', 'test/e2e/**/*.test.ts', ...Object.keys(ALONE)];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Node itself loads the product and its tests, as it does in use, and keeps what it compiled; vite loads the pages alone, whose form Node does not know. */
const BY_NODE = new RegExp(
  `^${ROOT.replaceAll(/[^\w/]/g, '\\$&')}(?!renderer/|test/unit/renderer/|test/support/console-globals)`,
);

/** Two cores: two forked processes at most, since the engines are threads of their own. */
export default defineConfig({
  test: {
    root: ROOT,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is polled for comes when the machine has time for it, and the test's own time is the bound for what never comes. Vitest's is one second.
    expect: { poll: { timeout: 240_000 } },
    passWithNoTests: false,
    server: { deps: { external: [BY_NODE] } },
    reporters: ['default', new URL('support/summary.ts', import.meta.url).pathname],
    projects: [
      {
        extends: true,
        // An `exclude` of its own would take the place of the command's.
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts', ...OWN_PROCESS.map((place) => `!${place}`)],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: OWN_PROCESS } },
    ],
  },
});
