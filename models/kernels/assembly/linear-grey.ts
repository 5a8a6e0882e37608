/** A table of a colour's light has 256 numbers of four bytes. */
const COLOUR: usize = 4 * 256;
/** The lowest bits of the added light, which are left out; those that tell a place in the last table; and those that tell a place between two of its numbers. */
const FRACTION_BITS: u32 = 8;
const PLACE_BITS: u32 = 4;

/**
 * `count` pixels at `from`, red, green and blue in turn, to one byte each at `to`. At `tables`: how much light each value of red, green and blue is, and
 * for each sixteen steps of light a number of two bytes that, with the step within them added, is sixteen times the grey value.
 */
export function toLinearGrey(from: usize, count: usize, to: usize, tables: usize): void {
  const end = to + count;
  for (; to + 4 <= end; to += 4, from += 12) {
    const a = load<u32>(from);
    const b = load<u32>(from, 4);
    const c = load<u32>(from, 8);
    const first = greyOf(tables, a & 255, (a >> 8) & 255, (a >> 16) & 255);
    const second = greyOf(tables, a >> 24, b & 255, (b >> 8) & 255);
    const third = greyOf(tables, (b >> 16) & 255, b >> 24, c & 255);
    const fourth = greyOf(tables, (c >> 8) & 255, (c >> 16) & 255, c >> 24);
    store<u32>(to, first | (second << 8) | (third << 16) | (fourth << 24));
  }
  for (; to < end; to++, from += 3)
    store<u8>(to, <u8>greyOf(tables, load<u8>(from), load<u8>(from, 1), load<u8>(from, 2)));
}

function greyOf(tables: usize, red: u32, green: u32, blue: u32): u32 {
  const light =
    load<u32>(tables + 4 * red) + load<u32>(tables + 4 * green, COLOUR) + load<u32>(tables + 4 * blue, 2 * COLOUR);
  const step = light >> FRACTION_BITS;
  const sixteenths = <u32>load<u16>(tables + 2 * (step >> PLACE_BITS), 3 * COLOUR) + (step & ((1 << PLACE_BITS) - 1));
  return sixteenths >> PLACE_BITS;
}
