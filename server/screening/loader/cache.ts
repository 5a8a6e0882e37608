import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIndex, writeIndex } from '../index/file.ts';
import { ALGORITHM_VERSION } from '../names/version.ts';
import type { Topic } from '../types.ts';
import { readArrays, writeArrays } from './array-file.ts';
import type { BuiltLists } from './build.ts';
import type { PlaceTable } from './places.ts';

/** Counts up with every change of what is kept beside the index. */
const CACHE_FORMAT = 4;

/** The two files of a cache: the index, and whose names it holds. */
interface CacheFiles {
  index: string;
  places: string;
  /** What both were made of. */
  source: string;
}

/** Named by what they hold: these versions, compared by this algorithm. */
function cacheFiles(folder: string, versionIds: readonly string[]): CacheFiles {
  const held = JSON.stringify([CACHE_FORMAT, ALGORITHM_VERSION, versionIds]);
  const source = createHash('sha256').update(held).digest('hex');
  const path = join(folder, source.slice(0, 16));
  return { index: `${path}.index`, places: `${path}.places`, source };
}

/** What was built of these very versions before; null where it is not there, damaged, or of another program. */
export function readCache(folder: string, versionIds: readonly string[]): BuiltLists | null {
  const files = cacheFiles(folder, versionIds);
  const kept = readArrays(files.places);
  if (!kept) return null;
  const index = readIndex(files.index, files.source);
  if ('refused' in index) return null;
  return { index: index.data, places: kept.arrays as unknown as PlaceTable, topics: kept.facts as Topic[][] };
}

/** Keeps what was built for the next start, and removes what was kept of other versions. Makes the folder. */
export function writeCache(folder: string, versionIds: readonly string[], built: BuiltLists): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = cacheFiles(folder, versionIds);
  writeIndex(files.index, built.index, files.source);
  writeArrays(files.places, built.topics, { ...built.places });
  const kept = new Set([files.index, files.places]);
  for (const name of readdirSync(folder)) {
    if (!kept.has(join(folder, name))) rmSync(join(folder, name), { force: true });
  }
}
