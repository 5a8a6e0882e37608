import Database from 'better-sqlite3';
import { collectGarbage } from '../models/runtime/garbage.ts';

/** How often to check whether the process is idle. */
const LOOK_MS = 10_000;
/** A process that uses no more than this share of the time counts as idle. Without any work it uses one hundredth. */
const RESTING_SHARE = 0.05;
/** After less work than this, such as a single request, there is nothing worth giving back. */
const WORKED_MS_MIN = 500;

interface Looking {
  /** Returns the processor time that the process has used so far, in ms; `passed` returns the time that has passed. */
  used(): number;
  passed(): number;
  giveBack(): void;
}

/**
 * Returns a function to call every `LOOK_MS`: when the process is idle after work, it returns unused memory to the system. This thread must collect
 * garbage, as the others do automatically: pictures are in memory shared by threads, which is freed when the last thread has collected. Freed
 * memory is scattered among memory in use, and glibc automatically returns only the end of the heap: after 36 hostile files 1.1 GiB stayed, of
 * which 0.6 GiB were in use.
 */
export function createGiver({ used, passed, giveBack }: Looking = REAL): () => void {
  let given = 0;
  let last = { used: used(), passed: passed() };
  return () => {
    const now = { used: used(), passed: passed() };
    const rests = now.used - last.used <= RESTING_SHARE * (now.passed - last.passed);
    last = now;
    if (!rests || now.used - given < WORKED_MS_MIN) return;
    giveBack();
    given = used();
  };
}

/** Checks from now on, for as long as the process lives. */
export function giveBackAtRest(): void {
  setInterval(createGiver(), LOOK_MS).unref();
}

/** Frees this thread's garbage and returns the free pages of all threads. */
export function giveBackSpare(): void {
  collectGarbage();
  giveBackFreePages();
}

/**
 * Makes glibc return free pages to the system, 30 ms for 400 MiB; does nothing under another allocator. Node cannot call functions of the system's
 * library, but SQLite can: it takes `malloc_trim` for the entry point of an extension, and its result 1 for a failure. The address that it passes
 * is taken as the number of bytes to leave at the end of the heap, which therefore stay.
 */
function giveBackFreePages(): void {
  if (process.platform !== 'linux') return;
  // Its types lack the documented second argument.
  const db = new Database(':memory:') as Database.Database & { loadExtension(path: string, entryPoint: string): void };
  try {
    db.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // Expected, as described above, or there is no glibc.
  } finally {
    db.close();
  }
}

const REAL: Looking = {
  used: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  passed: () => performance.now(),
  giveBack: giveBackSpare,
};
