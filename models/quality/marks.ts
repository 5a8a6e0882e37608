import type { InkMask, Span } from './ink.ts';
import { type Plane, putPlane } from './plane.ts';
import { KERNEL } from './text-kernel.ts';

/** Connected pixels of ink: a letter, a part of one, a line, a speck. */
export interface Mark extends Span {
  area: number;
}

/** Bytes of a run of ink, of a mark in a kernel's memory, and of 64 pixels' bits there. */
const RUN_BYTES = 8;
const MARK_BYTES = 20;
/** The numbers of a mark: left, right, top, bottom and area. */
const NUMBERS = 5;
const WORD = { pixels: 64, bytes: 8 };

/** Returns the connected marks of a mask's clear ink (eight neighbours), in reading order of their first pixel. At most 65,535 pixels wide. */
export function findMarks({ width, height, ink }: InkMask): Mark[] {
  using scratch = KERNEL.borrow();
  return findPlaneMarks(putPlane(scratch, { width, height, values: ink }));
}

/** Does the work of `findMarks` on a mask in a kernel's memory. */
export function findPlaneMarks(mask: Plane): Mark[] {
  const { at, count, bits } = joinRuns(mask, false);
  const marks = takeMarks(mask, at, count);
  mask.scratch.release(bits);
  return marks;
}

/** Returns the marks that clear and pale ink form together, only those with clear ink in them, each once. `pieces` are the marks of the clear ink. */
export function findMarksOver(mask: Plane, pieces: readonly Mark[]): Mark[] {
  const { scratch, width } = mask;
  const { bits } = putBits(mask, false);
  const parts = putMarks(mask, pieces);
  const { at, count, runs, rows } = joinRuns(mask, true);
  const taken = scratch.take(count);
  const picked = scratch.take(MARK_BYTES * count);
  const found = scratch.run.pickMarks(parts, pieces.length, bits, width, runs, rows, at, count, taken, picked);
  const marks = takeMarks(mask, picked, found);
  scratch.release(bits);
  return marks;
}

export const markWidth = ({ left, right }: Span): number => right - left + 1;
export const markHeight = ({ top, bottom }: Span): number => bottom - top + 1;

/** Writes a bit for each pixel of ink, and counts the runs. */
function putBits({ scratch, at, width, height }: Plane, all: boolean): { bits: number; runCount: number } {
  const bits = scratch.take(height * Math.ceil(width / WORD.pixels) * WORD.bytes);
  return { bits, runCount: scratch.run.toBits(at, width, height, all, bits) };
}

/** The address and number of the marks, and the addresses of the bits, the runs and the first run of each row. */
interface JoinedRuns {
  at: number;
  count: number;
  bits: number;
  runs: number;
  rows: number;
}

function joinRuns(mask: Plane, all: boolean): JoinedRuns {
  const { scratch, width, height } = mask;
  const { bits, runCount } = putBits(mask, all);
  const runs = scratch.take(RUN_BYTES * runCount);
  const rows = scratch.take(4 * (height + 1));
  const at = scratch.take(MARK_BYTES * runCount);
  return { at, count: scratch.run.findMarks(bits, width, height, runs, rows, at), bits, runs, rows };
}

function takeMarks({ scratch }: Plane, at: number, count: number): Mark[] {
  const numbers = scratch.integers(at, NUMBERS * count);
  const marks: Mark[] = [];
  for (let i = 0; i < numbers.length; i += NUMBERS)
    marks.push({
      left: numbers[i] as number,
      right: numbers[i + 1] as number,
      top: numbers[i + 2] as number,
      bottom: numbers[i + 3] as number,
      area: numbers[i + 4] as number,
    });
  return marks;
}

function putMarks({ scratch }: Plane, marks: readonly Mark[]): number {
  const at = scratch.take(MARK_BYTES * marks.length);
  const numbers = scratch.integers(at, NUMBERS * marks.length);
  let i = 0;
  for (const { left, right, top, bottom, area } of marks) {
    numbers[i++] = left;
    numbers[i++] = right;
    numbers[i++] = top;
    numbers[i++] = bottom;
    numbers[i++] = area;
  }
  return at;
}
