import { isMarkedAsUntransferable } from 'node:worker_threads';
import { openReadOnly } from '../../db/open.ts';
import { answerInThread } from '../../lib/ask-thread.ts';
import { atEnd } from '../../lib/at-end.ts';
import { type BuiltLists, buildLists } from './build.ts';
import { readCache, writeCache } from './cache.ts';

/** The request to the thread. */
export interface BuildOrder {
  databasePath: string;
  cacheFolder: string;
  versionIds: string[];
}

/** Its one answer. */
export interface BuildAnswer {
  built: BuiltLists;
  fromCache: boolean;
  /** Whether the result could be stored for the next start. */
  kept: boolean;
}

function answer(order: BuildOrder): BuildAnswer {
  const cached = readCache(order.cacheFolder, order.versionIds);
  if (cached) return { built: cached, fromCache: true, kept: true };
  const db = openReadOnly(order.databasePath);
  using _db = atEnd(() => db.close());
  const built = buildLists(db, order.versionIds);
  return { built, fromCache: false, kept: keep(order, built) };
}

/** A full disk does not stop searching. */
function keep(order: BuildOrder, built: BuiltLists): boolean {
  try {
    writeCache(order.cacheFolder, order.versionIds, built);
    return true;
  } catch {
    return false;
  }
}

/** Returns the memory of every typed array, to be moved instead of copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // A small file shares its memory with others, so it can only be copied.
    if (value.buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(value.buffer)) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) buffersOf(item, found);
  }
  return found;
}

await answerInThread(answer, ({ built }) => [...buffersOf(built)]);
