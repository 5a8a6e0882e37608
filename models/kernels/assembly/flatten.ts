/** 2^52 and half of that: added to a whole number, it leaves that number in the lowest bits. */
const TO_WHOLE: f64 = 6755399441055744.0;

/**
 * Samples a picture along a straight line, bilinear: `count` values at `to`, and perhaps one more, from (`x`, `y`) in
 * equal steps. Values outside the picture are those of the nearest pixel.
 */
export function sampleRow(
  source: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  stepX: f64,
  stepY: f64,
  to: usize,
  count: i32,
): void {
  // Constants are prepared before the loop, because the engine does not hoist them.
  const toWhole = f64x2.splat(TO_WHOLE);
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  const startX = f64x2.splat(x);
  const startY = f64x2.splat(y);
  const stepsX = f64x2.splat(stepX);
  const stepsY = f64x2.splat(stepY);
  const lastX = f64x2.splat(width - 1);
  const lastY = f64x2.splat(height - 1);
  const widths = f64x2.splat(width);
  let steps = f64x2.replace_lane(f64x2.splat(0), 1, 1);
  for (let i = 0; i < count; i += 2, steps = f64x2.add(steps, two)) {
    const atX = keepWithin(f64x2.add(startX, f64x2.mul(steps, stepsX)), lastX);
    const atY = keepWithin(f64x2.add(startY, f64x2.mul(steps, stepsY)), lastY);
    const column = f64x2.pmin(f64x2.floor(atX), f64x2.sub(lastX, one));
    const row = f64x2.pmin(f64x2.floor(atY), f64x2.sub(lastY, one));
    const squares = squaresAt(source, width, f64x2.add(f64x2.add(f64x2.mul(row, widths), column), toWhole));
    const right = f64x2.sub(atX, column);
    const left = f64x2.sub(one, right);
    const above = f64x2.add(f64x2.mul(valuesOf(squares, 0), left), f64x2.mul(valuesOf(squares, 8), right));
    const below = f64x2.add(f64x2.mul(valuesOf(squares, 16), left), f64x2.mul(valuesOf(squares, 24), right));
    const down = f64x2.sub(atY, row);
    const mixed = f64x2.add(f64x2.mul(above, f64x2.sub(one, down)), f64x2.mul(below, down));
    const values = f64x2.add(f64x2.floor(mixed), toWhole);
    v128.store8_lane(to + i, values, 0);
    v128.store8_lane(to + i, values, 8, 1);
  }
}

function keepWithin(values: v128, last: v128): v128 {
  return f64x2.pmin(last, f64x2.pmax(f64x2.splat(0), values));
}

/** Returns, for two places, two adjacent pixels and the two below them, one byte each. */
function squaresAt(source: usize, width: i32, places: v128): v128 {
  const first = source + i32x4.extract_lane(places, 0);
  const second = source + i32x4.extract_lane(places, 2);
  const squares = i32x4.splat(load<u16>(first) | ((<u32>load<u16>(first + width)) << 16));
  return i32x4.replace_lane(squares, 1, load<u16>(second) | ((<u32>load<u16>(second + width)) << 16));
}

/** Returns the byte at `bit` of each of two squares. */
function valuesOf(squares: v128, bit: i32): v128 {
  return f64x2.convert_low_i32x4_s(v128.and(i32x4.shr_u(squares, bit), i32x4.splat(255)));
}
