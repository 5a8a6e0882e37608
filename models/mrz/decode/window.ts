import type { Scratch } from '../../runtime/kernel.ts';
import { SPREAD_MIN, WINDOW } from '../net/shape.ts';

/** Pixels of a strip between two places that the net samples: a tenth of a character's pitch. */
export const STEP = 2;
/** Pixels by which a window lies beyond a strip's end at most. */
const BEYOND = WINDOW / 2;

/** Grey values of one straightened line, `WINDOW` rows. */
export interface StripPixels {
  width: number;
  values: Uint8Array;
}

/** Copies the window whose middle is at `x` of the strip into `out`; borders are repeated. */
export function cutWindow({ width, values }: StripPixels, x: number, out: Uint8Array): void {
  const left = leftOf(x);
  for (let row = 0; row < WINDOW; row++) {
    for (let column = 0; column < WINDOW; column++) {
      const at = Math.min(Math.max(left + column, 0), width - 1);
      out[row * WINDOW + column] = values[row * width + at] as number;
    }
  }
}

function leftOf(x: number): number {
  return Math.round(x - (WINDOW - 1) / 2);
}

/** What writes the window at a place of the strip into the kernel's memory, as the net takes it (`normaliseWindows`). */
export type WindowTaker = (place: number, to: number) => void;

/** Puts the strip into the kernel's memory, its borders repeated. */
export function putStrip(scratch: Scratch<'decode'>, { width, values }: StripPixels): WindowTaker {
  const stride = width + 2 * BEYOND;
  const from = scratch.take(WINDOW * stride);
  const padded = scratch.bytes(from, WINDOW * stride);
  for (let row = 0; row < WINDOW; row++) {
    const own = values.subarray(row * width, (row + 1) * width);
    const at = row * stride;
    padded.fill(own[0] ?? 0, at, at + BEYOND);
    padded.set(own, at + BEYOND);
    padded.fill(own.at(-1) ?? 0, at + BEYOND + width, at + stride);
  }
  return (place, to) => scratch.run.takeWindow(from + BEYOND + leftOf(place * STEP), stride, SPREAD_MIN, to);
}
