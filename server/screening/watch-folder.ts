import { existsSync, type Stats } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { Lists } from './lists.ts';

const ACTOR = 'inbox';
const DONE = 'done';
const FAILED = 'failed';

/** A timer that can be ended; the real one is `setInterval`. */
export type Every = (work: () => void, intervalMs: number) => { stop(): void };

export interface WatchFolder {
  /** Looks at the folder once, and imports what has come to rest. Resolves when that is done; never rejects. */
  poll(): Promise<void>;
  /** Looks now, and then again and again. */
  start(every: Every, intervalMs: number): void;
  /** Looks no more. An import under way goes on. */
  stop(): void;
}

/**
 * Imports what is put into a folder: each file is a list or a pack (`.zip`), each folder in it holds the files of one list.
 * What has kept its size and time from one look to the next is taken as whole. Afterwards it lies in `done/`, or in
 * `failed/` beside a text that says why. Where the process ends in between, the same is imported again, which changes
 * nothing. Names that begin with a dot or end in `.part` are left alone.
 */
export function watchFolder(deps: { folder: string; lists: Lists; clock: Clock; log: Logger }): WatchFolder {
  let seen = new Map<string, string>();
  let polling: Promise<void> = Promise.resolve();
  let timer: { stop(): void } | null = null;
  const look = async (): Promise<void> => {
    const found = await marksOf(deps.folder);
    const rested = [...found].filter(([name, mark]) => seen.get(name) === mark).map(([name]) => name);
    seen = found;
    for (const name of rested.sort()) await take(deps, name);
  };
  const poll = (): Promise<void> => {
    polling = polling.then(look).catch((error) => deps.log.error('lists.inbox_failed', {}, error));
    return polling;
  };
  return {
    poll,
    start(every, intervalMs) {
      let busy = false;
      // A look that takes longer than the interval, since it imports, is not followed by a queue of others.
      const pollOnce = async (): Promise<void> => {
        if (busy) return;
        busy = true;
        await poll();
        busy = false;
      };
      timer = every(() => void pollOnce(), intervalMs);
      void pollOnce();
    },
    stop: () => timer?.stop(),
  };
}

/** What tells of each file and folder whether it is still being written. */
async function marksOf(folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const marks = new Map<string, string>();
  for (const name of await readdir(folder)) {
    if (name === DONE || name === FAILED || name.startsWith('.') || name.endsWith('.part')) continue;
    const mark = await markOf(join(folder, name));
    if (mark !== null) marks.set(name, mark);
  }
  return marks;
}

/** Null for what is neither a file nor a folder, and for an empty folder. */
async function markOf(path: string): Promise<string | null> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) return stats?.isFile() ? fileMark(stats) : null;
  const marks = await Promise.all(
    (await filesIn(path)).map(async (file) => {
      const found = await stat(file).catch(() => null);
      return `${file}:${found ? fileMark(found) : 'gone'}`;
    }),
  );
  return marks.length > 0 ? marks.join('\n') : null;
}

const fileMark = ({ size, mtimeMs, ino }: Stats): string => `${size}:${mtimeMs}:${ino}`;

async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}

async function take(
  { folder, lists, clock, log }: { folder: string; lists: Lists; clock: Clock; log: Logger },
  name: string,
): Promise<void> {
  const path = join(folder, name);
  try {
    const isFolder = (await stat(path)).isDirectory();
    if (!isFolder && isPack(name)) await lists.importPack(path, {}, ACTOR);
    else await lists.importList({ paths: isFolder ? await filesIn(path) : [path] }, ACTOR);
    await moveTo(folder, DONE, name, clock);
    log.info('lists.inbox_imported', {});
  } catch (error) {
    // A fault of the appliance itself may pass: what was put there is tried again.
    if (!(error instanceof AppError)) throw error;
    log.warn('lists.inbox_refused', { code: error.details.items?.[0]?.code ?? error.code });
    const moved = await moveTo(folder, FAILED, name, clock);
    await writeFile(`${moved}.txt`, `${error.message}\n`);
  }
}

/** A pack is told by its name; what is in it is told by its signature. */
export function isPack(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

/** Never over what lies there already. Gives the new path. */
async function moveTo(folder: string, place: string, name: string, clock: Clock): Promise<string> {
  await mkdir(join(folder, place), { recursive: true });
  const plain = join(folder, place, name);
  const target = existsSync(plain)
    ? join(folder, place, `${isoTime(clock.now()).replace(/[:.]/g, '-')} ${name}`)
    : plain;
  await rename(join(folder, name), target);
  return target;
}
