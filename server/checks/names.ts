import { type Cover, coverWords, coverWordsNearly, shareWord } from './names/cover.ts';
import type { WordRule } from './names/likeness.ts';
import { type Word, wordsOf } from './names/words.ts';

/** A person's name in its parts; an absent part is left out. */
export interface PersonName {
  first?: string;
  last?: string;
  /** The end was cut off, as a machine-readable zone does with long names: any word may be the start of the true one. */
  truncated?: boolean;
}

/** Why two names that are not word for word the same are taken for one person's, or may be. */
export type NameRule = WordRule | 'spacing' | 'order' | 'parts' | 'word_missing' | 'particle';

export interface NameComparison {
  /** `unsure`: one word may be a misreading, or another spelling, of its counterpart. */
  verdict: 'same' | 'unsure' | 'different';
  /** What had to be overlooked, in alphabetical order; empty where nothing had, and where the names differ. */
  rules: NameRule[];
}

interface Parts {
  first: Word[];
  last: Word[];
}

const DIFFERENT: NameComparison = { verdict: 'different', rules: [] };

/** First name, then last name, as one line. */
export function fullName(name: PersonName | null): string {
  return [name?.first, name?.last].filter(Boolean).join(' ');
}

/** Whether two names can surely be one person's. */
export function namesAgree(a: PersonName, b: PersonName): boolean {
  return compareNames(a, b).verdict === 'same';
}

/**
 * Compares two names as a careful reader does: accents, case, script, hyphens, order, initials beside a full name, missing
 * second names and particles, and cut-off ends do not matter; any other word does. A name without a letter is like none.
 */
export function compareNames(a: PersonName, b: PersonName): NameComparison {
  const [left, right] = [partsOf(a), partsOf(b)];
  if ([left, right].some(({ first, last }) => first.length + last.length === 0)) return DIFFERENT;
  const rules = rulesByWords(left, right, coverWords) ?? rulesOfJoined(left, right);
  if (rules) return { verdict: 'same', rules: rules.toSorted() };
  const unsure = rulesByWords(left, right, coverWordsNearly);
  return unsure ? { verdict: 'unsure', rules: unsure.toSorted() } : DIFFERENT;
}

/** Word by word: part against part, then the parts exchanged, then with words in the other part. */
function rulesByWords(left: Parts, right: Parts, cover: Cover): NameRule[] | null {
  const whole = [left.first, left.last, right.first, right.last].every((part) => part.length > 0);
  if (whole) {
    const straight = both(cover(left.first, right.first, 1), cover(left.last, right.last, 1));
    if (straight) return straight;
    const swapped = both(cover(left.first, right.last, 1), cover(left.last, right.first, 1));
    if (swapped) return union(swapped, ['order']);
  }
  const crossed = whole && shareWord(left.last, right.first) && shareWord(left.first, right.last);
  if (!crossed && !shareWord(left.last, right.last)) return null;
  const all = cover([...left.first, ...left.last], [...right.first, ...right.last], 2);
  return all && (whole ? union(all, [crossed ? 'order' : 'parts']) : all);
}

/** The same letters though spaced otherwise: `Mc Donald` and `McDonald`, or a script without spaces. */
function rulesOfJoined(left: Parts, right: Parts): NameRule[] | null {
  const joined = ({ first, last }: Parts) => joinWords([...first, ...last]);
  const straight = coverWords([joined(left)], [joined(right)], 1);
  if (straight) return union(straight, ['spacing']);
  const swapped = coverWords([joined(left)], [joinWords([...right.last, ...right.first])], 1);
  return swapped && union(swapped, ['order', 'spacing']);
}

function joinWords(words: readonly Word[]): Word {
  return {
    text: words.map(({ text }) => text).join(''),
    ascii: words.map(({ ascii }) => ascii).join(''),
    foreign: words.some(({ foreign }) => foreign),
    truncated: words.some(({ truncated }) => truncated),
  };
}

/** The rules of both parts, of which one alone may hold a wrong letter. */
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
