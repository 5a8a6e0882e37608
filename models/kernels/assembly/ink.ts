/** Half the side of the square that a pixel is compared with, and its number of columns. */
const RADIUS: i32 = 12;
const SIDE: i32 = 2 * RADIUS + 1;
/** Two-byte numbers reserved after a row's columns, so that whole vectors may be read there. */
const BEHIND: i32 = 64;
/** How many pixels are processed together. */
const LANES: i32 = 16;
/** Ink is darker than the surrounding mean by at least this many grey values, and darker than this many tenths of it. */
const CLEAR_CONTRAST: i32 = 28;
const CLEAR_TENTHS: i32 = 8;
const PALE_CONTRAST: i32 = 14;
const PALE_TENTHS: i32 = 9;

/** Returns the size in bytes of the work memory of `markInk`, for a picture of this width. */
export function inkWorkBytes(width: i32): i32 {
  const columns = width + 2 * RADIUS + BEHIND;
  return 2 * 2 * columns + 4 * (width + BEHIND) + width + BEHIND;
}

/**
 * Marks each pixel of the picture at `grey`: 1 if it is clearly darker than the mean of the square around it, 2 for
 * other ink if `pale`, 0 for background; one byte per pixel at `ink`. Reads and writes up to `LANES` bytes after both
 * pictures. Compares integer sums instead of means, so nothing is rounded.
 */
export function markInk(grey: usize, width: i32, height: i32, pale: bool, ink: usize, work: usize): void {
  const columns = work;
  const eights = columns + 2 * (width + 2 * RADIUS + BEHIND);
  const across = eights + 2 * (width + 2 * RADIUS + BEHIND);
  const nothing = across + 4 * (width + BEHIND);
  memory.fill(work, 0, inkWorkBytes(width));
  for (let x = 0; x < width; x++) store<i32>(across + 4 * x, min(width - 1, x + RADIUS) - max(0, x - RADIUS) + 1);
  const middle = columns + 2 * RADIUS;
  for (let y = 0; y < min(height, RADIUS); y++) moveRows(middle, grey + y * width, nothing, width);
  for (let y = 0; y < height; y++) {
    const enter = y + RADIUS < height ? grey + (y + RADIUS) * width : nothing;
    const leave = y > RADIUS ? grey + (y - RADIUS - 1) * width : nothing;
    moveRows(middle, enter, leave, width);
    const rows = min(height - 1, y + RADIUS) - max(0, y - RADIUS) + 1;
    addEights(columns, eights, width);
    markRow(grey + y * width, width, rows, pale, ink + y * width, columns, eights, across);
  }
}

/** Adds one row to the columns and subtracts another. */
function moveRows(columns: usize, enter: usize, leave: usize, width: i32): void {
  let x = 0;
  for (; x + LANES <= width; x += LANES) {
    const added = v128.load(enter + x);
    const taken = v128.load(leave + x);
    const at = columns + 2 * x;
    const low = i16x8.sub(i16x8.extend_low_i8x16_u(added), i16x8.extend_low_i8x16_u(taken));
    const high = i16x8.sub(i16x8.extend_high_i8x16_u(added), i16x8.extend_high_i8x16_u(taken));
    v128.store(at, i16x8.add(v128.load(at), low));
    v128.store(at, i16x8.add(v128.load(at, 16), high), 16);
  }
  for (; x < width; x++) {
    const at = columns + 2 * x;
    store<u16>(at, load<u16>(at) + load<u8>(enter + x) - load<u8>(leave + x));
  }
}

/** Writes the sum of eight from each column on: from sums of twos and fours, which carry over from vector to vector. */
function addEights(columns: usize, eights: usize, width: i32): void {
  const first = v128.load(columns);
  const second = v128.load(columns, 16);
  let next = v128.load(columns, 32);
  const twos = addNext(first, second);
  let nextTwos = addNext(second, next);
  let fours = i16x8.add(twos, i16x8.shuffle(twos, nextTwos, 2, 3, 4, 5, 6, 7, 8, 9));
  for (let i = 0; i < width + 2 * LANES; i += 8) {
    const behind = v128.load(columns + 2 * i, 48);
    const behindTwos = addNext(next, behind);
    const nextFours = i16x8.add(nextTwos, i16x8.shuffle(nextTwos, behindTwos, 2, 3, 4, 5, 6, 7, 8, 9));
    v128.store(eights + 2 * i, i16x8.add(fours, i16x8.shuffle(fours, nextFours, 4, 5, 6, 7, 8, 9, 10, 11)));
    next = behind;
    nextTwos = behindTwos;
    fours = nextFours;
  }
}

/** Adds to each of eight numbers the one after it. */
function addNext(here: v128, behind: v128): v128 {
  return i16x8.add(here, i16x8.shuffle(here, behind, 1, 2, 3, 4, 5, 6, 7, 8));
}

/** Returns an eighth of the sums over the squares of eight pixels, or up to 4 less. */
function eighthOfSums(columns: usize, eights: usize): v128 {
  const three = i16x8.add(
    i16x8.add(i16x8.shr_u(v128.load(eights), 3), i16x8.shr_u(v128.load(eights, 16), 3)),
    i16x8.shr_u(v128.load(eights, 32), 3),
  );
  return i16x8.add(three, i16x8.shr_u(v128.load(columns, 48), 3));
}

