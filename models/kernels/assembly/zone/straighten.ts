/** A pixel's distance from the borders at which every sample surely has neighbours: sums of many steps are not exact. */
const BEFORE: f64 = 1;
const BEHIND: f64 = 3;
/** Bilinear sampling stays so far before the last pixel. */
const INSIDE: f64 = 1.001;

function isInside(width: i32, height: i32, x: f64, y: f64): boolean {
  return x >= BEFORE && y >= BEFORE && x <= <f64>width - BEHIND && y <= <f64>height - BEHIND;
}

/** The value between four pixels, rounded; `at` is the first one's place. */
export function mixFour(at: usize, width: i32, shareX: f64, shareY: f64): u32 {
  const a = <f64>load<u8>(at);
  const b = <f64>load<u8>(at + <usize>width);
  const top = a + (<f64>load<u8>(at, 1) - a) * shareX;
  const bottom = b + (<f64>load<u8>(at + <usize>width, 1) - b) * shareX;
  return <u32>(top + (bottom - top) * shareY + 0.5);
}

/** 0 to `last`, also where `at` is no number. */
function insideOf(at: f64, last: f64): f64 {
  return at > 0 && last > 0 ? Math.min(at, last) : 0;
}

/** The grey value between pixels, bilinear and rounded; outside, that of the nearest pixel. */
export function sampleAt(from: usize, width: i32, height: i32, x: f64, y: f64): u32 {
  const insideX = insideOf(x, <f64>width - INSIDE);
  const insideY = insideOf(y, <f64>height - INSIDE);
  const column = <i32>insideX;
  const row = <i32>insideY;
  const at = from + <usize>(row * width + column);
  return mixFour(at, width, insideX - <f64>column, insideY - <f64>row);
}

/** Two such values at once, for places that surely have neighbours, or that were brought inside: two bytes. */
export function sampleTwo(from: usize, width: i32, x: v128, y: v128): u32 {
  const column = i32x4.trunc_sat_f64x2_s_zero(x);
  const row = i32x4.trunc_sat_f64x2_s_zero(y);
  const shareX = f64x2.sub(x, f64x2.convert_low_i32x4_s(column));
  const shareY = f64x2.sub(y, f64x2.convert_low_i32x4_s(row));
  const at = i32x4.add(i32x4.mul(row, i32x4.splat(width)), column);
  const first = from + <usize>i32x4.extract_lane(at, 0);
  const second = from + <usize>i32x4.extract_lane(at, 1);
  // Of both, the pixel and the one to its right, in the four lower bytes and in the next four those below.
  let pairs = v128.load_zero<u32>(first);
  pairs = v128.load_lane<u16>(second, pairs, 1);
  pairs = v128.load_lane<u16>(first + <usize>width, pairs, 2);
  pairs = v128.load_lane<u16>(second + <usize>width, pairs, 3);
  const zero = i8x16.splat(0);
  const a = f64x2.convert_low_i32x4_u(
    i8x16.shuffle(pairs, zero, 0, 16, 16, 16, 2, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16),
  );
  const b = f64x2.convert_low_i32x4_u(
    i8x16.shuffle(pairs, zero, 1, 16, 16, 16, 3, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16),
  );
  const c = f64x2.convert_low_i32x4_u(
    i8x16.shuffle(pairs, zero, 4, 16, 16, 16, 6, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16),
  );
  const d = f64x2.convert_low_i32x4_u(
    i8x16.shuffle(pairs, zero, 5, 16, 16, 16, 7, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16),
  );
  const top = f64x2.add(a, f64x2.mul(f64x2.sub(b, a), shareX));
  const bottom = f64x2.add(c, f64x2.mul(f64x2.sub(d, c), shareX));
  const value = f64x2.add(f64x2.add(top, f64x2.mul(f64x2.sub(bottom, top), shareY)), f64x2.splat(0.5));
  const whole = i32x4.trunc_sat_f64x2_u_zero(value);
  return i32x4.extract_lane(whole, 0) | (i32x4.extract_lane(whole, 1) << 8);
}

/** One column that may lie beyond the borders. */
function takeOutside(
  from: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  right: f64,
  down: f64,
  rows: i32,
  to: usize,
  stride: usize,
): void {
  for (let row = 0; row < rows; row++, to += stride)
    store<u8>(to, sampleAt(from, width, height, x + <f64>row * right, y + <f64>row * down));
}

/** One column whose samples all have neighbours. */
function takeInside(
  from: usize,
  width: i32,
  x: f64,
  y: f64,
  right: f64,
  down: f64,
  rows: i32,
  to: usize,
  stride: usize,
): void {
  for (let row = 0; row < rows; row++, to += stride, x += right, y += down) {
    const left = <i32>x;
    const above = <i32>y;
    store<u8>(to, mixFour(from + <usize>(above * width + left), width, x - <f64>left, y - <f64>above));
  }
}

/** Two columns side by side. */
function takeTwoInside(
  from: usize,
  width: i32,
  x: v128,
  y: v128,
  right: f64,
  down: f64,
  rows: i32,
  to: usize,
  stride: usize,
): void {
  const stepX = f64x2.splat(right);
  const stepY = f64x2.splat(down);
  for (let row = 0; row < rows; row++, to += stride) {
    store<u16>(to, sampleTwo(from, width, x, y));
    x = f64x2.add(x, stepX);
    y = f64x2.add(y, stepY);
  }
}

/**
 * A line of the picture laid out straight, bilinear; borders repeat. It runs through (`x`, `y`) in the direction whose cosine and sine are
 * given, bent downwards by c0 + t * (c1 + t * c2), all in pixels that are `scale` of the picture's to one. The result has `columns`, the
 * first at `begin` along the line and `along` to the next, and `rows`, `across` from one to the next, the line in the middle of them.
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
  to: usize,
): void {
  const right = (-across * sin) / scale;
  const down = (across * cos) / scale;
  const half = (<f64>(rows - 1) / 2) * across;
  let waiting = false;
  let beforeX: f64 = 0;
  let beforeY: f64 = 0;
  for (let column = 0; column < columns; column++) {
    const t = begin + (<f64>column + 0.5) * along;
    const top = c0 + t * (c1 + t * c2) - half;
    const startX = (x + t * cos - top * sin + 0.5) / scale - 0.5;
    const startY = (y + t * sin + top * cos + 0.5) / scale - 0.5;
    const inside =
      isInside(width, height, startX, startY) &&
      isInside(width, height, startX + <f64>rows * right, startY + <f64>rows * down);
    const at = to + <usize>column;
    if (waiting && inside) {
      const two = at - 1;
      const xs = f64x2.replace_lane(f64x2.splat(beforeX), 1, startX);
      const ys = f64x2.replace_lane(f64x2.splat(beforeY), 1, startY);
      takeTwoInside(from, width, xs, ys, right, down, rows, two, columns);
      waiting = false;
      continue;
    }
    if (waiting) takeInside(from, width, beforeX, beforeY, right, down, rows, at - 1, columns);
    waiting = inside;
    if (inside) {
      beforeX = startX;
      beforeY = startY;
    } else takeOutside(from, width, height, startX, startY, right, down, rows, at, columns);
  }
  if (waiting) takeInside(from, width, beforeX, beforeY, right, down, rows, to + <usize>columns - 1, columns);
}
