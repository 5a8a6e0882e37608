/** The means, rounded, of eight squares of four pixels each: two vectors of the upper row and two of the lower one give sixteen. */
function meansOf(above: v128, below: v128): v128 {
  const sums = i16x8.add(i16x8.extadd_pairwise_i8x16_u(above), i16x8.extadd_pairwise_i8x16_u(below));
  return i16x8.shr_u(i16x8.add(sums, i16x8.splat(2)), 2);
}

/**
 * A picture of one byte a pixel at half its size: each pixel the mean of four; what is odd at the right or below is left out. Up to 15
 * bytes are written after each row, and 32 read after the last.
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
