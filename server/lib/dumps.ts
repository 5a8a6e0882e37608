import { writeFileSync } from 'node:fs';

/** Which parts of the memory the system writes into a core dump (core(5)); of Linux alone. */
const CORE_FILTER = '/proc/self/coredump_filter';
const NOTHING = '0';

/**
 * Keeps what people sent out of what a program may write about itself: core dumps (of Linux: none of its memory is in them), reports of Node, and the
 * debugger that a signal would start, which every user of the machine could then reach. Whoever may start this program can still say
 * otherwise, by options of Node.
 */
export function refuseDumps(): void {
  const { report } = process;
  report.reportOnFatalError = false;
  report.reportOnUncaughtException = false;
  report.reportOnSignal = false;
  // Node starts its debugger at SIGUSR1 unless somebody else listens.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => {});
  if (process.platform === 'linux') leaveMemoryOut();
}

function leaveMemoryOut(): void {
  try {
    writeFileSync(CORE_FILTER, NOTHING);
  } catch {
    // A system that hides it, such as some containers: its own limit of core dumps holds.
  }
}
