/** Returns how much sixteen pixels differ from those `offset` after them. */
function differencesAt(at: usize, offset: usize): v128 {
  const values = v128.load(at);
  const next = v128.load(at + offset);
  return v128.or(i8x16.sub_sat_u(values, next), i8x16.sub_sat_u(next, values));
}

function pairsOf(bytes: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
}

/** Returns the sum of the differences between `count` pixels and those `offset` after them. */
export function sumDifferences(from: usize, count: i32, offset: usize): i32 {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  let sums = i32x4.splat(0);
  for (; count >= 16; count -= 16, from += 16) sums = i32x4.add(sums, pairsOf(differencesAt(from, offset)));
  const inside = i8x16.lt_s(places, i8x16.splat(<i8>count));
  sums = i32x4.add(sums, pairsOf(v128.and(differencesAt(from, offset), inside)));
  sums = i32x4.add(sums, i32x4.shuffle(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
}

/**
 * Writes the strength of vertical strokes in parts of each row, `part` pixels long, the last one shorter: sums of the differences between neighbours,
 * as four bytes each, those of a part in all rows in sequence. The last pixel of a row has no stroke. Reads up to 17 bytes after the last row.
 */
export function sumStrokes(from: usize, width: i32, rows: i32, part: i32, to: usize): void {
  for (let y = 0; y < rows; y++, from += width, to += 4) {
    for (let x = 0, out = to; x < width; x += part, out += 4 * rows)
      store<i32>(out, sumDifferences(from + x, max(0, min(part, width - 1 - x)), 1));
  }
}
