/** Shorter numbers are shared by many. */
const CHARS_MIN = 6;

/** Returns a number in its canonical notation: capitals and digits alone. Null if it distinguishes nobody. */
export function foldIdentifier(value: string): string | null {
  const folded = value.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return folded.length >= CHARS_MIN && /\d/.test(folded) ? folded : null;
}
