/** Returns the rounded means of eight squares of four pixels each: two vectors of the upper row and two of the lower one produce sixteen. */
function meansOf(above: v128, below: v128): v128 {
  const sums = i16x8.add(i16x8.extadd_pairwise_i8x16_u(above), i16x8.extadd_pairwise_i8x16_u(below));
  return i16x8.shr_u(i16x8.add(sums, i16x8.splat(2)), 2);
}

/**
 * Halves a picture of one byte per pixel: each pixel is the mean of four; drops an odd column on the right or row at
 * the bottom. Writes up to 15 bytes after each row, and reads 32 after the last.
 */
export function halve(from: usize, width: usize, height: usize, to: usize): void {
  const across = width >> 1;
  for (let y: usize = 0; y < height >> 1; y++, to += across, from += 2 * width) {
    for (let x: usize = 0; x < across; x += 16) {
      const above = from + 2 * x;
      const below = above + width;
      const left = meansOf(v128.load(above), v128.load(below));
      const right = meansOf(v128.load(above, 16), v128.load(below, 16));
      v128.store(to + x, i8x16.narrow_i16x8_u(left, right));
    }
  }
}
