import { editDistance } from './edits.ts';
import type { NameWord } from './word.ts';

/** A word that the other name simply lacks, such as a middle name, costs at least this share of its weight. */
export const LACKING_COST = 0.2;
/** More if only two whole words agree; still more if very many people share both, or if they agree only nearly... */
const LACKING_COST_PAIR = 0.2;
const LACKING_COST_COMMON_PAIR = 0.37;
/** ...and all of it if only one does, so that a bare `Khan` does not match everybody of that name. */
const LACKING_COST_SINGLE = 1;
/** Two whole words that are worth less together are two common names, or one is not exactly the same. */
const PAIR_WEIGHT_MIN = 1.75;
/** The same for further names: if the two words are worth enough, if both are common, and if one is among the most common of all. */
const FURTHER_COST_PAIR = LACKING_COST;
const FURTHER_COST_COMMON_PAIR = 0.44;
const FURTHER_COST_MOST_COMMON_PAIR = 0.66;
/** Two words that are worth less together are a common name and one of the most common. */
const COMMON_PAIR_WEIGHT_MIN = 1.65;
/** Names beyond two further ones cost no more than any missing word: people with many names are called by as few. */
const FURTHER_WEIGHT_MAX = 0.6;
/** Words on both sides that do not agree are a contradiction. */
const CONTRADICTION_COST = 2;
/** One name is a joint stock company, the other an association: the cost of both, whatever the weight of the forms. */
const LEGAL_CONTRADICTION_COST = 0.4;
/** Two short words one edit apart: a slip rather than a contradiction, though too short to count as similar. */
const NEAR_COST = 0.25;
export const NEAR_CHARS_MAX = 3;

/** The evidence behind a score: how many whole words agree, and their weight by how well they do. */
export interface Evidence {
  whole: number;
  wholeWeight: number;
  /** One whole word agrees and no initial does: then missing initials and patronymics cost all of their weight. */
  bare?: boolean;
}

/** The weight of the words of one name without a partner, by their meaning. */
export interface Rest {
  full: number;
  further: number;
  initial: number;
  patronymic: number;
  number: number;
  legal: number;
  place: number;
  light: number;
}

/**
 * Returns the cost of the words without a partner (`usedA`, `usedB`: one bit for each word with one). Never less than
 * `LACKING_COST` of their weight, which bounds the score of a name by the words it shares with a query.
 */
export function costOfRest(
  a: readonly NameWord[],
  usedA: number,
  b: readonly NameWord[],
  usedB: number,
  evidence: Evidence,
): number {
  const near = findNear(a, usedA, b, usedB);
  const nearA = near < 0 ? 0 : 1 << (near & 255);
  const nearB = near < 0 ? 0 : 1 << (near >> 8);
  const restA = sumRest(a, usedA | nearA);
  const restB = sumRest(b, usedB | nearB);
  const nearCost = near < 0 ? 0 : NEAR_COST * Math.max(a[near & 255]?.weight ?? 0, b[near >> 8]?.weight ?? 0);
  return nearCost + costOfSums(restA, restB, evidence);
}

/** Returns the same from the weights of the words, none of them near another. Never falls as a sum grows or the evidence gets less. */
export function costOfSums(a: Rest, b: Rest, evidence: Evidence): number {
  return costOfNames(a, b, evidence) + costOfSmall(a, b, evidence);
}

function costOfNames(a: Rest, b: Rest, evidence: Evidence): number {
  const allA = a.full + a.further + a.initial + a.patronymic;
  const allB = b.full + b.further + b.initial + b.patronymic;
  const contradicting = Math.min(allA, allB);
  if (contradicting > 0)
    return contradicting * CONTRADICTION_COST + (Math.max(allA, allB) - contradicting) * lackingCost(evidence);
  const small = a.initial + b.initial + a.patronymic + b.patronymic;
  return (
    (a.full + b.full) * lackingCost(evidence) +
    costOfFurther(a.further + b.further, evidence) +
    small * (evidence.whole > 0 && !evidence.bare ? LACKING_COST : LACKING_COST_SINGLE)
  );
}

