import { Kernel, type Scratch } from '../runtime/kernel.ts';

/**
 * The functions of `models/kernels/assembly/kernel-text.ts`; each is described there. Places, counts and pixels are whole numbers, and what is true or
 * false there is 1 or 0.
 */
interface TextFunctions {
  toLinearGrey(from: number, count: number, to: number, tables: number): void;
  inkWorkBytes(width: number): number;
  markInk(grey: number, width: number, height: number, pale: number, ink: number, work: number): void;
  toBits(ink: number, width: number, height: number, all: number, bits: number): number;
  findMarks(bits: number, width: number, height: number, runs: number, rows: number, marks: number): number;
  pickMarks(
    pieces: number,
    count: number,
    bits: number,
    width: number,
    runs: number,
    rows: number,
    marks: number,
    total: number,
    taken: number,
    picked: number,
  ): number;
  feetWorkBytes(count: number, height: number): number;
  sumFeet(
    x: number,
    y: number,
    count: number,
    height: number,
    fan: number,
    slopes: number,
    slopeCount: number,
    sums: number,
    work: number,
  ): void;
  sampleRow(
    source: number,
    width: number,
    height: number,
    x: number,
    y: number,
    stepX: number,
    stepY: number,
    to: number,
    count: number,
  ): void;
  squaresBytes(width: number, height: number): number;
  groundWorkBytes(width: number): number;
  cutPart(
    grey: number,
    width: number,
    height: number,
    squares: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    spans: number,
    count: number,
    keep: number,
    work: number,
    out: number,
  ): void;
}

export const KERNEL = new Kernel<TextFunctions>('text');
export type TextScratch = Scratch<TextFunctions>;
