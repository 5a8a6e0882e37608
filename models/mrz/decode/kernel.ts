import { Kernel } from '../../runtime/kernel.ts';

/** The functions of `models/kernels/assembly/kernel-decode.ts`; each is described there. Places and counts are whole numbers. */
export interface DecodeFunctions {
  takeWindow(from: number, stride: number, spreadMin: number, to: number): void;
  chainPlaces(scores: number, earns: number, row: number, pitch: number, length: number, steps: number): void;
}

export const KERNEL = new Kernel<DecodeFunctions>('decode');
