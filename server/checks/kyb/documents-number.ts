/** Shorter numbers stand on any document. */
const NUMBER_CHARS_MIN = 4;
/** What may stand between the characters of a number, however it was submitted. */
const BETWEEN = '[\\s.,/_:–-]{0,3}';
/** What a reader of pictures takes for each other, as characters of a pattern. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ['0OQD', '1IL|', '2Z', '5S', '6G', '8B'].flatMap((group) => [...group].map((character) => [character, `[${group}]`])),
);

/**
 * Whether a number stands on a document in any spacing and punctuation, with or without the noughts that lead it, and is no part of a
 * longer one. With `tolerant` also as a reader of pictures may have read it (`O` for `0`). Null where it is too short
 * to tell anything.
 */
export function showsNumber(lines: readonly string[], number: string, tolerant: boolean): boolean | null {
  const characters = number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (characters.length < NUMBER_CHARS_MIN) return null;
  const rows = lines.map((line) => line.toUpperCase());
  const patterns = [patternOf(characters, false), ...(tolerant ? [patternOf(characters, true)] : [])];
  return patterns.some((pattern) => rows.some((row) => pattern.test(row)));
}

function patternOf(characters: string, tolerant: boolean): RegExp {
  const zeros = /^0*/.exec(characters)?.[0] ?? '';
  // A number of noughts alone keeps them.
  const rest = characters.slice(zeros.length) || characters;
  const written = [...rest].map((character) => (tolerant && LOOKALIKES[character]) || character).join(BETWEEN);
  const nought = tolerant ? LOOKALIKES['0'] : '0';
  // A figure behind a dash or a full stop goes on with the number; behind a space another one begins.
  return new RegExp(`(?<![A-Z0-9]|\\d[.,/-])(?:${nought}${BETWEEN}){0,8}${written}(?![A-Z0-9]|[.,/-]\\d)`, 'u');
}
