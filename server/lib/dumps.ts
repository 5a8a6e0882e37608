import { writeFileSync } from 'node:fs';

/** Which parts of memory the system writes into a core dump (core(5)); Linux only. */
const CORE_FILTER = '/proc/self/coredump_filter';
const NOTHING = '0';

/**
 * Keeps submitted data out of everything that a program may write about itself: core dumps (on Linux they contain none
 * of its memory), Node's reports, and the debugger that a signal would start and every user of the machine could reach.
 * The person who starts this program can still override that with Node options.
 */
export function refuseDumps(): void {
  const { report } = process;
  report.reportOnFatalError = false;
  report.reportOnUncaughtException = false;
  report.reportOnSignal = false;
  // Node starts its debugger at SIGUSR1 unless there is another listener.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => {});
  if (process.platform === 'linux') leaveMemoryOut();
}

function leaveMemoryOut(): void {
  try {
    writeFileSync(CORE_FILTER, NOTHING);
  } catch {
    // Some systems hide the file, such as some containers: their own limit of core dumps applies.
  }
}
