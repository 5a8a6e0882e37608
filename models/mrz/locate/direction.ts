import type { LineStrip } from './strip.ts';

/** Rows of a strip that hold a filler's tip, and the ends of its arms. */
const TIP: readonly [number, number] = [13, 19];
const ARMS: readonly (readonly [number, number])[] = [
  [8, 12],
  [20, 24],
];
/** Columns from the tip to the ends of the arms. */
const [NEAR, FAR] = [4, 9];

/**
 * Returns a value above 0 if the line is upright, below 0 if it is upside down: fillers (`<`) point to the left, so ink
 * in the middle rows is followed, to the right, by ink above and below.
 */
export function readsUpright(strip: LineStrip): number {
  const tip = darkness(strip, [TIP]);
  const arms = darkness(strip, ARMS);
  let sum = 0;
  for (let x = FAR; x + FAR < strip.width; x++) {
    for (let lag = NEAR; lag <= FAR; lag++) sum += (tip[x] ?? 0) * ((arms[x + lag] ?? 0) - (arms[x - lag] ?? 0));
  }
  return sum / strip.width;
}

function darkness({ width, values }: LineStrip, rows: readonly (readonly [number, number])[]): Float32Array {
  const columns = new Float32Array(width);
  for (const [top, bottom] of rows) {
    for (let y = top; y < bottom; y++) {
      for (let x = 0; x < width; x++) columns[x] = (columns[x] ?? 0) + 255 - (values[y * width + x] ?? 0);
    }
  }
  const mean = columns.reduce((sum, value) => sum + value, 0) / Math.max(1, width);
  return columns.map((value) => value - mean);
}
