import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ALONE } from './alone.ts';
import { isWholeRun } from './support/long.ts';

const OWN_PROCESS = ['test/golden/**/*.test.ts', 'test/e2e/**/*.test.ts', ...Object.keys(ALONE)];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Node itself loads the product and its tests, as it does in use, and keeps what it compiled; vite loads the pages alone, whose form Node does not know. */
const BY_NODE = new RegExp(
  `^${ROOT.replaceAll(/[^\w/]/g, '\\$&')}(?!renderer/|test/unit/renderer/|test/support/console-globals)`,
);

/** After this, what a test waits for never comes. It says nothing of how fast anything is: a busy machine takes many times as long as a quiet one. */
const HANG_MS = (isWholeRun() ? 20 : 5) * 60_000;

/** Files that take minutes of the whole run: they begin before the others, so that none of them goes on alone at the end of its group. */
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

/** Two cores: two forked processes at most, since the engines are threads of their own. */
export default defineConfig({
  test: {
    root: ROOT,
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 2,
    // Tests make much that is soon garbage: it is looked for a third as often.
    execArgv: ['--max-semi-space-size=48'],
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    // Vitest's is one second. Below the test's, so that the wait that never ends is named.
    expect: { poll: { timeout: 0.8 * HANG_MS } },
    passWithNoTests: false,
    ...(isWholeRun() && { sequence: { sequencer: LongestFirst } }),
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
