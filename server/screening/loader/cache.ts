import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ALGORITHM_VERSION } from '../../names/version.ts';
import type { IndexData } from '../index/data.ts';
import type { Topic } from '../types.ts';
import { readArrays, writeArrays } from './array-file.ts';
import type { BuiltLists } from './build.ts';
import type { PlaceTable } from './places.ts';

/** Increases with every change of what is stored next to the index. */
const CACHE_FORMAT = 5;

/**
 * Returns the two files of a cache, the index and the owners of its names, identified by their `source`: these versions, compared by this algorithm.
 */
function cacheFiles(folder: string, versionIds: readonly string[]) {
  const held = JSON.stringify([CACHE_FORMAT, ALGORITHM_VERSION, versionIds]);
  const source = createHash('sha256').update(held).digest('hex');
  const path = join(folder, source.slice(0, 16));
  return { index: `${path}.index`, places: `${path}.places`, source };
}

/** Returns what was built from these same versions before. Null if it is missing, damaged, or from another program version. */
export function readCache(folder: string, versionIds: readonly string[]): BuiltLists | null {
  const files = cacheFiles(folder, versionIds);
  const kept = readArrays(files.places);
  if (!kept) return null;
  const index = readIndex(files.index, files.source);
  return index && { index, places: kept.arrays as unknown as PlaceTable, topics: kept.facts as Topic[][] };
}

/** Writes an index as a file. `source` states what it was built from. */
export function writeIndex(path: string, { algorithmVersion, size, ...arrays }: IndexData, source: string): void {
  writeArrays(path, { algorithmVersion, size, source }, arrays);
}

/** Reads an index that this version of the matcher wrote for the same `source`. Returns null if there is none, or if it was altered. */
export function readIndex(path: string, source: string): IndexData | null {
  const read = readArrays(path);
  if (!read) return null;
  const { source: made, ...facts } = read.facts as Pick<IndexData, 'algorithmVersion' | 'size'> & { source: string };
  if (made !== source || facts.algorithmVersion !== ALGORITHM_VERSION) return null;
  return { ...facts, ...read.arrays } as IndexData;
}

/** Stores what was built for the next start, and removes what was stored for other versions. Creates the folder. */
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
