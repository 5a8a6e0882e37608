import type { MrzScratch } from './kernel.ts';
import type { Marks } from './ridges.ts';

/** Sums over the pixels of a line or a part of one; the sums of parts can be added. */
export interface Piece {
  count: number;
  sumX: number;
  sumY: number;
  sumXX: number;
  sumXY: number;
  left: number;
  right: number;
}

/** The straight line through a piece, as y = `middleY` + `slope` * (x - `middleX`). */
export interface Course {
  middleX: number;
  middleY: number;
  slope: number;
}

export function courseOf({ count, sumX, sumY, sumXX, sumXY }: Piece): Course {
  const [middleX, middleY] = [sumX / count, sumY / count];
  const spread = sumXX - sumX * middleX;
  return { middleX, middleY, slope: spread > 0 ? (sumXY - sumX * middleY) / spread : 0 };
}

export function heightAt({ middleX, middleY, slope }: Course, x: number): number {
  return middleY + slope * (x - middleX);
}

export function joinPieces(a: Piece, b: Piece): Piece {
  return {
    count: a.count + b.count,
    sumX: a.sumX + b.sumX,
    sumY: a.sumY + b.sumY,
    sumXX: a.sumXX + b.sumXX,
    sumXY: a.sumXY + b.sumXY,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
  };
}

/** Anything thinner or thicker than this, in pixels, is not a line of the searched height. */
const THICKNESS_MIN = 1.5;
const THICKNESS_MAX = 9;

/** The numbers of a piece, as the kernel writes them. */
const NUMBERS = 7;

/** Returns the connected areas of `marks` that are long and thin, at least `widthMin` pixels wide. */
export function findPieces(scratch: MrzScratch, marks: Marks, widthMin: number): Piece[] {
  const pieces = scratch.take(marks.count * NUMBERS * Float64Array.BYTES_PER_ELEMENT);
  const work = scratch.take(scratch.run.joinRunsWork(marks.count));
  const count = scratch.run.joinRuns(marks.at, marks.count, work, pieces);
  const numbers = scratch.doubles(pieces, count * NUMBERS);
  const found: Piece[] = [];
  for (let at = 0; at < numbers.length; at += NUMBERS)
    if (isLine(numbers[at] as number, numbers[at + 5] as number, numbers[at + 6] as number, widthMin))
      found.push(pieceAt(numbers, at));
  return found;
}

function isLine(count: number, left: number, right: number, widthMin: number): boolean {
  const wide = right - left + 1;
  return wide >= widthMin && count / wide >= THICKNESS_MIN && count / wide <= THICKNESS_MAX;
}

function pieceAt(numbers: Float64Array, at: number): Piece {
  const [count = 0, sumX = 0, sumY = 0, sumXX = 0, sumXY = 0, left = 0, right = 0] = numbers.subarray(at, at + NUMBERS);
  return { count, sumX, sumY, sumXX, sumXY, left, right };
}
