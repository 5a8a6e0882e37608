import { Kernel, type Scratch } from '../runtime/kernel.ts';

export const KERNEL = new Kernel('text');
export type TextScratch = Scratch<'text'>;