/**
 * Returns whether one of eight pixels may be ink; this settles most of a picture. For a whole square: an eighth of the
 * area, and of `contrast` times the area; for ink the share in 32,768ths.
 */
function mayBeInk(values: v128, sums: v128, area: v128, contrast: v128, share: v128): v128 {
  const most = i16x8.add(sums, i16x8.splat(4));
  // The product is rounded, so add one.
  const byShare = i16x8.add(i16x8.q15mulr_sat_s(most, share), i16x8.splat(1));
  return i16x8.lt_s(i16x8.mul(values, area), i16x8.min_s(i16x8.sub(most, contrast), byShare));
}

function markRow(
  row: usize,
  width: i32,
  rows: i32,
  pale: bool,
  ink: usize,
  columns: usize,
  eights: usize,
  across: usize,
): void {
  const area = i16x8.splat(<i16>((SIDE * rows) >> 3));
  const contrast = i16x8.splat(<i16>(((pale ? PALE_CONTRAST : CLEAR_CONTRAST) * SIDE * rows) >> 3));
  const share = i16x8.splat(<i16>(((pale ? PALE_TENTHS : CLEAR_TENTHS) * 32768) / 10 + 1));
  for (let x = 0; x < width; x += LANES) {
    const values = v128.load(row + x);
    if (x >= LANES && x + LANES + RADIUS <= width) {
      const low = eighthOfSums(columns + 2 * x, eights + 2 * x);
      const high = eighthOfSums(columns + 2 * x + 16, eights + 2 * x + 16);
      const any = v128.or(
        mayBeInk(i16x8.extend_low_i8x16_u(values), low, area, contrast, share),
        mayBeInk(i16x8.extend_high_i8x16_u(values), high, area, contrast, share),
      );
      if (!v128.any_true(any)) {
        v128.store(ink + x, i8x16.splat(0));
        continue;
      }
    }
    v128.store(ink + x, kindsOf(values, rows, pale, columns + 2 * x, eights + 2 * x, across + 4 * x));
  }
}

/** Returns which of sixteen pixels are clear and pale ink. */
function kindsOf(values: v128, rows: i32, pale: bool, columns: usize, eights: usize, across: usize): v128 {
  const low = i16x8.extend_low_i8x16_u(values);
  const high = i16x8.extend_high_i8x16_u(values);
  const sums0 = sumsOf(columns, eights);
  const sums1 = sumsOf(columns + 8, eights + 8);
  const sums2 = sumsOf(columns + 16, eights + 16);
  const sums3 = sumsOf(columns + 24, eights + 24);
  const areas0 = i32x4.mul(v128.load(across), i32x4.splat(rows));
  const areas1 = i32x4.mul(v128.load(across, 16), i32x4.splat(rows));
  const areas2 = i32x4.mul(v128.load(across, 32), i32x4.splat(rows));
  const areas3 = i32x4.mul(v128.load(across, 48), i32x4.splat(rows));
  const values0 = i32x4.mul(i32x4.extend_low_i16x8_u(low), areas0);
  const values1 = i32x4.mul(i32x4.extend_high_i16x8_u(low), areas1);
  const values2 = i32x4.mul(i32x4.extend_low_i16x8_u(high), areas2);
  const values3 = i32x4.mul(i32x4.extend_high_i16x8_u(high), areas3);
  const clear = narrow(
    isDarker(values0, sums0, areas0, CLEAR_CONTRAST, CLEAR_TENTHS),
    isDarker(values1, sums1, areas1, CLEAR_CONTRAST, CLEAR_TENTHS),
    isDarker(values2, sums2, areas2, CLEAR_CONTRAST, CLEAR_TENTHS),
    isDarker(values3, sums3, areas3, CLEAR_CONTRAST, CLEAR_TENTHS),
  );
  const ones = v128.and(clear, i8x16.splat(1));
  if (!pale) return ones;
  const all = narrow(
    isDarker(values0, sums0, areas0, PALE_CONTRAST, PALE_TENTHS),
    isDarker(values1, sums1, areas1, PALE_CONTRAST, PALE_TENTHS),
    isDarker(values2, sums2, areas2, PALE_CONTRAST, PALE_TENTHS),
    isDarker(values3, sums3, areas3, PALE_CONTRAST, PALE_TENTHS),
  );
  return i8x16.sub(v128.and(all, i8x16.splat(2)), ones);
}

/** Returns the sums over the squares of four pixels. */
function sumsOf(columns: usize, eights: usize): v128 {
  const outer = i32x4.add(v128.load16x4_u(eights), v128.load16x4_u(columns, 48));
  return i32x4.add(outer, i32x4.add(v128.load16x4_u(eights, 16), v128.load16x4_u(eights, 32)));
}

/** `values` and `sums` are those of the pixels and of their squares, both multiplied by the area. */
function isDarker(values: v128, sums: v128, areas: v128, contrast: i32, tenths: i32): v128 {
  const byContrast = i32x4.mul(i32x4.sub(sums, i32x4.mul(areas, i32x4.splat(contrast))), i32x4.splat(10));
  const byShare = i32x4.mul(sums, i32x4.splat(tenths));
  return i32x4.lt_s(i32x4.mul(values, i32x4.splat(10)), i32x4.min_s(byContrast, byShare));
}

/** Packs four times four booleans into sixteen bytes. */
function narrow(a: v128, b: v128, c: v128, d: v128): v128 {
  return i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
}
