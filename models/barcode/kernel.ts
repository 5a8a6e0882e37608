import { Kernel } from '../runtime/kernel.ts';

export const KERNEL = new Kernel('barcode');
