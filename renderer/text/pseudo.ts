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
/** Maximum length of a word. */
const WORD_CHARS_MAX = 8;

/** Makes English text strange and longer, but keeps places in `{}`. A text that is missing from the text tables stays plain, so it is noticed. */
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
