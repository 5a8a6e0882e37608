/** A block's side, and the range of grey values up to which it is plain ground: those of the reader's own binarizer. */
const BLOCK: usize = 8;
const PLAIN_RANGE: u32 = 24;
/** Thresholds are smoothed over so many blocks to each side. */
const REACH: i32 = 2;

/** The middle of the grey values of the block of 8 x 8 pixels at `at`, or 0 where they are nearly the same. */
function thresholdOf(at: usize, width: usize): u8 {
  let low = v128.load64_zero(at);
  let high = low;
  for (let y: usize = 1; y < BLOCK; y++) {
    const row = v128.load64_zero(at + y * width);
    low = i8x16.min_u(low, row);
    high = i8x16.max_u(high, row);
  }
  low = i8x16.min_u(low, i8x16.shuffle(low, low, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7));
  low = i8x16.min_u(low, i8x16.shuffle(low, low, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3));
  high = i8x16.max_u(high, i8x16.shuffle(high, high, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7));
  high = i8x16.max_u(high, i8x16.shuffle(high, high, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3));
  const least = min<u32>(<u32>i8x16.extract_lane_u(low, 0), <u32>i8x16.extract_lane_u(low, 1));
  const most = max<u32>(<u32>i8x16.extract_lane_u(high, 0), <u32>i8x16.extract_lane_u(high, 1));
  return most - least > PLAIN_RANGE ? <u8>((most + least) >> 1) : 0;
}

/**
 * The threshold of each block of a picture to `to`, one byte each, row by row; 0: plain ground. The last column and row of blocks reach
 * back into those before. Both sides are at least 8 pixels.
 */
export function blockThresholds(grey: usize, width: usize, height: usize, to: usize): void {
  for (let y: usize = 0; y < height; y += BLOCK) {
    const row = grey + min(y, height - BLOCK) * width;
    for (let x: usize = 0; x < width; x += BLOCK, to++) store<u8>(to, thresholdOf(row + min(x, width - BLOCK), width));
  }
}

/** Sum of the thresholds of five columns, and how many are not 0 in the upper half: `sums` has both for each column. */
function fiveSums(sums: usize, x: i32): u32 {
  const at = sums + ((<usize>(x - REACH)) << 2);
  return load<u32>(at) + load<u32>(at, 4) + load<u32>(at, 8) + load<u32>(at, 12) + load<u32>(at, 16);
}

/**
 * Each threshold to `to` as the mean of those around it that are not 0, its own counting three times; what has none takes the next, or
 * the last there is. At least five columns and rows. `sums` has room for four bytes a column.
 */
export function smoothThresholds(from: usize, columns: i32, rows: i32, to: usize, sums: usize): void {
  for (let y = 0; y < rows; y++) {
    const top = from + <usize>((min(max(y, REACH), rows - REACH - 1) - REACH) * columns);
    for (let x = 0; x < columns; x++) {
      let sum: u32 = 0;
      for (let i = 0; i <= 2 * REACH; i++) {
        const value = <u32>load<u8>(top + <usize>(i * columns + x));
        sum += value + (value > 0 ? 0x10000 : 0);
      }
      store<u32>(sums + ((<usize>x) << 2), sum);
    }
    for (let x = 0; x < columns; x++) {
      const five = fiveSums(sums, min(max(x, REACH), columns - REACH - 1));
      const own = <u32>load<u8>(from + <usize>(y * columns + x));
      const count = (five >> 16) + (own > 0 ? 2 : 0);
      const sum = (five & 0xffff) + 2 * own;
      store<u8>(to + <usize>(y * columns + x), count > 0 ? <u8>(sum / count) : 0);
    }
  }
  fillGaps(to, to + <usize>(columns * rows));
}

/** Bytes of 0 take the next byte that is not, the last ones the last. */
function fillGaps(from: usize, end: usize): void {
  let after = from;
  for (let at = from; at < end; at++) {
    const value = load<u8>(at);
    if (value === 0) continue;
    if (after < at) memory.fill(after, value, at - after);
    after = at + 1;
  }
  if (after > from && after < end) memory.fill(after, load<u8>(after - 1), end - after);
}

/** Each threshold to the pixels of its column of blocks, one byte each. */
function spread(thresholds: usize, width: usize, line: usize): void {
  let x: usize = 0;
  for (; x + BLOCK < width; x += BLOCK, thresholds++) v128.store64_lane(line + x, i8x16.splat(load<u8>(thresholds)), 0);
  v128.store64_lane(line + width - BLOCK, i8x16.splat(load<u8>(thresholds)), 0);
}

/**
 * One bit a pixel to `bits`, `stride` bytes a row, the left one lowest: 1 where it is no lighter than its block's threshold. What is
 * right of the picture is anything. `stride` holds whole sixteens of pixels; `line` has room for them.
 */
export function toBits(
  grey: usize,
  width: usize,
  height: usize,
  thresholds: usize,
  bits: usize,
  stride: usize,
  line: usize,
): void {
  const columns = (width + BLOCK - 1) / BLOCK;
  const last = (height + BLOCK - 1) / BLOCK - 1;
  for (let y: usize = 0; y < height; y++) {
    // The last row of blocks reaches back, and counts there.
    const row = y >= height - BLOCK ? last : y / BLOCK;
    if (y % BLOCK === 0 || y === height - BLOCK) spread(thresholds + row * columns, width, line);
    const from = grey + y * width;
    const to = bits + y * stride;
    for (let x: usize = 0; x < width; x += 16) {
      const dark = i8x16.le_u(v128.load(from + x), v128.load(line + x));
      store<u16>(to + (x >> 3), <u16>i8x16.bitmask(dark));
    }
  }
}
