import { firstsOf, secondsOf, thirdsOf } from './triples';

/** 4 * `corner` + 2 * (`above` + `beside`) + `middle`, over nine and rounded, of sixteen bytes each. */
function mixOf(corner: v128, above: v128, beside: v128, middle: v128): v128 {
  return i8x16.narrow_i16x8_u(
    ninthOf(
      i16x8.extend_low_i8x16_u(corner),
      i16x8.extend_low_i8x16_u(above),
      i16x8.extend_low_i8x16_u(beside),
      i16x8.extend_low_i8x16_u(middle),
    ),
    ninthOf(
      i16x8.extend_high_i8x16_u(corner),
      i16x8.extend_high_i8x16_u(above),
      i16x8.extend_high_i8x16_u(beside),
      i16x8.extend_high_i8x16_u(middle),
    ),
  );
}

/** A ninth is 3641 of 32768ths, and rounds right for all sums there are: they are 2295 at most, and none is half a ninth off. */
function ninthOf(corner: v128, above: v128, beside: v128, middle: v128): v128 {
  const sides = i16x8.add(above, beside);
  const sum = i16x8.add(i16x8.add(i16x8.shl(corner, 2), i16x8.shl(sides, 1)), middle);
  return i16x8.q15mulr_sat_s(sum, i16x8.splat(3641));
}

/** Two rows of sixteen pixels in turn as one of thirty-two. */
function storePairs(left: v128, right: v128, to: usize): void {
  v128.store(to, i8x16.shuffle(left, right, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  v128.store(to, i8x16.shuffle(left, right, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
}

/**
 * A picture of one byte a pixel at two thirds of its size: four pixels for nine, each the mean of the area it covers; what is left over at
 * the right or below is left out. Up to 31 bytes are written after each row, and 48 read after the last.
 */
export function shrinkToTwoThirds(from: usize, width: usize, height: usize, to: usize): void {
  const across = (width / 3) * 2;
  for (let y: usize = 0; y < height / 3; y++, from += width * 3, to += across * 2) {
    for (let lower = 0; lower < 2; lower++) {
      const outer = from + (lower ? width * 2 : 0);
      const inner = from + width;
      const out = to + (lower ? across : <usize>0);
      for (let x: usize = 0, column: usize = 0; x < across; x += 32, column += 48) {
        mixTriples(outer + column, inner + column, out + x);
      }
    }
  }
}

/** Sixteen triples of an outer row and the inner one beside it. */
function mixTriples(outer: usize, inner: usize, to: usize): void {
  const a = v128.load(outer);
  const b = v128.load(outer, 16);
  const c = v128.load(outer, 32);
  const d = v128.load(inner);
  const e = v128.load(inner, 16);
  const f = v128.load(inner, 32);
  const above = secondsOf(a, b, c);
  const middle = secondsOf(d, e, f);
  storePairs(
    mixOf(firstsOf(a, b, c), above, firstsOf(d, e, f), middle),
    mixOf(thirdsOf(a, b, c), above, thirdsOf(d, e, f), middle),
    to,
  );
}
