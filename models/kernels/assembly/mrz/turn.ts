import { sampleRun } from './straighten';

/**
 * Turns a picture by the angle with the given cosine and sine, about its centre, bilinear and rounded; values outside are 0. `across` and `down` are
 * the size of the result, and `extents` has two integers for each of its rows: the first pixel that shows the picture, and the one after the last.
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

/** Turns a picture by a quarter: downwards becomes rightwards, and the last column becomes the first row. */
export function turnQuarter(from: usize, width: usize, height: usize, to: usize): void {
  for (let x = width; x-- > 0; )
    for (let at = from + x, end = at + width * height; at < end; at += width) store<u8>(to++, load<u8>(at));
}
