import anyAscii from 'any-ascii';

/** Consonants whose own vowel is a. That of all others is o. */
const A_SERIES = 'កខចឆដឋតថណបផសហឡអ';
/** A consonant without a vowel sign, followed by another consonant, that does not end a syllable: its own vowel is pronounced. */
const BARE = /(?<![\u17b6-\u17c5])([ក-អ])(?=[ក-អ])/gu;
/** Where the general table differs from how names are written. */
const CUSTOMS: readonly (readonly [RegExp, string])[] = [
  [/'/g, ''],
  [/hk/g, 'g'],
  [/aa/g, 'a'],
  [/ao/g, 'o'],
  [/ae/g, 'e'],
  [/oe/g, 'e'],
  [/ei/g, 'i'],
  [/nha$/g, 'nh'],
  [/(?<=[aeiou])s$/g, 'h'],
];

/** Returns a word in Khmer letters as Latin words, by the general table with the unwritten vowels and the customs of names. */
export function romaniseKhmer(written: string): string[][] {
  const spoken = written.replace(BARE, (letter) => letter + (A_SERIES.includes(letter) ? 'ា' : 'ោ'));
  const text = anyAscii(spoken).toLowerCase();
  const latin = CUSTOMS.reduce((spelt, [letters, custom]) => spelt.replace(letters, custom), text);
  return [[latin.replace(/[^a-z0-9]/g, '')]];
}
