/** Twelve bytes of red, green and blue in turn hold four pixels. */
const STRIDE: usize = 12;

/** 256 times the luma of the four pixels at `from`. */
function lumaAt(from: usize): v128 {
  const pixels = v128.load(from);
  const redsGreens = i8x16.swizzle(pixels, i8x16(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1));
  const blues = i8x16.swizzle(pixels, i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1));
  return i32x4.add(
    i32x4.dot_i16x8_s(redsGreens, i16x8(77, 150, 77, 150, 77, 150, 77, 150)),
    i32x4.dot_i16x8_s(blues, i16x8(29, 0, 29, 0, 29, 0, 29, 0)),
  );
}

/**
 * `count` pixels at `from`, red, green and blue in turn, to one byte each at `to`: luma after ITU-R BT.601, in 256ths, rounded down. Up to 15
 * bytes are written after the last pixel, and 48 read.
 */
export function toGrey(from: usize, count: usize, to: usize): void {
  for (let end = to + count; to < end; to += 16, from += 4 * STRIDE) {
    const low = i16x8.narrow_i32x4_u(lumaAt(from), lumaAt(from + STRIDE));
    const high = i16x8.narrow_i32x4_u(lumaAt(from + 2 * STRIDE), lumaAt(from + 3 * STRIDE));
    v128.store(to, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8)));
  }
}
