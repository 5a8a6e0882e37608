/** Milliseconds of processor time that this thread takes for `work`: other work of the machine makes it no longer, unlike the clock on the wall. */
export function cpuMsOf(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
