import { Kernel } from '../runtime/kernel.ts';

/** The functions of `models/kernels/assembly/kernel-face.ts`; each is described there. */
export interface FaceFunctions {
  halve(from: number, width: number, rows: number, to: number): void;
  setPicture(at: number, stride: number, width: number, height: number): void;
  setForm(lessRed: number, lessGreen: number, lessBlue: number, gain: number, blueFirst: boolean): void;
  warpRow(to: number, count: number, x: number, y: number, acrossX: number, acrossY: number): void;
}

export const KERNEL = new Kernel<FaceFunctions>('face');
