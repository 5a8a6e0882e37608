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
/** A file system takes 255; a time, a number and an ending are added. */
const NAME_BYTES_MAX = 216;

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

export interface WatchDeps {
  folder: string;
  lists: Pick<Lists, 'importList' | 'importPack'>;
  clock: Clock;
  log: Logger;
}

/**
 * Imports what is put into a folder: each file is a list or a pack (`.zip`), each folder in it holds the files of one list.
 * What has kept its size and time from one look to the next is taken as whole. Afterwards it lies in `done/`, or in
 * `failed/` beside a text that says why. What changes while it is imported stays, and is taken again when it has come to
 * rest. Where the process ends in between, the same is imported again, which changes nothing. A fault of the appliance,
 * which may pass, leaves it where it is, to be tried again later and later. Names that begin with a dot or end in `.part` are left alone,
 * and so is a folder that holds one of the latter.
 */
export function watchFolder(deps: WatchDeps): WatchFolder {
  const { clock, folder, log } = deps;
  let seen = new Map<string, string>();
  /** Of what met a fault: when it is tried again, and how long that was waited for. */
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
        // The same again at every look would fill the log.
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
    if (name === DONE || name === FAILED || name.startsWith('.') || name.endsWith(PART)) continue;
    const mark = await markOf(join(folder, name));
    if (mark !== null) marks.set(name, mark);
  }
  return marks;
}

/** Null for what is neither a file nor a folder, for an empty folder, and for one into which something is copied. */
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

/** Imports what has this mark, and puts it aside where it still has it then. Throws what may pass. */
async function take(deps: WatchDeps, name: string, mark: string): Promise<void> {
  const { folder, clock, log } = deps;
  const path = join(folder, name);
  const refusal = await refusalOf(() => importFrom(deps, path));
  // What was copied over it meanwhile has not been imported, or not as a whole.
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

async function importFrom({ lists }: WatchDeps, path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  if (!isFolder && isPack(path)) await lists.importPack(path, {}, ACTOR);
  else await lists.importList({ paths: isFolder ? await filesIn(path) : [path] }, ACTOR);
}

/** Why what was put there can never be imported as it is; null where it was imported. Throws every other failure. */
async function refusalOf(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && !ERROR_KINDS[error.code].retryable) return error;
    throw error;
  }
}

/** A pack is told by its name; what is in it is told by its signature. */
export function isPack(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

/** Never over what lies there already. Gives the new path. */
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

/** The end of a name that is so long that no time could stand before it. */
function shortened(name: string): string {
  let characters = [...name];
  while (Buffer.byteLength(characters.join('')) > NAME_BYTES_MAX) characters = characters.slice(1);
  return characters.join('');
}
