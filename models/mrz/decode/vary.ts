import { WINDOW } from '../net/shape.ts';
import type { StripPixels } from './window.ts';

/** Variations: how many rows the line is off the middle, and how much too tall or too small its characters are. */
const VARIATIONS = [
  { shift: -2, scale: 1 },
  { shift: 2, scale: 1 },
  { shift: 0, scale: 0.88 },
  { shift: 0, scale: 1.14 },
];

/** Returns the strip as it would be if its line had been found slightly higher, lower, taller or smaller. Columns stay in place. */
export function varyStrip(strip: StripPixels): StripPixels[] {
  return VARIATIONS.map(({ shift, scale }) => resampleRows(strip, shift, scale));
}

function resampleRows({ width, values }: StripPixels, shift: number, scale: number): StripPixels {
  const out = new Uint8Array(values.length);
  const middle = (WINDOW - 1) / 2;
  for (let row = 0; row < WINDOW; row++) {
    const from = Math.min(Math.max((row - middle) / scale + middle + shift, 0), WINDOW - 1);
    const upper = Math.floor(from);
    const lower = Math.min(upper + 1, WINDOW - 1);
    for (let x = 0; x < width; x++) {
      const [a, b] = [values[upper * width + x] ?? 0, values[lower * width + x] ?? 0];
      out[row * width + x] = Math.round(a + (b - a) * (from - upper));
    }
  }
  return { width, values: out };
}
