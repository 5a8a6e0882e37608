import { isSpellingOf, type Way } from './spellings.ts';
import { areLookalikes, areNearLookalikes, type Word, withoutArticle } from './words.ts';

/** Why two words that are not the same letter for letter count as the same, or may be. */
export type WordRule =
  | 'accents'
  | 'icao_transliteration'
  | 'romanisation'
  | 'lookalike_characters'
  | 'article'
  | 'cut_off'
  | 'initial'
  | 'one_letter';

/** `near`: one of the two may be a misreading of the other. `initial`: one is the other's first letter. */
export interface Similarity {
  kind: 'same' | 'initial' | 'near' | 'different';
  rule: WordRule | null;
}

/** One character of these is a word or a syllable, and not an initial. */
const WRITES_WORDS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A shorter word with a wrong letter is another word: `Anna` and `Anne`. */
const NEAR_LETTERS_MIN = 5;

/** Returns the similarity of two words of names, by the first rule that applies, the plainest first. */
export function similarityOf(a: Word, b: Word): Similarity {
  const rule = sameRule(a, b);
  if (rule !== undefined) return { kind: 'same', rule };
  if (isInitial(a, b) || isInitial(b, a)) return { kind: 'initial', rule: 'initial' };
  const near = nearRule(a, b);
  return near ? { kind: 'near', rule: near } : { kind: 'different', rule: null };
}

function nearRule(a: Word, b: Word): WordRule | null {
  if (a.ascii === '' || b.ascii === '') return null;
  if (areNearLookalikes(a, b)) return 'lookalike_characters';
  if (isOneLetterOff(a.ascii, b.ascii)) return 'one_letter';
  // Two romanisations of one name. Its original letters are no longer known.
  if (soundOf(a.ascii) === soundOf(b.ascii)) return 'romanisation';
  // `Alfred` is not `Fred`, but `Alhassan` may be `Hassan`.
  return isWithoutArticle(a, b) || isWithoutArticle(b, a) ? 'article' : null;
}

/** null: letter for letter. undefined: not the same. */
function sameRule(a: Word, b: Word): WordRule | null | undefined {
  if (a.text === b.text) return null;
  const either = (test: (one: Word, other: Word) => boolean): boolean => test(a, b) || test(b, a);
  const alike = a.foreign === b.foreign;
  if (alike && bare(a) === bare(b)) return 'accents';
  if (either((one, other) => isWrittenAs(one, other, 'official'))) return 'icao_transliteration';
  if (either((one, other) => isWrittenAs(one, other, 'usual'))) return 'romanisation';
  if (a.ascii === '' || b.ascii === '') return undefined;
  // Two words of another script that only sound alike are two names.
  if (a.ascii === b.ascii && !(a.foreign && b.foreign)) return alike ? 'accents' : 'romanisation';
  if (!alike && soundOf(a.ascii) === soundOf(b.ascii)) return 'romanisation';
  if (areLookalikes(a, b)) return 'lookalike_characters';
  if (!alike && either(isWithoutArticle)) return 'article';
  if (either(isCutOff)) return 'cut_off';
  return undefined;
}

/** Whether a word with non-Latin or special letters has this spelling in the other's plain Latin letters. */
function isWrittenAs(word: Word, { ascii, foreign }: Word, way: Way): boolean {
  return !foreign && ascii !== '' && /[^a-z0-9]/.test(word.text) && isSpellingOf(word.text, ascii, way);
}

/** `Alhassan` and `Hassan`, in Latin letters or in Arabic ones. */
function isWithoutArticle(word: Word, other: Word): boolean {
  const text = withoutArticle(word.text);
  if (text === word.text || other.foreign) return false;
  return (
    text === other.ascii || isWrittenAs({ ...word, text }, { ...other, ascii: withoutArticle(other.ascii) }, 'usual')
  );
}

/** Whether `cut` is what a full field left of `whole`. */
function isCutOff(cut: Word, whole: Word): boolean {
  if (!cut.truncated || cut.ascii === '') return false;
  return whole.ascii.startsWith(cut.ascii) || isSpellingOf(whole.text, cut.ascii, 'usual', true);
}

function isInitial(short: Word, long: Word): boolean {
  if ([...short.text].length !== 1 || short.ascii === '' || WRITES_WORDS.test(short.text)) return false;
  return long.ascii.startsWith(short.ascii) || isSpellingOf(long.text, short.ascii, 'usual', true);
}

function bare({ text }: Word): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** One letter added, removed or replaced, or two neighbours swapped, in words that are long enough. */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < NEAR_LETTERS_MIN || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/**
 * Returns what the common romanisations of one name share (ICAO Doc 9303, ISO 9, BGN/PCGN): `Yuliya`, `Iuliia` and `Julija` are
 * one. Endings stay distinct: `Ivanov` is not `Ivanova`.
 */
function soundOf(ascii: string): string {
  const same: [RegExp, string][] = [
    [/[jy]/g, 'i'],
    [/i+/g, 'i'],
    [/io/g, 'e'],
    [/ie/g, 'e'],
    [/ts|tz|tc/g, 'c'],
    [/x/g, 'ks'],
    [/kh/g, 'h'],
    [/ph/g, 'f'],
  ];
  return same.reduce((sound, [pattern, letter]) => sound.replace(pattern, letter), ascii);
}
