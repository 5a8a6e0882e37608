import { existsSync, type Stats } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '../lib/clock.ts';
import { AppError, ERROR_KINDS } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { Lists } from './lists.ts';

const ACTOR = 'inbox';
const DONE = 'done';
const FAILED = 'failed';
const PART = '.part';
/** A file system allows 255. A time, a number and an ending are added. */
const NAME_BYTES_MAX = 216;

/** A timer that can be stopped. The real one is `setInterval`. */
export type Every = (work: () => void, intervalMs: number) => { stop(): void };

export interface WatchFolder {
  /** Checks the folder once, and imports what is no longer changing. Resolves when that is done, and never rejects. */
  poll(): Promise<void>;
  /** Checks now, and then at each interval. */
  start(every: Every, intervalMs: number): void;
  /** Stops checking. A running import continues. */
  stop(): void;
}

export interface WatchDeps {
  folder: string;
  lists: Pick<Lists, 'importList' | 'importPack'>;
  /** Takes files of other kinds of lists. Returns false if these are not its own: then they are a watchlist. */
  otherLists: { take(paths: readonly string[], actor: string): Promise<boolean> };
  clock: Clock;
  log: Logger;
}

/**
 * Imports what is put into a folder: each file is a list or a pack (`.zip`), each subfolder holds the files of one list. Trust lists are only staged. A file that has the same
 * size and time in two checks counts as complete. It is then moved to `done/`, or to `failed/` with a text file that says why. A file that changes
 * during its import stays, and is imported again once it stops changing. If the process ends in between, the same file is imported again, which
 * changes nothing. After a fault of the appliance, which may be temporary, the file stays and is retried at increasing intervals. Names that begin
 * with a dot or end in `.part` are ignored, and so is a folder that holds one of the latter.
 */
export function watchFolder(deps: WatchDeps): WatchFolder {
  const { clock, folder, log } = deps;
  let seen = new Map<string, string>();
  /** For files that met a fault: the time of the next try, and the last delay. */
  let delays = new Map<string, { untilMs: number; delayMs: number }>();
  let failing = false;
  let polling: Promise<void> = Promise.resolve();
  let timer: { stop(): void } | null = null;
  const attempt = async (name: string, mark: string): Promise<void> => {
    try {
      await take(deps, name, mark);
      delays.delete(name);
    } catch (error) {
      log.error('lists.inbox_failed', {}, error);
      const delayMs = Math.min((delays.get(name)?.delayMs ?? LIMITS.inboxPollMs) * 2, LIMITS.inboxRetryMsMax);
      delays.set(name, { untilMs: clock.now() + delayMs, delayMs });
    }
  };
  const look = async (): Promise<void> => {
    const found = await marksOf(folder);
    const rested = [...found].filter(([name, mark]) => seen.get(name) === mark);
    seen = found;
    delays = new Map([...delays].filter(([name]) => found.has(name)));
    for (const [name, mark] of rested.sort()) {
      if ((delays.get(name)?.untilMs ?? 0) <= clock.now()) await attempt(name, mark);
    }
  };
  const poll = (): Promise<void> => {
    polling = polling.then(look).then(
      () => {
        failing = false;
      },
      (error) => {
        // The same message at every check would fill the log.
        if (!failing) log.error('lists.inbox_failed', {}, error);
        failing = true;
      },
    );
    return polling;
  };
  return {
    poll,
    start(every, intervalMs) {
      let busy = false;
      // A check that takes longer than the interval, because it imports, does not cause a queue of others.
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

/** Returns what shows, for each file and folder, whether it is still being written. */
async function marksOf(folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const marks = new Map<string, string>();
  for (const name of await readdir(folder)) {
    if (name === DONE || name === FAILED || name.startsWith('.') || name.endsWith(PART)) continue;
    const mark = await markOf(join(folder, name));
    if (mark !== null) marks.set(name, mark);
  }
  return marks;
}

/** Returns null for what is neither a file nor a folder, for an empty folder, and for one into which something is being copied. */
async function markOf(path: string): Promise<string | null> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) return stats?.isFile() ? fileMark(stats) : null;
  const files = await filesIn(path).catch(() => []);
  if (files.length === 0 || files.some((file) => file.endsWith(PART))) return null;
  const marks = files.map(async (file) => {
    const found = await stat(file).catch(() => null);
    return `${file}:${found ? fileMark(found) : 'gone'}`;
  });
  return (await Promise.all(marks)).join('\n');
}

const fileMark = ({ size, mtimeMs, ino }: Stats): string => `${size}:${mtimeMs}:${ino}`;

async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}

/** Imports the file or folder with this mark, and moves it away if its mark is unchanged. Throws temporary faults. */
async function take(deps: WatchDeps, name: string, mark: string): Promise<void> {
  const { folder, clock, log } = deps;
  const path = join(folder, name);
  const refusal = await refusalOf(() => importFrom(deps, path));
  // What was copied over it meanwhile has not been imported, or not completely.
  if ((await markOf(path)) !== mark) return;
  if (refusal === null) {
    await moveTo(folder, DONE, name, clock);
    log.info('lists.inbox_imported', {});
    return;
  }
  log.warn('lists.inbox_refused', { code: refusal.details.items?.[0]?.code ?? refusal.code });
  const moved = await moveTo(folder, FAILED, name, clock);
  await writeFile(reasonBeside(moved), `${refusal.message}\n`, { flag: 'wx' });
}

async function importFrom({ lists, otherLists }: WatchDeps, path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  if (!isFolder && isPack(path)) {
    await lists.importPack(path, {}, ACTOR);
    return;
  }
  const paths = isFolder ? await filesIn(path) : [path];
  if (!(await otherLists.take(paths, ACTOR))) await lists.importList({ paths }, ACTOR);
}

/** Returns why the file can never be imported as it is, or null if it was imported. Throws every other failure. */
async function refusalOf(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && !ERROR_KINDS[error.code].retryable) return error;
    throw error;
  }
}

/** A pack is recognised by its name. Its signature protects its contents. */
export function isPack(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

/** Never overwrites an existing file. Returns the new path. */
async function moveTo(folder: string, place: string, name: string, clock: Clock): Promise<string> {
  await mkdir(join(folder, place), { recursive: true });
  const target = freePath(join(folder, place), shortened(name), clock);
  await rename(join(folder, name), target);
  return target;
}

function freePath(folder: string, name: string, clock: Clock): string {
  const time = isoTime(clock.now()).replace(/[:.]/g, '-');
  for (let nth = 0; ; nth++) {
    const path = join(folder, nth === 0 ? name : `${time}${nth === 1 ? '' : ` ${nth}`} ${name}`);
    if (!existsSync(path) && !existsSync(reasonBeside(path))) return path;
  }
}

const reasonBeside = (path: string): string => `${path}.txt`;

/** Returns the end of a name that is too long to have a time before it. */
function shortened(name: string): string {
  let characters = [...name];
  while (Buffer.byteLength(characters.join('')) > NAME_BYTES_MAX) characters = characters.slice(1);
  return characters.join('');
}
