import { parentPort, workerData } from 'node:worker_threads';
import { readName } from '../../../server/names/prepare.ts';
import { readIndex } from '../../../server/screening/loader/cache.ts';
import type { NoisyQuery } from './queries.ts';
import { ReferenceScan } from './reference.ts';

export interface ReferenceJob {
  path: string;
  source: string;
  /** The queries of this worker, with their positions among all. */
  queries: { at: number; query: NoisyQuery }[];
  minutes: number;
  scoreMin: number;
  limit: number;
}

export interface ReferenceAnswer {
  at: number;
  hits: { place: number; score: number }[];
  ms: number;
}

const { path, source, queries, minutes, scoreMin, limit } = workerData as ReferenceJob;
const read = readIndex(path, source);
if (!read) throw new Error('the index is not there, or damaged');
const scan = new ReferenceScan(read);
const endMs = performance.now() + minutes * 60_000;
const answers: ReferenceAnswer[] = [];
for (const { at, query } of queries) {
  const startMs = performance.now();
  if (startMs > endMs) break;
  const hits = scan.find(readName(query.name, query.subject), scoreMin, limit);
  answers.push({ at, hits, ms: performance.now() - startMs });
}
parentPort?.postMessage(answers);
