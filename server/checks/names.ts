import { type Cover, coverWords, coverWordsNearly, shareWord } from '../names/written/cover.ts';
import type { WordRule } from '../names/written/similarity.ts';
import { hasSpellings } from '../names/written/spellings.ts';
import { type Word, wordsOf } from '../names/written/words.ts';

/** A person's name in its parts. An absent part is left out. */
export interface PersonName {
  first?: string;
  last?: string;
  /** The end was cut off, as in an MRZ with long names: any word may be the start of the true one. */
  truncated?: boolean;
}

/** Why two names that are not the same word for word count as one person's, or may do so. */
export type NameRule = WordRule | 'spacing' | 'order' | 'parts' | 'word_missing' | 'particle';

export interface NameComparison {
  /** `unsure`: one word may be a misreading, or another spelling, of its counterpart. */
  verdict: 'same' | 'unsure' | 'different';
  /** The rules that had to be applied, in alphabetical order. Empty if none was needed, and if the names differ. */
  rules: NameRule[];
}

interface Parts {
  first: Word[];
  last: Word[];
}

const DIFFERENT: NameComparison = { verdict: 'different', rules: [] };

/** Returns first name, then last name, as one line. */
export function fullName(name: PersonName | null): string {
  return [name?.first, name?.last].filter(Boolean).join(' ');
}

/** Whether two names certainly can belong to one person. */
export function namesAgree(a: PersonName, b: PersonName): boolean {
  return compareNames(a, b).verdict === 'same';
}

/**
 * Compares two names as a careful reader does. These do not matter: accents, case, script, hyphens, order, initials for a full
 * name, missing second names and particles, and cut-off ends. Any other word matters, and so does a word that distinguishes a
 * father from his son. A name without a letter counts as no name.
 */
export function compareNames(a: PersonName, b: PersonName): NameComparison {
  const [left, right] = [partsOf(a), partsOf(b)];
  if ([left, right].some(({ first, last }) => first.length + last.length === 0)) return DIFFERENT;
  const rules = rulesByWords(left, right, coverWords) ?? rulesOfJoined(left, right);
  if (rules) return { verdict: 'same', rules: rules.toSorted() };
  const unsure = rulesByWords(left, right, coverWordsNearly) ?? rulesOfRun(left, right);
  return unsure ? { verdict: 'unsure', rules: unsure.toSorted() } : DIFFERENT;
}

/**
 * Whether a difference between two names means anything. It does not if one is in Latin letters only, and the other in a script
 * without a transliteration table, such as Thai.
 */
export function areComparable(a: PersonName, b: PersonName): boolean {
  const [left, right] = [a, b].map((name) => Object.values(partsOf(name)).flat()) as [Word[], Word[]];
  const isUnknown = ({ foreign, text }: Word): boolean => foreign && !hasSpellings(text);
  const isLatin = (words: readonly Word[]): boolean => !words.some(({ foreign }) => foreign);
  return !((isLatin(left) && right.some(isUnknown)) || (isLatin(right) && left.some(isUnknown)));
}

/** Compares word by word: part with part, then with the parts swapped, then with words in the other part. */
function rulesByWords(left: Parts, right: Parts, cover: Cover): NameRule[] | null {
  const whole = [left.first, left.last, right.first, right.last].every((part) => part.length > 0);
  if (whole) {
    const straight = both(cover(left.first, right.first, 1), cover(left.last, right.last, 1));
    if (straight) return straight;
    const swapped = both(cover(left.first, right.last, 1), cover(left.last, right.first, 1));
    if (swapped) return union(swapped, ['order']);
  }
  const lone = coverLone(left, right, cover) ?? coverLone(right, left, cover);
  if (lone) return lone.rules;
  const crossed = whole && shareWord(left.last, right.first) && shareWord(left.first, right.last);
  if (!crossed && !shareWord(left.last, right.last)) return null;
  const all = cover([...left.first, ...left.last], [...right.first, ...right.last], 2);
  return all && (whole ? union(all, [crossed ? 'order' : 'parts']) : all);
}

/** A single word that is known to be a first or a last name has its counterpart in that part. Returns null if it is not such a word. */
function coverLone(one: Parts, whole: Parts, cover: Cover): { rules: NameRule[] | null } | null {
  if (one.first.length + one.last.length !== 1 || whole.first.length === 0 || whole.last.length === 0) return null;
  const part = one.first.length === 1 ? 'first' : 'last';
  const rules = cover(one[part], whole[part], 1);
  return { rules: rules && union(rules, ['word_missing']) };
}

/** The same letters with different spacing: `Mc Donald` and `McDonald`. */
function rulesOfJoined(left: Parts, right: Parts): NameRule[] | null {
  if (![left.first, left.last, right.first, right.last].every((part) => part.length > 0)) return null;
  const joined = (a: readonly Word[], b: readonly Word[]) => coverWords([joinWords(a)], [joinWords(b)], 1);
  const straight = both(joined(left.first, right.first), joined(left.last, right.last));
  if (straight) return union(straight, ['spacing']);
  const swapped = both(joined(left.first, right.last), joined(left.last, right.first));
  return swapped && union(swapped, ['order', 'spacing']);
}

/** The same letters, but perhaps of other words: `Mari Anderson` and `Maria Nderson`, or one field for the whole name. */
function rulesOfRun(left: Parts, right: Parts): NameRule[] | null {
  const run = ({ first, last }: Parts) => [joinWords([...first, ...last]), joinWords([...last, ...first])] as const;
  const [[a, turned], [b, other]] = [run(left), run(right)];
  const straight = coverWords([a], [b], 1);
  if (straight) return union(straight, ['spacing']);
  const swapped = coverWords([a], [other], 1) ?? coverWords([turned], [b], 1);
  return swapped && union(swapped, ['order', 'spacing']);
}

function joinWords(words: readonly Word[]): Word {
  return {
    text: words.map(({ text }) => text).join(''),
    ascii: words.map(({ ascii }) => ascii).join(''),
    foreign: words.some(({ foreign }) => foreign),
    truncated: words.some(({ truncated }) => truncated),
    smallL: words[0]?.smallL ?? false,
    particle: false,
  };
}

/** Returns the rules of both parts. Only one part may hold a wrong letter. */
function both(a: NameRule[] | null, b: NameRule[] | null): NameRule[] | null {
  if (a?.includes('one_letter') && b?.includes('one_letter')) return null;
  return a && b && union(a, b);
}

function union(a: readonly NameRule[], b: readonly NameRule[]): NameRule[] {
  return [...new Set([...a, ...b])];
}

function partsOf({ first = '', last = '', truncated = false }: PersonName): Parts {
  return { first: wordsOf(first, truncated), last: wordsOf(last, truncated) };
}
