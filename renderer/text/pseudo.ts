const LETTERS: Readonly<Record<string, string>> = {
  a: 'å',
  c: 'ç',
  e: 'ë',
  i: 'ï',
  n: 'ñ',
  o: 'ø',
  s: 'š',
  u: 'ü',
  y: 'ÿ',
  A: 'Å',
  C: 'Ç',
  E: 'Ë',
  I: 'Ï',
  N: 'Ñ',
  O: 'Ø',
  S: 'Š',
  U: 'Ü',
  Y: 'Ÿ',
};
/** Translations of short texts are often a third longer. */
const LONGER = 0.3;
/** No word is longer than so. */
const WORD_CHARS_MAX = 8;

/** English made strange and longer, places in `{}` untouched: what was not put in the text tables stays plain, and shows. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\})/);
  const strange = parts.map((part, i) =>
    i % 2 ? part : part.replaceAll(/\w/g, (letter) => LETTERS[letter] ?? letter),
  );
  const longer = '~'
    .repeat(Math.round(text.length * LONGER))
    .replaceAll(new RegExp(`~{${WORD_CHARS_MAX}}`, 'g'), '$& ');
  return `${strange.join('')}${longer.trimEnd()}`;
}
