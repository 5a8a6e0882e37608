/** Three times sixteen bytes that lie in threes hold sixteen of each. */
const STRIDE: usize = 48;

/** Every third byte of three vectors, from the first on. */
function firstsOf(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
}

function secondsOf(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
}

function thirdsOf(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/** Four grey values, of red and green in turn, and of blue and one in turn. */
function greysOf(redGreen: v128, blueOne: v128): v128 {
  const sum = i32x4.add(
    i32x4.dot_i16x8_s(redGreen, i16x8(306, 601, 306, 601, 306, 601, 306, 601)),
    i32x4.dot_i16x8_s(blueOne, i16x8(117, 512, 117, 512, 117, 512, 117, 512)),
  );
  return i32x4.shr_u(sum, 10);
}

/** Eight grey values of sixteen bytes of red and green in turn, and of blue and one in turn. */
function eightGreysOf(redGreen: v128, blueOne: v128): v128 {
  return i16x8.narrow_i32x4_u(
    greysOf(i16x8.extend_low_i8x16_u(redGreen), i16x8.extend_low_i8x16_u(blueOne)),
    greysOf(i16x8.extend_high_i8x16_u(redGreen), i16x8.extend_high_i8x16_u(blueOne)),
  );
}

/** `count` pixels at `from`, red, green and blue in turn, to one byte each at `to`: luma after ITU-R BT.601, in 1,024ths, rounded. */
export function toReadersGrey(from: usize, count: usize, to: usize): void {
  const end = from + 3 * count;
  const one = i8x16.splat(1);
  for (; from + STRIDE <= end; from += STRIDE, to += 16) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const red = firstsOf(a, b, c);
    const green = secondsOf(a, b, c);
    const blue = thirdsOf(a, b, c);
    const low = eightGreysOf(
      i8x16.shuffle(red, green, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
      i8x16.shuffle(blue, one, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
    );
    const high = eightGreysOf(
      i8x16.shuffle(red, green, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
      i8x16.shuffle(blue, one, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
    );
    v128.store(to, i8x16.narrow_i16x8_u(low, high));
  }
  for (; from < end; from += 3, to++) {
    const sum = 306 * <u32>load<u8>(from) + 601 * <u32>load<u8>(from, 1) + 117 * <u32>load<u8>(from, 2);
    store<u8>(to, <u8>((sum + 512) >> 10));
  }
}
