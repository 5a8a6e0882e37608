/** Letters that together write one sound, the longest first. */
const TOGETHER = 'shch dzh sch tch sh ch kh th dh gh zh ts tz dz dj ng ph bh jh ck cz sz eo eu ae ou'.split(' ');
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const LETTER_A = 97;
/** Longer words are not compared by their sounds. */
const CHARS_MAX = 30;

/** What words consist of, by number: 0 is an end of a word. */
export const LETTER_NAMES: readonly string[] = ['_', ...ALPHABET, ...TOGETHER];
const TOGETHER_FIRST = ALPHABET.length + 1;
const BY_FIRST = [...ALPHABET].map((letter) =>
  TOGETHER.flatMap((text, at) => (text.startsWith(letter) ? [{ text, number: at + TOGETHER_FIRST }] : [])),
);

const VOWELS = new Set('a e i o u y eo eu ae ou'.split(' '));
/** The class of a letter as a neighbour: an end of the word (0), a vowel (1), a consonant (2). */
const CLASSES = Uint8Array.from(LETTER_NAMES, (name, number) => (number === 0 ? 0 : VOWELS.has(name) ? 1 : 2));
const CLASS_COUNT = 3;
/** The number of contexts of a letter. */
export const CONTEXTS = CLASS_COUNT ** 2;

/** Returns the context of a letter in a word, from what is before and after it, below `CONTEXTS`. */
export function contextAt(word: Uint8Array, at: number): number {
  const [before, behind] = [CLASSES[word[at - 1] ?? 0] as number, CLASSES[word[at + 1] ?? 0] as number];
  return before * CLASS_COUNT + behind;
}

/** Returns a word in numbers of `LETTER_NAMES`, between two ends. Null if it has a digit or no letter, or is too long. */
export function readSounds(text: string): Uint8Array | null {
  if (!/^[a-z]+$/.test(text) || text.length > CHARS_MAX) return null;
  const found = [0];
  for (let at = 0; at < text.length; ) {
    const place = text.charCodeAt(at) - LETTER_A;
    const together = BY_FIRST[place]?.find((one) => text.startsWith(one.text, at));
    found.push(together?.number ?? place + 1);
    at += together?.text.length ?? 1;
  }
  found.push(0);
  return Uint8Array.from(found);
}
