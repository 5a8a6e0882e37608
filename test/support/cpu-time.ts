/** Milliseconds of processor time that this thread uses for `work`. Unlike wall-clock time, it does not include other work of the machine. */
export function cpuMsOf(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
