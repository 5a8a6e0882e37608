import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks per second in /proc/<pid>/stat: 100 on every Linux that runs Node. */
const TICKS_PER_SECOND = 100;

/** Processor seconds of a process so far, all threads, user and system; null if the system has no /proc. */
export function cpuSecondsOf(pid: number): number | null {
  const stat = readProc(pid, 'stat');
  if (stat === null) return null;
  // The program's name is in brackets and may contain blanks, so count from its end. Fields 14 and 15 of proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * CPU-ms of the threads of a process so far, to the microsecond, for work shorter than a clock tick (the kernel's
 * Documentation/scheduler/sched-stats.rst). Threads that have ended are not included. null if the system does not report it.
 */
export function cpuMsOf(pid: number): number | null {
  let totalNs = 0;
  for (const thread of threadsOf(pid)) totalNs += Number(readProc(pid, `task/${thread}/schedstat`)?.split(' ')[0] ?? 0);
  return totalNs === 0 ? null : totalNs / 1e6;
}

/** The threads of a process; none if the system has no /proc. */
export function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

export interface MemoryUse {
  /** MiB resident now, and the peak since the process began. */
  nowMib: number;
  peakMib: number;
}

/** Resident memory of a process, or null if the system has no /proc. */
export function memoryOf(pid: number): MemoryUse | null {
  const status = readProc(pid, 'status');
  if (status === null) return null;
  const mib = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { nowMib: mib('VmRSS'), peakMib: mib('VmHWM') };
}

/** Resets the peak of `memoryOf` if the system can (proc(5), `/proc/pid/clear_refs`). */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the peak is the one since the process began, which is not smaller.
  }
}

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
