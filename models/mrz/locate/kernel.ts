import { Kernel } from '../../runtime/kernel.ts';

/** The functions of `models/kernels/assembly/kernel-zone.ts`; each is described there. Places and counts are whole numbers. */
interface ZoneFunctions {
  toGrey(from: number, count: number, to: number): void;
}

export const KERNEL = new Kernel<ZoneFunctions>('zone');
