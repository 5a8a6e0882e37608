/** Side of the blocks whose edges are measured. */
const BLOCK: i32 = 16;

/** Adds the square roots of the squared gradients of eight pixels, given as two vectors of four. */
function lengthsOf(across: v128, down: v128): v128 {
  const low = i8x16.shuffle(across, down, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
  const high = i8x16.shuffle(across, down, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
  return f32x4.add(
    f32x4.sqrt(f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(low, low))),
    f32x4.sqrt(f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(high, high))),
  );
}

/** Sums of the lengths of the gradients of sixteen pixels, in fours. Those that `mask` excludes are 0. */
function rowStrength(at: usize, width: usize, mask: v128): v128 {
  const right = v128.and(v128.load(at + 1), mask);
  const left = v128.and(v128.load(at - 1), mask);
  const below = v128.and(v128.load(at + width), mask);
  const above = v128.and(v128.load(at - width), mask);
  return f32x4.add(
    lengthsOf(
      i16x8.sub(i16x8.extend_low_i8x16_u(right), i16x8.extend_low_i8x16_u(left)),
      i16x8.sub(i16x8.extend_low_i8x16_u(below), i16x8.extend_low_i8x16_u(above)),
    ),
    lengthsOf(
      i16x8.sub(i16x8.extend_high_i8x16_u(right), i16x8.extend_high_i8x16_u(left)),
      i16x8.sub(i16x8.extend_high_i8x16_u(below), i16x8.extend_high_i8x16_u(above)),
    ),
  );
}

/**
 * Writes, for each whole block of 16 x 16 pixels of a grey picture, the sum of the lengths of its gradients, which span
 * two pixels, one number of four bytes each at `to`, row by row. The outermost pixels have none.
 */
export function edgeStrengths(grey: usize, width: i32, height: i32, to: usize): void {
  const columns = width / BLOCK;
  const rows = height / BLOCK;
  const all = i8x16.splat(-1);
  const butFirst = i8x16.replace_lane(all, 0, 0);
  for (let row = 0; row < rows; row++) {
    const top = max(1, row * BLOCK);
    const bottom = min(height - 1, (row + 1) * BLOCK);
    for (let column = 0; column < columns; column++, to += 4) {
      let mask = column === 0 ? butFirst : all;
      if ((column + 1) * BLOCK === width) mask = i8x16.replace_lane(mask, 15, 0);
      let sum = f32x4.splat(0);
      for (let y = top; y < bottom; y++)
        sum = f32x4.add(sum, rowStrength(grey + <usize>(y * width + column * BLOCK), <usize>width, mask));
      const total =
        f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        f32x4.extract_lane(sum, 2) +
        f32x4.extract_lane(sum, 3);
      store<f32>(to, total);
    }
  }
}
