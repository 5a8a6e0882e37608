/** Twelve bytes of interleaved red, green and blue hold four pixels. */
const STRIDE: usize = 12;

/** Returns the luma of the four pixels at `from`: the weighted values without their lowest `bits`. */
function lumaAt(from: usize, redGreen: v128, blue: v128, half: v128, bits: i32): v128 {
  const pixels = v128.load(from);
  const redsGreens = i8x16.swizzle(pixels, i8x16(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1));
  const blues = i8x16.swizzle(pixels, i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1));
  const sum = i32x4.add(i32x4.dot_i16x8_s(redsGreens, redGreen), i32x4.dot_i16x8_s(blues, blue));
  return i32x4.shr_u(i32x4.add(sum, half), bits);
}

/**
 * Converts `count` pixels at `from`, interleaved red, green and blue, to one byte each at `to`: luma after ITU-R BT.601 by weights that add up to 2
 * to the power `bits`; `half` is added first, for rounding. Writes up to 15 bytes after the last pixel, and reads 48.
 */
export function toGrey(
  from: usize,
  count: usize,
  to: usize,
  red: i32,
  green: i32,
  blue: i32,
  half: i32,
  bits: i32,
): void {
  const redGreen = i32x4.splat((green << 16) | red);
  const blues = i32x4.splat(blue);
  const halves = i32x4.splat(half);
  for (let end = to + count; to < end; to += 16, from += 4 * STRIDE) {
    const low = i16x8.narrow_i32x4_u(
      lumaAt(from, redGreen, blues, halves, bits),
      lumaAt(from + STRIDE, redGreen, blues, halves, bits),
    );
    const high = i16x8.narrow_i32x4_u(
      lumaAt(from + 2 * STRIDE, redGreen, blues, halves, bits),
      lumaAt(from + 3 * STRIDE, redGreen, blues, halves, bits),
    );
    v128.store(to, i8x16.narrow_i16x8_u(low, high));
  }
}
