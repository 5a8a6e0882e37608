/** Shorter numbers are those of many. */
const CHARS_MIN = 6;

/** A number in the one writing that all its writings share: capitals and digits alone. Null where it tells nobody apart. */
export function foldIdentifier(value: string): string | null {
  const folded = value.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return folded.length >= CHARS_MIN && /\d/.test(folded) ? folded : null;
}
