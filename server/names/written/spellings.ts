import { ownValue } from '../../lib/own.ts';
import { ARABIC_LETTERS } from './arabic.ts';
import { CYRILLIC_LETTERS } from './cyrillic.ts';
import { GREEK_LETTERS } from './greek.ts';
import { LATIN_LETTERS } from './latin.ts';

type Letters = Readonly<Record<string, { icao: readonly string[]; also?: readonly string[] }>>;

/** `official`: only by the tables of ICAO Doc 9303 (Greek: ELOT 743). `usual`: by any spelling in common use. */
export type Way = 'official' | 'usual';

const LETTERS: Letters = { ...LATIN_LETTERS, ...CYRILLIC_LETTERS, ...GREEK_LETTERS, ...ARABIC_LETTERS };
/** Letters that Unicode treats as accented, but that have their own entry in a table. */
const OF_THEIR_OWN = /^[äåñöüйёїѓќўآأؤإئ]$/u;

/**
 * Whether `latin` (a to z) is one of the spellings of `word` (small letters: Latin with accents, Cyrillic, Greek or Arabic
 * script). False if no table contains one of its letters. The Arabic script does not write short vowels and the doubling of a
 * consonant, so `latin` may have them. Takes time proportional to both lengths.
 * @param cut the end of `latin` may be missing
 */
export function isSpellingOf(word: string, latin: string, way: Way, cut = false): boolean {
  const arabic = way === 'usual' && /\p{Script=Arabic}/u.test(word);
  let reached = new Set([0]);
  for (const [index, letter] of lettersOf(word).entries()) {
    const written = alternativesOf(letter, way);
    if (!written) return false;
    if (arabic && index > 0) reached = passShortVowel(reached, latin);
    reached = passLetter(reached, latin, written, arabic);
    if (reached.size === 0) return false;
    if (cut && reached.has(latin.length)) return true;
  }
  return reached.has(latin.length);
}

/** Whether the tables contain each letter of a word (small letters), so that it can be decided whether Latin letters are a spelling of it. */
export function hasSpellings(word: string): boolean {
  return lettersOf(word).every((letter) => alternativesOf(letter, 'usual') !== null);
}

/** Returns the letters of a word as in the tables: pairs as one, other accents dropped. */
function lettersOf(word: string): string[] {
  const bare = [...word.normalize('NFC')].map((letter) => (OF_THEIR_OWN.test(letter) ? letter : withoutMarks(letter)));
  const letters: string[] = [];
  for (let i = 0; i < bare.length; i++) {
    const pair = `${bare[i]}${bare[i + 1] ?? ''}`;
    const isPair = pair.length > 1 && Object.hasOwn(LETTERS, pair);
    letters.push(isPair ? pair : (bare[i] ?? ''));
    if (isPair) i += 1;
  }
  return letters.filter((letter) => letter !== '');
}

function alternativesOf(letter: string, way: Way): readonly string[] | null {
  if (/^[a-z0-9]$/.test(letter)) return [letter];
  const known = ownValue(LETTERS, letter);
  if (!known) return null;
  return way === 'official' ? known.icao : [...known.icao, ...(known.also ?? [])];
}

function passLetter(from: ReadonlySet<number>, latin: string, written: readonly string[], mayDouble: boolean) {
  const reached = new Set<number>();
  for (const start of from)
    for (const text of written) {
      if (!latin.startsWith(text, start)) continue;
      const end = start + text.length;
      reached.add(end);
      if (mayDouble && /^[^aeiou]$/.test(text) && latin[end] === text) reached.add(end + 1);
    }
  return reached;
}

function passShortVowel(from: ReadonlySet<number>, latin: string): Set<number> {
  return new Set([...from, ...[...from].filter((at) => 'aeiou'.includes(latin[at] ?? '-')).map((at) => at + 1)]);
}

function withoutMarks(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
