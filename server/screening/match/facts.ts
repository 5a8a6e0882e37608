import anyAscii from 'any-ascii';
import type { ListEntry } from '../types.ts';
import { birthEffectMax, compareBirthDates } from './birth.ts';
import {
  ADDRESS_EFFECT,
  BIRTH_EFFECT,
  COUNTRY_EFFECT,
  GENDER_EFFECT,
  IDENTIFIER_EFFECT,
  IDENTIFIER_FLOOR,
} from './effects.ts';
import { findEqualIdentifier } from './identifier.ts';
import type { SearchQuery } from './query.ts';
import type { Fact } from './score.ts';

/** What an entry says besides its names. */
export type EntryFacts = Pick<
  ListEntry,
  'birthDates' | 'genders' | 'nationalities' | 'countries' | 'identifiers' | 'addresses'
>;

/** Agreement is above it, up to 1 for the same day. A contradiction has none. */
const BIRTH_GRADE_MIN = 0.5;

/** Compares every fact that both query and entry have. A fact that either lacks is ignored. */
export function compareFacts(query: SearchQuery, entry: EntryFacts): Fact[] {
  const facts = [
    birthFact(query, entry),
    genderFact(query, entry),
    countryFact(query, entry),
    addressFact(query, entry),
    identifierFact(query, entry),
  ];
  return facts.filter((fact) => fact !== null);
}

/**
 * Returns the highest score that the query's facts can make of this name score. It applies to an entry found by its name alone,
 * not by a number or a birth date.
 */
export function scoreMax(query: SearchQuery, nameScore: number): number {
  const { birth, others } = gainsOf(query);
  return nameScore + birth * (1 - nameScore) + others;
}

/** Returns the lowest name score that the query's facts can lift to this score. */
export function nameScoreMin(query: SearchQuery, score: number): number {
  const { birth, others } = gainsOf(query);
  return (score - others - birth) / (1 - birth);
}

function gainsOf({ birthDate, countries = [], address }: SearchQuery): { birth: number; others: number } {
  return {
    birth: birthDate ? birthEffectMax(birthDate) : 0,
    others: (countries.length > 0 ? COUNTRY_EFFECT.agrees : 0) + (address ? ADDRESS_EFFECT.agrees : 0),
  };
}

/**
 * Whether facts prove that the name's owner is meant: an equal number, whatever birth date a list has, or an equal birth date,
 * unless a man and a woman of one name share it.
 */
export function factsConfirm(facts: readonly Fact[]): boolean {
  const isSameDay = facts.some(({ agreement }) => agreement === 'exact');
  const isOther = facts.some(({ name, effect }) => name === 'gender' && effect < 0);
  return facts.some(({ name }) => name === 'identifier') || (isSameDay && !isOther);
}

function birthFact({ birthDate }: SearchQuery, entry: EntryFacts): Fact | null {
  const found = birthDate ? compareBirthDates(birthDate, entry.birthDates) : null;
  if (!birthDate || !found) return null;
  const { agreement, effect, date } = found;
  const grade = effect < 0 ? 0 : BIRTH_GRADE_MIN + (1 - BIRTH_GRADE_MIN) * (effect / BIRTH_EFFECT.exact);
  return { name: 'birth_date', query: birthDate, candidate: date, agreement, grade, effect };
}

function genderFact({ gender }: SearchQuery, { genders }: EntryFacts): Fact | null {
  if (!gender || genders.length === 0) return null;
  const agrees = genders.includes(gender);
  const effect = agrees ? GENDER_EFFECT.agrees : GENDER_EFFECT.contradicts;
  return { name: 'gender', query: gender, candidate: genders.join(' '), grade: agrees ? 1 : 0, effect };
}

function countryFact({ countries = [] }: SearchQuery, entry: EntryFacts): Fact | null {
  const listed = entry.countries.length > 0 ? entry.countries : entry.nationalities;
  if (countries.length === 0 || listed.length === 0) return null;
  const agrees = countries.some((country) => listed.includes(country));
  const effect = agrees ? COUNTRY_EFFECT.agrees : COUNTRY_EFFECT.contradicts;
  const [query, candidate] = [countries.join(' '), listed.join(' ')];
  return { name: 'country', query, candidate, grade: agrees ? 1 : 0, effect };
}

function addressFact({ address }: SearchQuery, { addresses }: EntryFacts): Fact | null {
  const texts = addresses.map(({ text }) => text);
  const found = address ? compareAddresses(address, texts) : null;
  if (!address || !found) return null;
  const effect = ADDRESS_EFFECT[found.agreement];
  return { name: 'address', query: address, candidate: found.address, grade: found.share, effect };
}

function identifierFact({ identifiers = [] }: SearchQuery, entry: EntryFacts): Fact | null {
  const found = findEqualIdentifier(identifiers, entry.identifiers);
  if (!found) return null;
  const { asked, listed, proven } = found;
  return {
    name: 'identifier',
    query: asked.value,
    candidate: `${listed.kind} ${listed.value}`,
    grade: 1,
    effect: IDENTIFIER_EFFECT.equal,
    floor: proven ? IDENTIFIER_FLOOR.proven : IDENTIFIER_FLOOR.equal,
  };
}

/** Words that most addresses have, and that distinguish none. */
const COMMON_WORDS = new Set(
  'street st road rd avenue ave lane boulevard blvd square building bldg floor flat apartment apt room suite office house no number unit block po box p o the of and rue strasse ulica ul via calle city district region province'.split(
    ' ',
  ),
);
/** Shares of the shorter address's words, from which two addresses agree, or partly agree. */
const AGREES_FROM = 0.75;
const PARTLY_FROM = 0.5;
/** One word in common, such as the city, is not an address. */
const SHARED_WORDS_MIN = 2;

/**
 * Returns the listed address with the most words in common, as published, and the share of the shorter one's words that are in
 * the other, 0..1. Null if one side has no address that can be compared.
 */
export function compareAddresses(address: string, listed: readonly string[]) {
  const asked = wordsOf(address);
  if (asked.size === 0) return null;
  let best: { agreement: ReturnType<typeof grade>; share: number; address: string } | null = null;
  for (const text of listed) {
    const words = wordsOf(text);
    if (words.size === 0) continue;
    const shared = [...asked].filter((word) => words.has(word)).length;
    const share = shared / Math.min(asked.size, words.size);
    if (best === null || share > best.share) best = { agreement: grade(share, shared), share, address: text };
  }
  return best;
}

function grade(share: number, shared: number): 'agrees' | 'partly' | 'differs' {
  if (shared < SHARED_WORDS_MIN || share < PARTLY_FROM) return 'differs';
  return share >= AGREES_FROM ? 'agrees' : 'partly';
}

function wordsOf(address: string): Set<string> {
  const words =
    anyAscii(address.normalize('NFKC'))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return new Set(words.filter((word) => !COMMON_WORDS.has(word)));
}
