/** The distance from the borders at which every sample certainly has neighbours: sums of many steps are not exact. */
const BEFORE: f64 = 1;
const BEHIND: f64 = 3;
/** Bilinear sampling stays this far before the last pixel. */
const INSIDE: f64 = 1.001;
/** 2 to the power 52: added to an integer, its lower bits are the integer's. */
const WHOLE: f64 = 4503599627370496;

/**
 * Returns the grey values, bilinear and rounded, at two places between the first pixel and the last one: two bytes. If
 * a place is not a number, the value is undefined. `across` is the width, twice.
 */
function sampleTwo(from: usize, width: usize, across: v128, x: v128, y: v128): u32 {
  const column = f64x2.floor(x);
  const row = f64x2.floor(y);
  const shareX = f64x2.sub(x, column);
  const shareY = f64x2.sub(y, row);
  const at = f64x2.add(f64x2.add(f64x2.mul(row, across), column), f64x2.splat(WHOLE));
  const first = from + <usize>i32x4.extract_lane(at, 0);
  const second = from + <usize>i32x4.extract_lane(at, 2);
  // For both, the pixel and its right neighbour, followed by those below.
  let pairs = v128.load_zero<u32>(first);
  pairs = v128.load_lane<u16>(second, pairs, 1);
  pairs = v128.load_lane<u16>(first + width, pairs, 2);
  pairs = v128.load_lane<u16>(second + width, pairs, 3);
  const left = i32x4.extend_low_i16x8_u(v128.and(pairs, i16x8.splat(0xff)));
  const right = i32x4.extend_low_i16x8_u(i16x8.shr_u(pairs, 8));
  const a = f64x2.convert_low_i32x4_s(left);
  const b = f64x2.convert_low_i32x4_s(right);
  const c = f64x2.convert_low_i32x4_s(i32x4.shuffle(left, left, 2, 3, 2, 3));
  const d = f64x2.convert_low_i32x4_s(i32x4.shuffle(right, right, 2, 3, 2, 3));
  const top = f64x2.add(a, f64x2.mul(f64x2.sub(b, a), shareX));
  const bottom = f64x2.add(c, f64x2.mul(f64x2.sub(d, c), shareX));
  const value = f64x2.add(f64x2.add(top, f64x2.mul(f64x2.sub(bottom, top), shareY)), f64x2.splat(0.5));
  const whole = f64x2.add(f64x2.floor(value), f64x2.splat(WHOLE));
  return i32x4.extract_lane(whole, 0) | (i32x4.extract_lane(whole, 2) << 8);
}

/** Limits two places to the range from the first pixel to `last`. */
function bringInside(at: v128, last: v128): v128 {
  return f64x2.pmax(f64x2.pmin(at, last), f64x2.splat(0));
}

/**
 * Writes `count` times two values side by side, or only the first of them, to places `stride` bytes apart. Samples at
 * (`x`, `y`), moved by (`right`, `down`) times `steps`, whose numbers grow by `step`; outside the picture, the nearest
 * pixel counts. If all are `inside`, the offset is accumulated from `steps` of 0.
 */
export function sampleRun(
  from: usize,
  width: i32,
  height: i32,
  x: v128,
  y: v128,
  right: f64,
  down: f64,
  steps: v128,
  step: f64,
  count: i32,
  inside: boolean,
  alone: boolean,
  to: usize,
  stride: usize,
): void {
  const across = f64x2.splat(<f64>width);
  const lastX = f64x2.splat(<f64>width - INSIDE);
  const lastY = f64x2.splat(<f64>height - INSIDE);
  const stepX = f64x2.splat(right);
  const stepY = f64x2.splat(down);
  for (const end = to + stride * <usize>count; to < end; to += stride) {
    let placeX = x;
    let placeY = y;
    if (inside) {
      x = f64x2.add(x, stepX);
      y = f64x2.add(y, stepY);
    } else {
      placeX = bringInside(f64x2.add(x, f64x2.mul(steps, stepX)), lastX);
      placeY = bringInside(f64x2.add(y, f64x2.mul(steps, stepY)), lastY);
      steps = f64x2.add(steps, f64x2.splat(step));
    }
    const values = sampleTwo(from, width, across, placeX, placeY);
    if (alone) store<u8>(to, values);
    else store<u16>(to, values);
  }
}

function isInside(width: i32, height: i32, x: f64, y: f64): boolean {
  return x >= BEFORE && y >= BEFORE && x <= <f64>width - BEHIND && y <= <f64>height - BEHIND;
}

/**
 * Straightens a line of the picture, bilinear; repeats the borders. The line runs through (`x`, `y`) in the direction
 * with the given cosine and sine, bent downwards by c0 + t * (c1 + t * c2), all in pixels of which `scale` of the
 * picture's make one. The result has `columns`, the first at `begin` along the line and `along` apart, and `rows`,
 * `across` apart, with the line in their middle. Fills only the columns from `first` up to, not including, `end`.
 */
export function straighten(
  from: usize,
  width: i32,
  height: i32,
  scale: f64,
  x: f64,
  y: f64,
  cos: f64,
  sin: f64,
  c0: f64,
  c1: f64,
  c2: f64,
  begin: f64,
  along: f64,
  across: f64,
  columns: i32,
  rows: i32,
  first: i32,
  end: i32,
  to: usize,
): void {
  const right = (-across * sin) / scale;
  const down = (across * cos) / scale;
  const half = (<f64>(rows - 1) / 2) * across;
  // Columns are processed in pairs if both are inside, or both are not: one waits for the next.
  let waits = false;
  let inside = false;
  let xs = f64x2.splat(0);
  let ys = xs;
  for (let column = first; column <= end; column++) {
    const t = begin + (<f64>column + 0.5) * along;
    const top = c0 + t * (c1 + t * c2) - half;
    const startX = (x + t * cos - top * sin + 0.5) / scale - 0.5;
    const startY = (y + t * sin + top * cos + 0.5) / scale - 0.5;
    const within =
      isInside(width, height, startX, startY) &&
      isInside(width, height, startX + <f64>rows * right, startY + <f64>rows * down);
    if (waits) {
      const alone = column === end || within !== inside;
      xs = f64x2.replace_lane(xs, 1, alone ? f64x2.extract_lane(xs, 0) : startX);
      ys = f64x2.replace_lane(ys, 1, alone ? f64x2.extract_lane(ys, 0) : startY);
      const at = to + <usize>(column - 1);
      sampleRun(from, width, height, xs, ys, right, down, f64x2.splat(0), 1, rows, inside, alone, at, columns);
      waits = false;
      if (!alone) continue;
    }
    waits = true;
    inside = within;
    xs = f64x2.splat(startX);
    ys = f64x2.splat(startY);
  }
}
