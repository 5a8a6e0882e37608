import { WINDOW } from '../net/shape.ts';

/** Pixels of a strip between two sampled places: a tenth of a character's pitch. */
export const STEP = 2;

/** Grey values of one straightened line, `WINDOW` rows. */
export interface StripPixels {
  width: number;
  values: Uint8Array;
}

/** Copies the window centred at `x` of the strip into `out`; repeats the borders. */
export function cutWindow({ width, values }: StripPixels, x: number, out: Uint8Array): void {
  const left = Math.round(x - (WINDOW - 1) / 2);
  for (let row = 0; row < WINDOW; row++) {
    for (let column = 0; column < WINDOW; column++) {
      const at = Math.min(Math.max(left + column, 0), width - 1);
      out[row * WINDOW + column] = values[row * width + at] as number;
    }
  }
}
