import { parseMrz } from '../mrz/parse.ts';
import type { MrzParsed } from '../mrz/types.ts';

/** Number of lines and their width, of every format of ICAO Doc 9303. */
const SHAPES = [
  [3, 30],
  [2, 36],
  [2, 44],
] as const;
/** An MRZ has at most 90 characters; this leaves room for whatever else an issuer writes. */
const PAYLOAD_CHARS_MAX = 2_000;

/**
 * Returns the MRZ in a barcode's text, with or without line breaks, or null. The symbol's error correction guarantees
 * the characters, so a text with wrong check digits is not an MRZ. `today` is YYYY-MM-DD.
 */
export function mrzInPayload(text: string, today: string): MrzParsed | null {
  if (text.length > PAYLOAD_CHARS_MAX) return null;
  const rows = text
    .split(/[\r\n]+/)
    .map((row) => row.trim())
    .filter((row) => row !== '');
  for (const [count, width] of SHAPES) {
    const cut = rows.flatMap((row) => (row.length === count * width ? cutEvery(row, width) : [row]));
    for (let i = 0; i + count <= cut.length; i++) {
      const mrz = parseMrz(cut.slice(i, i + count), today);
      if (mrz?.valid) return mrz;
    }
  }
  return null;
}

function cutEvery(row: string, width: number): string[] {
  return Array.from({ length: row.length / width }, (_, i) => row.slice(i * width, (i + 1) * width));
}
