import { Kernel, type Scratch } from '../../runtime/kernel.ts';

export const KERNEL = new Kernel('mrz');

export type MrzScratch = Scratch<'mrz'>;

/** What `work` gives; what it took in the kernel's memory is forgotten. */
export function passing<T>(scratch: MrzScratch, work: () => T): T {
  const before = scratch.take(0);
  const result = work();
  scratch.release(before);
  return result;
}
