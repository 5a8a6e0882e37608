import { Kernel, type Scratch } from '../../runtime/kernel.ts';

export const KERNEL = new Kernel('mrz');

export type MrzScratch = Scratch<'mrz'>;

/** Returns the result of `work`; frees what it took of the kernel's memory. */
export function passing<T>(scratch: MrzScratch, work: () => T): T {
  const before = scratch.take(0);
  const result = work();
  scratch.release(before);
  return result;
}
