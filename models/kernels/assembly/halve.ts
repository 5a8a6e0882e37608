/** Pairs red, green and blue of two pixels with those of the adjacent two. */
function pairsOf(pixels: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.shuffle(pixels, pixels, 0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11, 0, 0, 0, 0));
}

/** Returns the rounded mean of four, for two pixels: six sums of sixteen bits. */
function meansOf(upper: v128, lower: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.add(pairsOf(upper), pairsOf(lower)), i16x8.splat(2)), 2);
}

/** Writes one row of `width` pixels at half size, from the rows at `p` and `q`. */
function halveRow(p: usize, q: usize, width: i32, to: usize): void {
  let left = width >> 1;
  for (; left >= 4; left -= 4, p += 24, q += 24, to += 12) {
    const first = meansOf(v128.load(p), v128.load(q));
    const second = meansOf(v128.load(p, 12), v128.load(q, 12));
    v128.store(to, i8x16.shuffle(first, second, 0, 2, 4, 6, 8, 10, 16, 18, 20, 22, 24, 26, 0, 0, 0, 0));
  }
  for (left += width & 1; left > 0; left--, p += 6, q += 6, to += 3) {
    const next: usize = left === 1 && (width & 1) === 1 ? 0 : 3;
    for (let colour: usize = 0; colour < 3; colour++) {
      const upper = <u32>load<u8>(p + colour) + <u32>load<u8>(p + colour + next);
      const lower = <u32>load<u8>(q + colour) + <u32>load<u8>(q + colour + next);
      store<u8>(to + colour, <u8>((upper + lower + 2) >> 2));
    }
  }
}

/**
 * Halves `rows` rows of `width` pixels at `from`, interleaved red, green and blue: each pixel is the mean of four, and
 * an odd last row or column counts twice. Reads and writes up to 16 bytes beyond the data.
 */
export function halve(from: usize, width: i32, rows: i32, to: usize): void {
  const stride: usize = 3 * width;
  const halfStride: usize = 3 * ((width + 1) >> 1);
  for (let row = 0; row < rows; row += 2, from += 2 * stride, to += halfStride)
    halveRow(from, row + 1 < rows ? from + stride : from, width, to);
}
