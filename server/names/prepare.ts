import { LIMITS } from '../lib/limits.ts';
import { familiesBySound } from './bits/families.ts';
import { classOfLegalForm, isLegalFormAlone } from './legal-forms.ts';
import { wordsOfFirstPart } from './name-parts.ts';
import { spellOut } from './raw-text.ts';
import { readOrganisation } from './read-organisation.ts';
import { markPatronymic, readPerson } from './read-person.ts';
import { skeletons } from './scripts/skeletons.ts';
import { type LatinWord, toLatin } from './scripts/to-latin.ts';
import { LINKS_OF_GIVEN_NAME } from './tables/given-names.ts';
import type { Token } from './tokens.ts';
import { weightOf } from './weights.ts';
import {
  type NameSubject,
  type NameWord,
  type PreparedName,
  readKey,
  type WordKind,
  type Writing,
  wordKey,
} from './word.ts';

const READINGS_MAX = 3;
/** A remark that follows a name: `جک رید (سیاست‌مدار)`, the politician of that name. */
const REMARK = /\s*[(\uff08][^()\uff08\uff09]*[)\uff09]\s*$/u;
const SEVERAL_WORDS = /\S\s+\S/u;
/** Shorter parts around a slash are an abbreviation (`S/A`, `c/o`). */
const ALTERNATIVE_CHARS_MIN = 5;
/** The maximum number of cached words. Names share words. */
const WORDS_KEPT_MAX = 50_000;
/** A longer run is not a name, and would be compared with a large part of all names. */
const INITIALS_MAX = 6;
const REPEATS_MAX = 3;
const NO_LINKS: readonly string[] = [];
const kept = new Map<string, NameWord>();

/** Returns the word for a key. */
export function wordOf(key: string): NameWord {
  const known = kept.get(key);
  if (known) return known;
  const { text, kind, writing } = readKey(key);
  const word = { key, text, kind, weight: weightOf(text, kind), links: linksOf(text, kind, writing) };
  if (kept.size >= WORDS_KEPT_MAX) kept.clear();
  kept.set(key, word);
  return word;
}

function linksOf(text: string, kind: WordKind, writing: Writing): readonly string[] {
  if (kind === 'legal_form') return [`l:${classOfLegalForm(text)}`];
  if (kind === 'initial' || kind === 'number') return NO_LINKS;
  const bones = kind === 'particle' || kind === 'title' ? [] : skeletons(text, writing);
  const links = bones.map((skeleton) => `s:${skeleton}`);
  const families = LINKS_OF_GIVEN_NAME.get(text) ?? (writing === '' ? NO_LINKS : familiesBySound(text, writing, bones));
  if (families.length > 0) return [...families, ...links];
  return links.length > 0 ? links : NO_LINKS;
}

/**
 * Returns the ways to read a name, the likeliest first: at most three, none if it has no letter or digit. At most `LIMITS.searchWordsMax` words. The
 * kind of each word depends on its position: a title precedes names, a legal form is at an end.
 */
export function readName(name: string, subject: NameSubject): PreparedName[] {
  const names: PreparedName[] = [];
  for (const writing of writingsOf(name, subject)) {
    const text = spellOut(writing, subject);
    const firstPart = subject === 'person' ? wordsOfFirstPart(text) : 0;
    for (const { words } of toLatin(text)) {
      if (words.length > 0 && names.length < READINGS_MAX)
        names.push({ subject, words: readWords(words, subject, firstPart) });
    }
  }
  return names;
}

/** Whether the name identifies anyone: it has a word that is read and, for a company, is more than a legal form. */
export function canBeSearched(name: string, subject: NameSubject): boolean {
  const isForm = subject === 'organisation' && isLegalFormAlone(spellOut(name, subject));
  return !isForm && readName(name, subject).length > 0;
}

/** `Al-Qa'ida/Islamic Army`: two names of one organisation, and together a third. A person's name without its remark, and with it. */
function writingsOf(name: string, subject: NameSubject): string[] {
  if (subject === 'person') {
    const bare = name.replace(REMARK, '');
    return bare !== name && SEVERAL_WORDS.test(bare) ? [bare, name] : [name];
  }
  if (!name.includes('/')) return [name];
  const parts = name.split('/').map((part) => part.trim());
  return parts.length === 2 && parts.every((part) => part.length >= ALTERNATIVE_CHARS_MIN) ? [name, ...parts] : [name];
}

function readWords(words: readonly LatinWord[], subject: NameSubject, firstPart: number): NameWord[] {
  const count = Math.min(words.length, LIMITS.searchWordsMax);
  const tokens: Token[] = [];
  for (let at = 0; at < count; at++) {
    const { text, writing } = words[at] as LatinWord;
    const part = firstPart === 0 ? {} : { part: at < firstPart ? (0 as const) : (1 as const) };
    tokens.push({ text, writing, kind: null, ...part });
  }
  const read = subject === 'person' ? readPerson(tokens) : readOrganisation(tokens, subject === 'unknown');
  // Nothing excludes a person's name.
  if (subject === 'unknown' && read.every(({ kind }) => kind === null)) markPatronymic(read);
  const result: NameWord[] = [];
  const counts = new Map<string, number>();
  let initials = 0;
  for (const { text, kind, writing } of read) {
    if (result.length === LIMITS.searchWordsMax) break;
    const word = wordOf(wordKey(text, kind ?? 'word', writing));
    const count = (counts.get(word.key) ?? 0) + 1;
    counts.set(word.key, count);
    if (kind === 'initial') initials += 1;
    if (count <= REPEATS_MAX && (kind !== 'initial' || initials <= INITIALS_MAX)) result.push(word);
  }
  return result;
}
