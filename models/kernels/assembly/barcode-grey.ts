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

/** The low, or the high, eight of the sums of threes of a row, sixteen in all. */
function threesOf(row: usize, high: bool): v128 {
  const a = v128.load(row);
  const b = v128.load(row, 16);
  const c = v128.load(row, 32);
  const first = firstsOf(a, b, c);
  const second = secondsOf(a, b, c);
  const third = thirdsOf(a, b, c);
  if (high) {
    const sum = i16x8.add(i16x8.extend_high_i8x16_u(first), i16x8.extend_high_i8x16_u(second));
    return i16x8.add(sum, i16x8.extend_high_i8x16_u(third));
  }
  const sum = i16x8.add(i16x8.extend_low_i8x16_u(first), i16x8.extend_low_i8x16_u(second));
  return i16x8.add(sum, i16x8.extend_low_i8x16_u(third));
}

/** (sum + 4) / 9, rounded down, of eight sums of nine bytes: 7,282 / 65,536 is exact enough for all of them. */
function ninthsOf(sum: v128): v128 {
  const rounded = i16x8.add(sum, i16x8.splat(4));
  const factor = i16x8.splat(7282);
  return i16x8.narrow_i32x4_u(
    i32x4.shr_u(i32x4.extmul_low_i16x8_u(rounded, factor), 16),
    i32x4.shr_u(i32x4.extmul_high_i16x8_u(rounded, factor), 16),
  );
}

function nineOf(row: usize, width: usize, high: bool): v128 {
  const sum = i16x8.add(threesOf(row, high), threesOf(row + width, high));
  return ninthsOf(i16x8.add(sum, threesOf(row + 2 * width, high)));
}

/** A grey picture at a third of its size to `to`: each pixel the rounded mean of nine; what is left over on the right and below is left out. */
export function shrinkByThree(from: usize, width: usize, height: usize, to: usize): void {
  const columns = width / 3;
  const rows = height / 3;
  for (let y: usize = 0; y < rows; y++) {
    let row = from + 3 * y * width;
    let x: usize = 0;
    for (; x + 16 <= columns; x += 16, row += STRIDE, to += 16)
      v128.store(to, i8x16.narrow_i16x8_u(nineOf(row, width, false), nineOf(row, width, true)));
    for (; x < columns; x++, row += 3, to++) {
      let sum: u32 = 4;
      for (let i: usize = 0; i < 3; i++) {
        const at = row + i * width;
        sum += <u32>load<u8>(at) + <u32>load<u8>(at, 1) + <u32>load<u8>(at, 2);
      }
      store<u8>(to, <u8>(sum / 9));
    }
  }
}
