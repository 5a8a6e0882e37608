import { Kernel, type Scratch } from '../../runtime/kernel.ts';

export const KERNEL = new Kernel('zone');

export type ZoneScratch = Scratch<'zone'>;

/** What `work` gives; what it took in the kernel's memory is forgotten. */
export function passing<T>(scratch: ZoneScratch, work: () => T): T {
  const before = scratch.take(0);
  const result = work();
  scratch.release(before);
  return result;
}
