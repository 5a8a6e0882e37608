/**
 * Variance of the Laplacian (0 1 0 / 1 -4 1 / 0 1 0) over the inner pixels of a grey picture, of which there is one at least. Sums are whole
 * numbers, and so exact.
 */
export function varianceOfLaplacian(values: usize, width: i32, height: i32): f64 {
  let sum: i64 = 0;
  let squares: i64 = 0;
  for (let y = 1; y < height - 1; y++) {
    let at = values + <usize>(y * width + 1);
    const end = at + <usize>(width - 2);
    let sums = i32x4.splat(0);
    let squareSums = i64x2.splat(0);
    for (; at + 8 <= end; at += 8) {
      const eight = eightAt(at, width);
      const products = i32x4.dot_i16x8_s(eight, eight);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(eight));
      squareSums = i64x2.add(squareSums, i64x2.extend_low_i32x4_s(products));
      squareSums = i64x2.add(squareSums, i64x2.extend_high_i32x4_s(products));
    }
    for (let lane = 0; lane < 4; lane++) {
      sum += <i64>i32x4.extract_lane(sums, 0);
      sums = i32x4.shuffle(sums, sums, 1, 2, 3, 0);
    }
    squares += i64x2.extract_lane(squareSums, 0) + i64x2.extract_lane(squareSums, 1);
    for (; at < end; at++) {
      const value = <i64>oneAt(at, width);
      sum += value;
      squares += value * value;
    }
  }
  const count = <f64>(<i64>(width - 2) * <i64>(height - 2));
  const mean = <f64>sum / count;
  return <f64>squares / count - mean * mean;
}

function eightAt(at: usize, width: i32): v128 {
  const across = i16x8.add(v128.load8x8_u(at - 1), v128.load8x8_u(at, 1));
  const down = i16x8.add(v128.load8x8_u(at - width), v128.load8x8_u(at + width));
  return i16x8.sub(i16x8.add(across, down), i16x8.shl(v128.load8x8_u(at), 2));
}

function oneAt(at: usize, width: i32): i32 {
  const across = <i32>load<u8>(at - 1) + <i32>load<u8>(at, 1);
  const down = <i32>load<u8>(at - width) + <i32>load<u8>(at + width);
  return across + down - 4 * <i32>load<u8>(at);
}
