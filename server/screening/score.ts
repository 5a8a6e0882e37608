import type { Hit, HitFeature } from '../checks/types.ts';
import type { Alignment, WordPair } from './align.ts';
import { type BirthAgreement, compareBirthDates } from './birth.ts';
import type { StoredEntry } from './store/entries.ts';
import type { ListIdentifier, ListName } from './types.ts';

/** What is searched for. Dates are `YYYY-MM-DD` (or a part of it), countries ISO 3166-1 alpha-2. */
export interface SearchQuery {
  name: string;
  birthDate?: string;
  countries?: string[];
  /** Numbers of documents and registers, in any writing. */
  identifiers?: string[];
}

export interface ScoredEntry {
  /** 0..1 */
  score: number;
  strength: Hit['strength'];
  features: HitFeature[];
}

/**
 * What other facts add to the score of the name, or take from it. An exact name with another birth date stays at the
 * default threshold of 0.85, for a person to look at; a name that is merely alike falls below it.
 */
const BIRTH_EFFECT: Record<BirthAgreement, number> = { equal: 0.05, year: 0.02, near: 0, contradicts: -0.15 };
const BIRTH_GRADE: Record<BirthAgreement, number> = { equal: 1, year: 0.75, near: 0.5, contradicts: 0 };
const COUNTRY_AGREES = 0.02;
const COUNTRY_DIFFERS = -0.03;
/** The same number is worth a look under any name. */
const IDENTIFIER_SCORE = 0.9;
/** Shorter numbers meet by chance. */
const IDENTIFIER_CHARS_MIN = 6;
const WEAK_NAME_FACTOR = 0.9;

/** How well the name that was asked for agrees with one of an entry's names. */
export interface NameMatch {
  name: ListName;
  /** 0..1 */
  score: number;
  pairs: WordPair[];
}

/** Grades an alignment by what the publisher says of the name: a weak one can never agree in full. */
export function matchName(name: ListName, { score, pairs }: Alignment): NameMatch {
  return { name, score: name.quality === 'weak' ? score * WEAK_NAME_FACTOR : score, pairs };
}

/** The most that other facts can add to the score of a name. */
export const FACTS_GAIN_MAX = BIRTH_EFFECT.equal + COUNTRY_AGREES;

/** Letters and digits of a number, in capitals; null where it is too short to tell anybody apart. */
export function foldIdentifier(value: string): string | null {
  const folded = value.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return folded.length >= IDENTIFIER_CHARS_MIN && /\d/.test(folded) ? folded : null;
}

/**
 * Scores an entry by its best matching name and by the facts that query and entry both have. `confirmed` needs a name of at
 * least `confirmedNameMin` together with the same whole birth date or the same identifier.
 */
export function scoreEntry(
  query: SearchQuery,
  entry: StoredEntry,
  match: NameMatch,
  confirmedNameMin: number,
): ScoredEntry {
  const features = match.pairs.map(nameFeature);
  const birth = query.birthDate ? compareBirthDates(query.birthDate, entry.birthDates) : null;
  if (birth && query.birthDate) {
    const [score, weight] = [BIRTH_GRADE[birth.agreement], BIRTH_EFFECT[birth.agreement]];
    features.push({ name: 'birth_date', query: query.birthDate, candidate: birth.date, score, weight });
  }
  const country = countryFeature(query.countries ?? [], entry.countries);
  if (country) features.push(country);
  const identifier = findEqualIdentifier(query.identifiers ?? [], entry.identifiers);
  if (identifier) features.push(identifier);
  const adjusted = match.score + (birth ? BIRTH_EFFECT[birth.agreement] : 0) + (country?.weight ?? 0);
  const score = Math.max(identifier ? IDENTIFIER_SCORE : 0, adjusted);
  const agrees = birth?.agreement === 'equal' || identifier !== null;
  return {
    score: round(Math.min(1, Math.max(0, score))),
    strength: agrees && match.score >= confirmedNameMin ? 'confirmed' : 'possible',
    features,
  };
}

function nameFeature({ query, candidate, similarity, weight }: WordPair): HitFeature {
  return { name: 'name', query, candidate, score: round(similarity), weight: round(weight) };
}

function countryFeature(asked: readonly string[], listed: readonly string[]): HitFeature | null {
  if (asked.length === 0 || listed.length === 0) return null;
  const agrees = asked.some((country) => listed.includes(country));
  return {
    name: 'country',
    query: asked.join(' '),
    candidate: listed.join(' '),
    score: agrees ? 1 : 0,
    weight: agrees ? COUNTRY_AGREES : COUNTRY_DIFFERS,
  };
}

function findEqualIdentifier(asked: readonly string[], listed: readonly ListIdentifier[]): HitFeature | null {
  for (const number of asked) {
    const folded = foldIdentifier(number);
    const equal = folded && listed.find((identifier) => foldIdentifier(identifier.value) === folded);
    if (equal) {
      const candidate = `${equal.kind} ${equal.value}`;
      return { name: 'identifier', query: number, candidate, score: 1, weight: IDENTIFIER_SCORE };
    }
  }
  return null;
}

/** Four decimals, so that sums of the effects above compare as they are written. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
