/** Shares add up to this. */
const WHOLE: i32 = 256;
/** At most this many pixels of a row make one of the smaller picture's. */
const TAPS: i32 = 4;

/** Returns the share, of 256, that pixel `i` of a line takes from pixel `at` of one `factor` times as long. */
function shareOf(i: i32, at: i32, factor: f64): i32 {
  const begin = max(<f64>at, <f64>i * factor);
  const end = min(<f64>(at + 1), <f64>(i + 1) * factor);
  return end <= begin ? 0 : <i32>Math.round((<f64>WHOLE * (end - begin)) / factor);
}

/** Writes the shares of the four pixels, from the first that pixel `i` covers, to `to`, two bytes each: 256 in all. Returns the first. */
function putShares(i: i32, factor: f64, length: i32, to: usize): i32 {
  const first = min(<i32>Math.floor(<f64>i * factor), max(0, length - TAPS));
  let rest = WHOLE;
  let most: usize = to;
  for (let j = 0; j < TAPS; j++) {
    const share = shareOf(i, first + j, factor);
    const at = to + ((<usize>j) << 1);
    store<u16>(at, <u16>share);
    rest -= share;
    if (share > <i32>load<u16>(most)) most = at;
  }
  // Rounding may leave a remainder of one or two.
  store<u16>(most, <u16>(<i32>load<u16>(most) + rest));
  return first;
}

/** Returns sixteen pixels combined from `TAPS` rows by their shares, rounded. */
function mixRows(at: usize, width: usize, shares: usize): v128 {
  let low = i16x8.splat(128);
  let high = low;
  for (let j: usize = 0; j < <usize>TAPS; j++) {
    const share = i16x8.splat(load<i16>(shares + (j << 1)));
    const row = v128.load(at + j * width);
    low = i16x8.add(low, i16x8.mul(i16x8.extend_low_i8x16_u(row), share));
    high = i16x8.add(high, i16x8.mul(i16x8.extend_high_i8x16_u(row), share));
  }
  return i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8));
}

/** Multiplies two times four pixels by their shares and adds pairs. */
function pairsOf(pixels: v128, shares: usize): v128 {
  return i32x4.dot_i16x8_s(pixels, v128.load(shares));
}

/**
 * Returns four pixels of the smaller row, rounded, from those of `line`: `firsts` holds the start of each, two bytes each, `shares` eight bytes each.
 */
function mixColumns(line: usize, firsts: usize, shares: usize): v128 {
  let pixels = v128.load32_zero(line + <usize>load<u16>(firsts));
  pixels = v128.load32_lane(line + <usize>load<u16>(firsts, 2), pixels, 1);
  pixels = v128.load32_lane(line + <usize>load<u16>(firsts, 4), pixels, 2);
  pixels = v128.load32_lane(line + <usize>load<u16>(firsts, 6), pixels, 3);
  const low = pairsOf(i16x8.extend_low_i8x16_u(pixels), shares);
  const high = pairsOf(i16x8.extend_high_i8x16_u(pixels), shares + 16);
  const even = i8x16.shuffle(low, high, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
  const odd = i8x16.shuffle(low, high, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
  return i32x4.shr_u(i32x4.add(i32x4.add(even, odd), i32x4.splat(128)), 8);
}

/**
 * Reduces a grey picture, to one up to three times narrower and lower: each pixel is the mean of the pixels that it covers, in 256ths. Both sides
 * have at least four pixels. `work` has room for 16 bytes for each pixel of a row of the larger and of the smaller picture, and 128 more.
 */
export function shrinkGrey(
  from: usize,
  width: i32,
  height: i32,
  to: usize,
  columns: i32,
  rows: i32,
  work: usize,
): void {
  const firsts = work + 16;
  const shares = firsts + 2 * <usize>columns + 32;
  const line = shares + 8 * <usize>columns + 64;
  const across = <f64>width / <f64>columns;
  const down = <f64>height / <f64>rows;
  for (let x = 0; x < columns + 4; x++) {
    const i = min(x, columns - 1);
    store<u16>(firsts + ((<usize>x) << 1), <u16>putShares(i, across, width, shares + ((<usize>x) << 3)));
  }
  for (let y = 0; y < rows; y++, to += <usize>columns) {
    const top = from + <usize>(putShares(y, down, height, work) * width);
    for (let x: usize = 0; x < <usize>width; x += 16) v128.store(line + x, mixRows(top + x, <usize>width, work));
    for (let x: usize = 0; x < <usize>columns; x += 4) {
      const four = mixColumns(line, firsts + (x << 1), shares + (x << 3));
      const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(four, four), four);
      // The last four may extend into the row below, which is written next.
      v128.store32_lane(to + x, bytes, 0);
    }
  }
}
