/** Added to a number, it leaves the rounded number in the lowest 32 bits (1.5 * 2^52). */
const ROUNDING: f64 = 6755399441055744;

/**
 * Scales a picture of `width` bytes per row at `from`, after which four more may be read, to `rows` rows of `columns` floats at `to`, `stride` floats
 * apart, two more than there are columns. For each output row and column, `firstRows` and `firstColumns` hold the first source, and `rowShares` and
 * `columnShares` (64-bit) the share of each: `most` of a row, twice `twos` of a column. `line` has room for a row of floats and four more.
 */
export function scale(
  from: usize,
  width: i32,
  rows: i32,
  firstRows: usize,
  rowShares: usize,
  most: i32,
  columns: i32,
  firstColumns: usize,
  columnShares: usize,
  twos: i32,
  line: usize,
  to: usize,
  stride: i32,
): void {
  for (let row = 0; row < rows; row++, to += <usize>stride * 4) {
    const first = from + <usize>(load<i32>(firstRows + <usize>row * 4) * width);
    mixRows(first, width, rowShares + <usize>(row * most) * 8, most, line);
    mixColumns(line, columns, firstColumns, columnShares, twos, to);
  }
}

/** Processes four pixels at a time. Each sum is rounded to 32 bits after every addition. */
function mixRows(first: usize, width: i32, shares: usize, most: i32, to: usize): void {
  for (let x = 0; x < width; x += 4, to += 16) {
    let left = f64x2.splat(0);
    let right = left;
    let at = first + <usize>x;
    for (let i = 0; i < most; i++, at += <usize>width) {
      const share = v128.load64_splat(shares + <usize>i * 8);
      // The rest are shares of zero, and the picture may end there.
      if (f64x2.extract_lane(share, 0) === 0) break;
      const pixels = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
      const pair = i32x4.shuffle(pixels, pixels, 2, 3, 2, 3);
      left = added(left, f64x2.mul(share, f64x2.convert_low_i32x4_u(pixels)));
      right = added(right, f64x2.mul(share, f64x2.convert_low_i32x4_u(pair)));
    }
    const low = f32x4.demote_f64x2_zero(left);
    v128.store(to, i64x2.shuffle(low, f32x4.demote_f64x2_zero(right), 0, 2));
  }
}

/** Returns the sum of two numbers, at the precision of 32-bit floats. */
function added(sum: v128, more: v128): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(f64x2.add(sum, more)));
}

/** Processes two columns at a time; those after the last have shares of zero. */
function mixColumns(line: usize, columns: i32, firsts: usize, shares: usize, twos: i32, to: usize): void {
  const one = <usize>twos * 16;
  for (let x = 0; x < columns; x += 2, firsts += 8, to += 8, shares += one * 2) {
    const a = line + <usize>load<i32>(firsts) * 4;
    const b = line + <usize>load<i32>(firsts, 4) * 4;
    let sum = f64x2.splat(0);
    for (let i: usize = 0; i < one; i += 16) {
      const first = f64x2.mul(v128.load(shares + i), promoted(a + (i >> 1)));
      const second = f64x2.mul(v128.load(shares + one + i), promoted(b + (i >> 1)));
      sum = f64x2.add(sum, i64x2.shuffle(first, second, 0, 2));
      sum = f64x2.add(sum, i64x2.shuffle(first, second, 1, 3));
    }
    v128.store64_lane(to, f32x4.demote_f64x2_zero(sum), 0);
  }
}

/** Converts two 32-bit floats to 64 bits. */
function promoted(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/**
 * Writes the result of `scale` as bytes, row by row of `width`, and one more after the last. If `reach` is not 0,
 * sharpens each: by `share` of its difference from the mean of the square around it, `reach` each way; a margin of that
 * width stays unchanged. `sums` has room for a row of 64-bit floats and two more.
 */
export function sharpen(
  from: usize,
  stride: i32,
  width: i32,
  height: i32,
  share: f64,
  reach: i32,
  sums: usize,
  to: usize,
): void {
  const side = 2 * reach + 1;
  const own = f64x2.splat(1 + share);
  const weight = f64x2.splat(share / <f64>(side * side));
  for (let y = 0; y < height; y++, to += <usize>width) {
    const row = from + <usize>(y * stride) * 4;
    if (reach === 0 || y < reach || y >= height - reach || width < side) {
      storeAsItIs(row, 0, width, to);
      continue;
    }
    storeAsItIs(row, 0, reach, to);
    sumRows(from + <usize>((y - reach) * stride) * 4, stride, width, side, sums);
    for (let x = reach; x < width - reach; x += 2) {
      let sum = v128.load(sums + <usize>(x - reach) * 8);
      for (let i = 1; i < side; i++) sum = f64x2.add(sum, v128.load(sums + <usize>(x - reach + i) * 8));
      const here = promoted(row + <usize>x * 4);
      storeTwo(to + <usize>x, f64x2.sub(f64x2.mul(own, here), f64x2.mul(weight, sum)));
    }
    storeAsItIs(row, width - reach, width, to);
  }
}

function storeAsItIs(row: usize, start: i32, end: i32, to: usize): void {
  for (let x = start; x < end; x += 2) storeTwo(to + <usize>x, promoted(row + <usize>x * 4));
}

function sumRows(from: usize, stride: i32, width: i32, count: i32, to: usize): void {
  for (let x = 0; x < width; x += 2, from += 8, to += 16) {
    let at = from;
    let sum = promoted(at);
    for (let i = 1; i < count; i++) {
      at += <usize>stride * 4;
      sum = f64x2.add(sum, promoted(at));
    }
    v128.store(to, sum);
  }
}

/** Stores two bytes, rounded half to even, and limited to 0..255. */
function storeTwo(to: usize, values: v128): void {
  const rounded = f64x2.add(values, f64x2.splat(ROUNDING));
  const shorts = i16x8.narrow_i32x4_s(i32x4.shuffle(rounded, rounded, 0, 2, 0, 2), rounded);
  v128.store16_lane(to, i8x16.narrow_i16x8_u(shorts, shorts), 0);
}
