import { sampleRun } from './straighten';

/** Rows and columns are exchanged in squares of so many a side. */
const SQUARE: usize = 8;

/**
 * A picture turned by the angle whose cosine and sine are given, about its middle, bilinear and rounded; what lies outside of it is 0.
 * `across` and `down` are the size of the turned one, and `extents` has two whole numbers for each of its rows: the first pixel that shows
 * the picture, and the one after the last.
 */
export function turn(
  from: usize,
  width: i32,
  height: i32,
  cos: f64,
  sin: f64,
  extents: usize,
  across: i32,
  down: i32,
  to: usize,
): void {
  memory.fill(to, 0, <usize>across * <usize>down);
  const dx = -(<f64>(across - 1)) / 2;
  for (let row = 0; row < down; row++, extents += 8, to += across) {
    const dy = <f64>row - <f64>(down - 1) / 2;
    const x0 = <f64>(width - 1) / 2 + dx * cos - dy * sin;
    const y0 = <f64>(height - 1) / 2 + dx * sin + dy * cos;
    const xs = f64x2.splat(x0);
    const ys = f64x2.splat(y0);
    const first = load<i32>(extents);
    const count = load<i32>(extents, 4) - first;
    const steps = f64x2.add(f64x2.splat(<f64>first), f64x2(0, 1));
    sampleRun(from, width, height, xs, ys, cos, sin, steps, 2, count >> 1, false, false, to + first, 2);
    if ((count & 1) === 0) continue;
    const last = f64x2.splat(<f64>(first + count - 1));
    sampleRun(from, width, height, xs, ys, cos, sin, last, 2, 1, false, true, to + first + count - 1, 2);
  }
}

/** Eight bytes of each of two rows in turn. */
function pairRows(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

function pairLow(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

function pairHigh(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Two columns of a square: the first halves of both, and the second ones. */
function storeColumns(upper: v128, lower: v128, to: usize, stride: usize): void {
  v128.store_lane<u64>(to, i32x4.shuffle(upper, lower, 0, 4, 1, 5), 0);
  v128.store_lane<u64>(to - stride, i32x4.shuffle(upper, lower, 0, 4, 1, 5), 1);
  v128.store_lane<u64>(to - 2 * stride, i32x4.shuffle(upper, lower, 2, 6, 3, 7), 0);
  v128.store_lane<u64>(to - 3 * stride, i32x4.shuffle(upper, lower, 2, 6, 3, 7), 1);
}

/** The square whose rows begin at `from` becomes one whose first column is the row at `to`, and the next the row above it. */
function turnSquare(from: usize, width: usize, to: usize, stride: usize): void {
  const ab = pairRows(v128.load_zero<u64>(from), v128.load_zero<u64>(from + width));
  const cd = pairRows(v128.load_zero<u64>(from + 2 * width), v128.load_zero<u64>(from + 3 * width));
  const ef = pairRows(v128.load_zero<u64>(from + 4 * width), v128.load_zero<u64>(from + 5 * width));
  const gh = pairRows(v128.load_zero<u64>(from + 6 * width), v128.load_zero<u64>(from + 7 * width));
  storeColumns(pairLow(ab, cd), pairLow(ef, gh), to, stride);
  storeColumns(pairHigh(ab, cd), pairHigh(ef, gh), to - 4 * stride, stride);
}

/** A picture turned by a quarter: what ran downwards runs to the right, and the last column is the first row. */
export function turnQuarter(from: usize, width: usize, height: usize, to: usize): void {
  for (let y: usize = 0; y < height; y += SQUARE) {
    for (let x: usize = 0; x < width; x += SQUARE) {
      const at = from + y * width + x;
      const out = to + (width - 1 - x) * height + y;
      if (y + SQUARE <= height && x + SQUARE <= width) {
        turnSquare(at, width, out, height);
        continue;
      }
      for (let row: usize = 0; row < min(SQUARE, height - y); row++)
        for (let column: usize = 0; column < min(SQUARE, width - x); column++)
          store<u8>(out - column * height + row, load<u8>(at + row * width + column));
    }
  }
}