function lackingCost({ whole, wholeWeight }: Evidence): number {
  if (whole <= 1) return LACKING_COST_SINGLE;
  if (whole > 2) return LACKING_COST;
  return wholeWeight < PAIR_WEIGHT_MIN ? LACKING_COST_COMMON_PAIR : LACKING_COST_PAIR;
}

function costOfFurther(weight: number, { whole, wholeWeight }: Evidence): number {
  if (whole <= 1) return weight * LACKING_COST_SINGLE;
  const cost =
    wholeWeight < COMMON_PAIR_WEIGHT_MIN
      ? FURTHER_COST_MOST_COMMON_PAIR
      : wholeWeight < PAIR_WEIGHT_MIN
        ? FURTHER_COST_COMMON_PAIR
        : FURTHER_COST_PAIR;
  return Math.max(weight * LACKING_COST, Math.min(weight, FURTHER_WEIGHT_MAX) * cost);
}

function costOfSmall(a: Rest, b: Rest, { whole }: Evidence): number {
  const numbers =
    a.number > 0 && b.number > 0
      ? (a.number + b.number) * (CONTRADICTION_COST / 2)
      : (a.number + b.number) * (whole > 0 ? LACKING_COST : LACKING_COST_SINGLE);
  const legal = a.legal > 0 && b.legal > 0 ? LEGAL_CONTRADICTION_COST : (a.legal + b.legal) * LACKING_COST;
  return numbers + legal + costOfPlaces(a, b, whole) + (a.light + b.light) * LACKING_COST;
}

/** If no distinctive name agrees, only the place distinguishes one `Bank of` or `Ministry of` from another. */
function costOfPlaces(a: Rest, b: Rest, whole: number): number {
  return (a.place + b.place) * (whole > 0 ? LACKING_COST : LACKING_COST_SINGLE);
}

function sumRest(words: readonly NameWord[], used: number): Rest {
  const rest: Rest = { full: 0, further: 0, initial: 0, patronymic: 0, number: 0, legal: 0, place: 0, light: 0 };
  for (let i = 0; i < words.length; i++) {
    if ((used & (1 << i)) === 0) addRest(rest, words[i] as NameWord, isRepeated(words, used, i));
  }
  return rest;
}

function addRest(rest: Rest, word: NameWord, repeated: boolean): void {
  rest[repeated ? 'light' : restOf(word)] += word.weight;
}

/** Returns the sum to which a word without a partner belongs. */
export function restOf({ kind, weight, links }: NameWord): keyof Rest {
  if (kind === 'further' || kind === 'initial' || kind === 'patronymic' || kind === 'number') return kind;
  if (kind === 'legal_form' && links[0] !== 'l:company') return 'legal';
  if (kind === 'word') return 'full';
  if (kind !== 'generic') return 'light';
  return weight >= CONTRADICTING_WEIGHT ? 'full' : 'place';
}

/** A word that one name has twice and the other name once says nothing new. */
function isRepeated(words: readonly NameWord[], used: number, at: number): boolean {
  for (let i = 0; i < words.length; i++) {
    if ((used & (1 << i)) !== 0 && words[i]?.key === words[at]?.key) return true;
  }
  return false;
}

/** Lighter words, such as places, are only missing. */
const CONTRADICTING_WEIGHT = 0.25;

/** Returns two left-over words that are short and one edit apart: the index of the first plus 256 times that of the second. -1: none. */
function findNear(a: readonly NameWord[], usedA: number, b: readonly NameWord[], usedB: number): number {
  for (let i = 0; i < a.length; i++) {
    if ((usedA & (1 << i)) !== 0 || !isShort(a[i] as NameWord)) continue;
    for (let j = 0; j < b.length; j++) {
      if ((usedB & (1 << j)) !== 0 || !isShort(b[j] as NameWord)) continue;
      if (isOneEdit((a[i] as NameWord).text, (b[j] as NameWord).text)) return i + (j << 8);
    }
  }
  return -1;
}

function isShort({ text, kind }: NameWord): boolean {
  return text.length > 1 && text.length <= NEAR_CHARS_MAX && (kind === 'word' || kind === 'particle');
}

function isOneEdit(a: string, b: string): boolean {
  return Math.max(a.length, b.length) === NEAR_CHARS_MAX && editDistance(a, b) === 1;
}
