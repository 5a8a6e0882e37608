/** Four tables of 256 counts of four bytes. */
const TABLE: usize = 4 * 256;

/**
 * How many of the `count` values at `from` are 0, 1 and so on to 255: numbers of four bytes at `to`. There is room for four such tables there:
 * values beside each other are mostly equal, and each is counted in a table of its own so that none waits for the one before.
 */
export function countValues(from: usize, count: usize, to: usize): void {
  memory.fill(to, 0, 4 * TABLE);
  const end = from + count;
  for (; from + 4 <= end; from += 4) {
    const four = load<u32>(from);
    countOne(to + 4 * <usize>(four & 255));
    countOne(to + TABLE + 4 * <usize>((four >> 8) & 255));
    countOne(to + 2 * TABLE + 4 * <usize>((four >> 16) & 255));
    countOne(to + 3 * TABLE + 4 * <usize>(four >> 24));
  }
  for (; from < end; from++) countOne(to + 4 * <usize>load<u8>(from));
  for (let at = to; at < to + TABLE; at += 16) {
    const first = i32x4.add(v128.load(at), v128.load(at + TABLE));
    v128.store(at, i32x4.add(first, i32x4.add(v128.load(at + 2 * TABLE), v128.load(at + 3 * TABLE))));
  }
}

function countOne(at: usize): void {
  store<u32>(at, load<u32>(at) + 1);
}
