/** Sums each column over `rows` rows of one byte per pixel, at most 257, as two bytes each. Writes up to 32 bytes beyond the end. */
export function sumColumns(from: usize, width: usize, rows: usize, to: usize): void {
  for (let x: usize = 0; x < width; x += 16) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    for (let y: usize = 0, at = from + x; y < rows; y++, at += width) {
      const values = v128.load(at);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(values));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(values));
    }
    v128.store(to + 2 * x, low);
    v128.store(to + 2 * x, high, 16);
  }
}

/** Columns that are summed at once. */
const COLUMNS: usize = 8;

/** Returns the size in bytes of the work memory of `evenContrast`. */
export function evenContrastWork(width: usize): usize {
  return 32 * (width + COLUMNS + 1) + 48;
}

/** Sums, up to each column, the values and their squares, alternating, eight bytes each. */
function sumUp(from: usize, width: usize, rows: usize, work: usize, sums: usize): void {
  let total = f64x2.splat(0);
  v128.store(sums, total);
  for (let x: usize = 0; x < width; x += COLUMNS) {
    let values = i16x8.splat(0);
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    for (let y: usize = 0, at = from + x; y < rows; y++, at += width) {
      const row = v128.load_ext<u8>(at);
      values = i16x8.add(values, row);
      low = i32x4.add(low, i32x4.extmul_low_i16x8_u(row, row));
      high = i32x4.add(high, i32x4.extmul_high_i16x8_u(row, row));
    }
    v128.store(work, values);
    v128.store(work, low, 16);
    v128.store(work, high, 32);
    for (let i: usize = 0; i < COLUMNS; i++) {
      const sum = <f64>load<u16>(work + 2 * i);
      total = f64x2.add(total, f64x2(sum, <f64>load<u32>(work + 4 * i, 16)));
      v128.store(sums + 16 * (x + i + 1), total);
    }
  }
}

/** Evens out two numbers of eight bytes: `middle` + (value - mean) * gain. `means` are the means and gains of both, alternating. */
function evenTwo(values: v128, middle: v128, means: usize): v128 {
  const first = v128.load(means);
  const second = v128.load(means, 16);
  const mean = i64x2.shuffle(first, second, 0, 2);
  const gain = i64x2.shuffle(first, second, 1, 3);
  const value = f64x2.add(middle, f64x2.mul(f64x2.sub(f64x2.convert_low_i32x4_u(values), mean), gain));
  return i32x4.trunc_sat_f64x2_s_zero(value);
}

/** Evens out four pixels. */
function evenFour(values: v128, middle: v128, means: usize): v128 {
  const upper = i64x2.shuffle(values, values, 1, 1);
  return i64x2.shuffle(evenTwo(values, middle, means), evenTwo(upper, middle, means + 32), 0, 2);
}

/**
 * Evens out light and contrast along `rows` rows of one byte per pixel: over the `reach` columns to both sides of each, and its own, the mean becomes
 * `middle` and the standard deviation, if it is at least `least`, `spread`. Writes up to 7 bytes after each row and reads them after the last.
 */
export function evenContrast(
  from: usize,
  width: usize,
  rows: usize,
  reach: usize,
  middle: f64,
  spread: f64,
  least: f64,
  work: usize,
  to: usize,
): void {
  const sums = work + 48;
  const means = sums + 16 * (width + COLUMNS + 1);
  sumUp(from, width, rows, work, sums);
  for (let x: usize = 0; x < width; x++) {
    const first = x > reach ? x - reach : 0;
    const end = min(width, x + reach + 1);
    const count = <f64>((end - first) * rows);
    const sum = f64x2.sub(v128.load(sums + 16 * end), v128.load(sums + 16 * first));
    const mean = f64x2.extract_lane(sum, 0) / count;
    const variance = Math.max(0, f64x2.extract_lane(sum, 1) / count - mean * mean);
    v128.store(means + 16 * x, f64x2(mean, spread / Math.max(least, Math.sqrt(variance))));
  }
  const target = f64x2.splat(middle);
  for (let y: usize = 0; y < rows; y++, from += width, to += width) {
    for (let x: usize = 0; x < width; x += COLUMNS) {
      const values = v128.load_ext<u8>(from + x);
      const low = evenFour(i32x4.extend_low_i16x8_u(values), target, means + 16 * x);
      const high = evenFour(i32x4.extend_high_i16x8_u(values), target, means + 16 * x + 64);
      const words = i16x8.narrow_i32x4_s(low, high);
      v128.store_lane<u64>(to + x, i8x16.narrow_i16x8_u(words, words), 0);
    }
  }
}
