import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ALONE } from './alone.ts';
import { isWholeRun } from './support/long.ts';

const OWN_PROCESS = ['test/golden/**/*.test.ts', 'test/e2e/**/*.test.ts', ...Object.keys(ALONE)];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/**
 * Node itself loads the product and its tests, as in production, and caches what it compiles. Vite loads only the
 * pages, whose syntax Node does not know.
 */
const BY_NODE = new RegExp(
  `^${ROOT.replaceAll(/[^\w/]/g, '\\$&')}(?!renderer/|test/unit/renderer/|test/support/console-globals)`,
);

/** After this time a test assumes that it waits forever. This is no speed limit: a busy machine takes many times as long as a quiet one. */
const HANG_MS = (isWholeRun() ? 20 : 5) * 60_000;

/** Files that take minutes in the whole run. They start first, so that none of them runs alone at the end of its group. */
const LONGEST = [
  'test/fault/ended-threads.test.ts',
  'test/fault/engine-failures.test.ts',
  'test/e2e/console-queue.test.ts',
  'test/fuzz/forms.test.ts',
  'test/fuzz/clients.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): number => Number(!LONGEST.includes(relative(ROOT, moduleId)));
    return (await super.sort(files)).toSorted((a, b) => isShort(a) - isShort(b));
  }
}

/** For two cores: two forked processes at most, since the engines run in their own threads. */
export default defineConfig({
  test: {
    root: ROOT,
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 2,
    // Tests make a lot of short-lived garbage: with this setting, collections are a third as frequent.
    execArgv: ['--max-semi-space-size=48'],
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    // Vitest's default is one second. This is below the test's timeout, so that the failure names the endless wait.
    expect: { poll: { timeout: 0.8 * HANG_MS } },
    passWithNoTests: false,
    ...(isWholeRun() && { sequence: { sequencer: LongestFirst } }),
    server: { deps: { external: [BY_NODE] } },
    reporters: ['default', new URL('support/summary.ts', import.meta.url).pathname],
    projects: [
      {
        extends: true,
        // An `exclude` of its own would replace the one of the command line.
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
