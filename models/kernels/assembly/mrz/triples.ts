/** Returns the first bytes of sixteen triples, which three consecutive vectors hold. */
export function firstsOf(a: v128, b: v128, c: v128): v128 {
  const upper = i8x16.swizzle(a, i8x16(0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  const middle = i8x16.swizzle(b, i8x16(-1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14, -1, -1, -1, -1, -1));
  return v128.or(
    v128.or(upper, middle),
    i8x16.swizzle(c, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 4, 7, 10, 13)),
  );
}

export function secondsOf(a: v128, b: v128, c: v128): v128 {
  const upper = i8x16.swizzle(a, i8x16(1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  const middle = i8x16.swizzle(b, i8x16(-1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1));
  return v128.or(
    v128.or(upper, middle),
    i8x16.swizzle(c, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14)),
  );
}

export function thirdsOf(a: v128, b: v128, c: v128): v128 {
  const upper = i8x16.swizzle(a, i8x16(2, 5, 8, 11, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  const middle = i8x16.swizzle(b, i8x16(-1, -1, -1, -1, -1, 1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1));
  return v128.or(
    v128.or(upper, middle),
    i8x16.swizzle(c, i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15)),
  );
}
