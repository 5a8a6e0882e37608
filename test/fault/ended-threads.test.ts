import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isWholeRun, sampleOf } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import type { Kind } from './ended/kinds.ts';

/**
 * Ends threads while they load and call addons, as a cancelled import, a call that takes too long or a stop does. Also
 * exits processes in that state. Such an ending may kill the whole process, so each runs in its own process.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ALL: readonly Kind[] = [
  'lists',
  'register',
  'backup',
  'report',
  'image',
  'pdf',
  'barcode',
  'mrz',
  'text',
  'secondText',
  'face',
];

const seed = testSeed();
const random = seededRandom(seed);
/** 858 endings, 33 of them of whole processes; otherwise two, and one. */
const [kinds, runs, endings] = isWholeRun() ? [ALL, 3, 26] : [sampleOf('kinds of threads', ALL, 1), 1, 3];
console.log(`ended threads: seed ${seed} (CUSTOS_TEST_SEED), ${kinds.join(', ')}`);

const cases = kinds.map((kind) => ({
  kind,
  from: Array.from({ length: runs }, () => Math.floor(random() * 1_000_000)),
}));

test.each(cases)(
  'no thread of the kind "$kind" that is ended takes the process with it',
  {
    // Each of these processes uses one core most of the time.
    concurrent: true,
  },
  async ({ kind, from }) => {
    for (const first of from) {
      const { failed, stdout, stderr } = await endThreads(kind, first);
      const last = Number(stdout.trim().split('\n').at(-1));
      expect([failed, last - first], `ending ${last}: ${stderr}`).toEqual([null, endings - 1]);
    }
  },
);

/** Ends `endings` threads, numbered from `from`, in a process of their own. */
function endThreads(kind: Kind, from: number): Promise<{ failed: Error | null; stdout: string; stderr: string }> {
  const args = ['test/fault/ended/endings.ts', kind, String(from), String(from + endings)];
  const env = { ...process.env, NODE_OPTIONS: `--import=${new URL('ended/note-loads.ts', import.meta.url)}` };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (failed, stdout, stderr) =>
      resolve({ failed, stdout, stderr }),
    );
  });
}
