import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isWholeRun, sampleOf } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import type { Kind } from './ended/kinds.ts';

/**
 * Threads that are ended while they load and call addons, as an import that is cancelled, a call that takes too long or a stop does, and processes
 * that exit meanwhile: an ending may take the whole process with it, so they have processes of their own.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ALL: readonly Kind[] = [
  'lists',
  'register',
  'backup',
  'report',
  'train',
  'image',
  'pdf',
  'barcode',
  'mrz',
  'text',
  'face',
];

/** The training of the zone reader takes seconds to begin, and is no part of the product. */
const OWN = ALL.filter((kind) => kind !== 'train');

const seed = testSeed();
const random = seededRandom(seed);
/** 2,002 endings, 77 of them of whole processes; or five, and one. */
const [kinds, runs, endings] = isWholeRun() ? [ALL, 7, 26] : [sampleOf('kinds of threads', OWN, 1), 1, 6];
console.log(`ended threads: seed ${seed} (CUSTOS_TEST_SEED), ${kinds.join(', ')}`);

test.each(kinds)('no thread of the kind "%s" that is ended takes the process with it', { timeout: 600_000 }, (kind) => {
  for (let run = 0; run < runs; run++) {
    const from = Math.floor(random() * 1_000_000);
    const args = ['test/fault/ended/endings.ts', kind, String(from), String(from + endings)];
    const env = { ...process.env, NODE_OPTIONS: `--import=${new URL('ended/note-loads.ts', import.meta.url)}` };
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
    const last = Number(stdout.trim().split('\n').at(-1));
    expect([status, signal, last - from], `ending ${last}: ${stderr}`).toEqual([0, null, endings - 1]);
  }
});
