/** Three times sixteen bytes of red, green and blue in turn hold sixteen pixels. */
const STRIDE: usize = 48;

/** Sixteen reds of three vectors of interleaved pixels. */
export function redsOf(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
}

export function greensOf(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
}

export function bluesOf(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/** (red * r + green * g + blue * b) / 256 of sixteen pixels, rounded down; the weights add up to 256 at most. */
function lumaOf(r: v128, g: v128, b: v128, red: i16, green: i16, blue: i16): v128 {
  const low = i16x8.add(
    i16x8.add(
      i16x8.mul(i16x8.extend_low_i8x16_u(r), i16x8.splat(red)),
      i16x8.mul(i16x8.extend_low_i8x16_u(g), i16x8.splat(green)),
    ),
    i16x8.mul(i16x8.extend_low_i8x16_u(b), i16x8.splat(blue)),
  );
  const high = i16x8.add(
    i16x8.add(
      i16x8.mul(i16x8.extend_high_i8x16_u(r), i16x8.splat(red)),
      i16x8.mul(i16x8.extend_high_i8x16_u(g), i16x8.splat(green)),
    ),
    i16x8.mul(i16x8.extend_high_i8x16_u(b), i16x8.splat(blue)),
  );
  return i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8));
}

/** `count` pixels at `from`, red, green and blue in turn, to one byte each at `to`: luma after ITU-R BT.601, in 256ths. */
export function toGrey(from: usize, count: usize, to: usize): void {
  const end = from + 3 * count;
  for (; from + STRIDE <= end; from += STRIDE, to += 16) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    v128.store(to, lumaOf(redsOf(a, b, c), greensOf(a, b, c), bluesOf(a, b, c), 77, 150, 29));
  }
  for (; from < end; from += 3, to++) {
    const sum = 77 * <u32>load<u8>(from) + 150 * <u32>load<u8>(from, 1) + 29 * <u32>load<u8>(from, 2);
    store<u8>(to, <u8>(sum >> 8));
  }
}
