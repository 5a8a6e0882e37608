import { Kernel } from '../runtime/kernel.ts';

/** The functions of `models/kernels/assembly/kernel-barcode.ts`; each is described there. Places and counts are whole numbers. */
export interface BarcodeFunctions {
  toReadersGrey(from: number, count: number, to: number): void;
  shrinkByThree(from: number, width: number, height: number, to: number): void;
  blockThresholds(grey: number, width: number, height: number, to: number): void;
  smoothThresholds(from: number, columns: number, rows: number, to: number, sums: number): void;
  toBits(
    grey: number,
    width: number,
    height: number,
    thresholds: number,
    bits: number,
    stride: number,
    line: number,
  ): void;
  seekFinders(
    bits: number,
    stride: number,
    width: number,
    height: number,
    work: number,
    to: number,
    most: number,
  ): number;
  seekLegs(
    bits: number,
    stride: number,
    width: number,
    height: number,
    past: number,
    work: number,
    to: number,
    most: number,
  ): number;
  shrinkGrey(
    from: number,
    width: number,
    height: number,
    to: number,
    columns: number,
    rows: number,
    work: number,
  ): void;
  edgeStrengths(grey: number, width: number, height: number, to: number): void;
  seekBars(grey: number, width: number, height: number, work: number): number;
}

export const KERNEL = new Kernel<BarcodeFunctions>('barcode');
