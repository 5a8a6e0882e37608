/** A table of a colour's light has 256 numbers of four bytes. */
const COLOUR: usize = 4 * 256;
/** The lowest bits of the added light, which are dropped; the bits of an index in the last table; and the bits between two of its entries. */
const FRACTION_BITS: u32 = 8;
const PLACE_BITS: u32 = 4;

/**
 * Converts `count` pixels at `from`, interleaved red, green and blue, to one byte each at `to`. `tables` holds the light of each value of red, green
 * and blue, and for each sixteen steps of light a two-byte number that, plus the step within them, is sixteen times the grey value.
 */
export function toLinearGrey(from: usize, count: usize, to: usize, tables: usize): void {
  const end = to + count;
  for (; to + 4 <= end; to += 4, from += 12) {
    store<u8>(to, greyAt(from, tables));
    store<u8>(to, greyAt(from + 3, tables), 1);
    store<u8>(to, greyAt(from + 6, tables), 2);
    store<u8>(to, greyAt(from + 9, tables), 3);
  }
  for (; to < end; to++, from += 3) store<u8>(to, greyAt(from, tables));
}

function greyAt(from: usize, tables: usize): u8 {
  const light =
    load<u32>(tables + 4 * <u32>load<u8>(from)) +
    load<u32>(tables + 4 * <u32>load<u8>(from, 1), COLOUR) +
    load<u32>(tables + 4 * <u32>load<u8>(from, 2), 2 * COLOUR);
  const step = light >> FRACTION_BITS;
  const sixteenths = <u32>load<u16>(tables + 2 * (step >> PLACE_BITS), 3 * COLOUR) + (step & ((1 << PLACE_BITS) - 1));
  return <u8>(sixteenths >> PLACE_BITS);
}
