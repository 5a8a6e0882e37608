import { toLatin } from './scripts/to-latin.ts';
import { LEGAL_FORM_ENTRIES, type LegalFormEntry } from './tables/legal-forms.ts';

/** A legal form as one word of a name. */
export interface LegalForm extends LegalFormEntry {
  /** Lower case [a-z0-9]+, one for each form. */
  text: string;
}

/** The most words of one form. */
const FORM_WORDS_MAX = 10;
/** Two-letter forms that precede a name. Other short ones there are letters of the name itself. */
const SHORT_PREFIXES = new Set('ao oy ab pt cv ип ао дп гп пп чп кд ад'.split(' '));
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FORM_BY_WRITING = new Map<string, LegalForm>();
const CLASS_BY_TEXT = new Map<string, string>();
/** The length of the longest form that begins with these two letters. */
const LONGEST_BY_START = new Map<string, number>();
const START_LETTERS = 2;

for (const entry of LEGAL_FORM_ENTRIES) addForm(entry);

function addForm(entry: LegalFormEntry): void {
  const form: LegalForm = { ...entry, text: latinOf(entry.compare || entry.display) };
  CLASS_BY_TEXT.set(form.text, entry.genericClass ?? 'company');
  for (const writing of entry.writings) {
    for (const squeezed of [
      squeeze(writing),
      ...toLatin(writing).map(({ words }) => words.map((w) => w.text).join('')),
    ]) {
      if (squeezed === '' || FORM_BY_WRITING.has(squeezed)) continue;
      FORM_BY_WRITING.set(squeezed, form);
      const start = squeezed.slice(0, START_LETTERS);
      LONGEST_BY_START.set(start, Math.max(squeezed.length, LONGEST_BY_START.get(start) ?? 0));
    }
  }
}

function latinOf(text: string): string {
  return (toLatin(text)[0]?.words ?? []).map((word) => word.text).join('');
}

function squeeze(text: string): string {
  return (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).join('');
}

/** Returns the generic class of a form by its `text`, such as `jsc`, or `company` if it has none. */
export function classOfLegalForm(text: string): string {
  return CLASS_BY_TEXT.get(text) ?? 'company';
}

/**
 * Returns the legal form that begins with the word at `from`, in lower-case words of any script, the longest first. Null if there
 * is none. Two-letter forms count only at an end of the name, because elsewhere they usually are something else.
 */
export function findLegalForm(words: readonly string[], from: number) {
  let text = words[from] ?? '';
  const longest = longestFrom(text, words[from + 1]);
  let found: { form: LegalForm; from: number; count: number } | null = null;
  for (let count = 1; count <= FORM_WORDS_MAX && text.length <= longest; count++) {
    const form = FORM_BY_WRITING.get(text);
    if (form && (text.length > 2 || standsWell(words, from, count, text))) found = { form, from, count };
    const next = words[from + count];
    if (next === undefined) break;
    text += next;
  }
  return found;
}

function longestFrom(text: string, next: string | undefined): number {
  const start = (text.length >= START_LETTERS ? text : text + (next ?? '')).slice(0, START_LETTERS);
  return LONGEST_BY_START.get(start) ?? 0;
}

/** Whether a short text is a form in this position: at an end of the name, and not part of an abbreviation. */
function standsWell(words: readonly string[], from: number, count: number, text: string): boolean {
  if (words[from - 1]?.length === 1 || words[from + count]?.length === 1) return false;
  return from + count === words.length || (from === 0 && SHORT_PREFIXES.has(text));
}

/** Returns the name in lower case with every legal form in one Latin spelling, for comparisons: `ооо газпром` as `ooo газпром`. */
export function compareLegalForm(name: string): string {
  return replaceForms(name.toLowerCase(), ({ compare }) => compare);
}

/** Whether the name consists of legal forms, such as `Co., Ltd.`, and so identifies nobody. */
export function isLegalFormAlone(name: string): boolean {
  return !/[\p{L}\p{N}]/u.test(replaceForms(name, () => ''));
}

/** Returns the name without its legal forms, in single spaces, or the name itself if nothing would be left. */
export function removeLegalForms(name: string): string {
  const rest = replaceForms(name, () => '')
    .replace(/\s+/g, ' ')
    .trim();
  return rest === '' ? name : rest;
}

/** Returns the words of a name, in lower case, each with its position. */
export function tokenise(name: string): { text: string; from: number; until: number }[] {
  return Array.from(name.matchAll(WORD), (match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    from: match.index,
    until: match.index + match[0].length,
  }));
}

/** Returns the name with each legal form replaced by the result of `replace`. */
export function replaceForms(name: string, replace: (form: LegalForm, written: string) => string): string {
  const tokens = tokenise(name);
  const texts = tokens.map(({ text }) => text);
  let result = '';
  let copied = 0;
  for (let at = 0; at < tokens.length; at++) {
    const found = findLegalForm(texts, at);
    if (!found) continue;
    const from = tokens[at]?.from ?? 0;
    const until = endOf(name, from, tokens[at + found.count - 1]?.until ?? from);
    result += name.slice(copied, from) + replace(found.form, name.slice(from, until));
    copied = until;
    at += found.count - 1;
  }
  return result + name.slice(copied);
}

/** The full stop of an abbreviation belongs to it. */
function endOf(name: string, from: number, until: number): number {
  return name[until] === '.' && name.slice(from, until).includes('.') ? until + 1 : until;
}
