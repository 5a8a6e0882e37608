/** Pixels of a window's side, and of all of it. */
const SIDE: usize = 32;
const PIXELS: f64 = 1024;
const BYTES: usize = 16;

function sumOfLanes(lanes: v128): f64 {
  const first = i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1);
  return <f64>(first + i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3));
}

function sumOfValues(from: usize, stride: usize): f64 {
  let sums = i32x4.splat(0);
  for (let row: usize = 0; row < SIDE; row++, from += stride)
    for (let at = from; at < from + SIDE; at += BYTES)
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v128.load(at))));
  return sumOfLanes(sums);
}

function sumOfSquares(from: usize, stride: usize): f64 {
  let sums = i32x4.splat(0);
  for (let row: usize = 0; row < SIDE; row++, from += stride) {
    for (let at = from; at < from + SIDE; at += BYTES) {
      const values = v128.load(at);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_low_i8x16_u(values, values)));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_high_i8x16_u(values, values)));
    }
  }
  return sumOfLanes(sums);
}

/** Four whole numbers (u32), less `mean`, times `gain`: as f64, and then rounded to f32. */
function normal(values: v128, mean: v128, gain: v128): v128 {
  const others = i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  const low = f64x2.mul(f64x2.sub(f64x2.convert_low_i32x4_u(values), mean), gain);
  const high = f64x2.mul(f64x2.sub(f64x2.convert_low_i32x4_u(others), mean), gain);
  return i8x16.shuffle(
    f32x4.demote_f64x2_zero(low),
    f32x4.demote_f64x2_zero(high),
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    16,
    17,
    18,
    19,
    20,
    21,
    22,
    23,
  );
}

/**
 * A window of 32 rows of 32 bytes, `stride` bytes from row to row, as 1024 numbers (f32) at `to`, whose mean is 0 and whose spread is 1;
 * what spreads less than `spreadMin` is divided by that instead.
 */
export function takeWindow(from: usize, stride: usize, spreadMin: f64, to: usize): void {
  const middle = sumOfValues(from, stride) / PIXELS;
  const spread = Math.sqrt(Math.max(0, sumOfSquares(from, stride) / PIXELS - middle * middle));
  const mean = f64x2.splat(middle);
  const gain = f64x2.splat(1 / Math.max(spreadMin, spread));
  for (let row: usize = 0; row < SIDE; row++, from += stride) {
    for (let at = from; at < from + SIDE; at += BYTES, to += 4 * BYTES) {
      const values = v128.load(at);
      const low = i16x8.extend_low_i8x16_u(values);
      const high = i16x8.extend_high_i8x16_u(values);
      v128.store(to, normal(i32x4.extend_low_i16x8_u(low), mean, gain));
      v128.store(to, normal(i32x4.extend_high_i16x8_u(low), mean, gain), 16);
      v128.store(to, normal(i32x4.extend_low_i16x8_u(high), mean, gain), 32);
      v128.store(to, normal(i32x4.extend_high_i16x8_u(high), mean, gain), 48);
    }
  }
}
