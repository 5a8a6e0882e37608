/** Shorter words have so many neighbours that one with an error means nothing. */
export const VARIANT_CHARS_MIN = 4;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}0123456789`;

/**
 * Returns every word that is this one with one error: a letter added, removed or replaced, or two neighbours swapped; in
 * alphabetical order, without the word itself. About 53 for each of its letters; none for a word under four letters.
 */
export function variantsOf(word: string): string[] {
  if (word.length < VARIANT_CHARS_MIN) return [];
  const signs = /\d/.test(word) ? SIGNS : LETTERS;
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    for (const sign of signs) {
      found.add(before + sign + word.slice(at));
      if (at < word.length) found.add(before + sign + after);
    }
    found.add(before + after);
    if (at + 1 < word.length) found.add(before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2));
  }
  found.delete(word);
  return [...found].sort();
}

/** Whether the words differ by at most one such error. */
export function areNear(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < VARIANT_CHARS_MIN - 1 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
