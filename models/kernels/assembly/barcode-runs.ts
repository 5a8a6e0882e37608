/**
 * How long a row of bits stays white and dark in turn, two bytes each at `to`; returns how many there are. The first and the last are
 * white, and 0 where the row begins or ends dark. The row is read in eights of bytes.
 */
export function runsOf(bits: usize, width: i32, to: usize): i32 {
  const begin = to;
  let before: u64 = 0;
  let last = 0;
  for (let from = 0; from < width; from += 64, bits += 8) {
    const word = load<u64>(bits);
    let edges = word ^ ((word << 1) | before);
    before = word >> 63;
    for (; edges !== 0; edges &= edges - 1) {
      const at = from + <i32>ctz(edges);
      if (at >= width) break;
      store<u16>(to, <u16>(at - last));
      to += 2;
      last = at;
    }
  }
  store<u16>(to, <u16>(width - last));
  to += 2;
  // What was last is dark: nothing white is behind it.
  if ((to - begin) % 4 === 0) {
    store<u16>(to, 0);
    to += 2;
  }
  return <i32>((to - begin) >> 1);
}

/** `count` lengths from back to front. */
export function reverseRuns(from: usize, count: i32, to: usize): void {
  for (let at = from + ((<usize>(count - 1)) << 1); at >= from; at -= 2, to += 2) store<u16>(to, load<u16>(at));
}

/** The bits of a column, from top to bottom. */
export function columnOf(bits: usize, stride: usize, height: i32, x: i32, to: usize): void {
  const shift = x & 7;
  let at = bits + (<usize>x >> 3);
  for (let y = 0; y < height; y += 64, to += 8) {
    let word: u64 = 0;
    const count = min(64, height - y);
    for (let i = 0; i < count; i++, at += stride) word |= (<u64>((<u32>load<u8>(at) >> shift) & 1)) << i;
    store<u64>(to, word);
  }
}
