import {
  costOfSums,
  type Evidence,
  LACKING_COST,
  NEAR_CHARS_MAX,
  type Rest,
  restOf,
} from '../../names/unmatched-words.ts';
import type { NameWord } from '../../names/word.ts';

/** The sums that left-over words belong to, by number. Short words belong to none. */
const SUMS = [
  'full',
  'further',
  'initial',
  'patronymic',
  'number',
  'legal',
  'place',
  'light',
] as const satisfies readonly (keyof Rest)[];
const SHORT = SUMS.length;

/** Returns the number of the sum that a left-over word belongs to. */
export function sumOf(word: NameWord): number {
  return word.text.length <= NEAR_CHARS_MAX ? SHORT : SUMS.indexOf(restOf(word));
}

/**
 * The weight of the words of one name that certainly have no partner. Short words are separate: one may be a slip of another,
 * which costs less than lacking.
 */
export class LeftOver {
  readonly rest: Rest = { full: 0, further: 0, initial: 0, patronymic: 0, number: 0, legal: 0, place: 0, light: 0 };
  short = 0;

  clear(): void {
    const { rest } = this;
    rest.full = rest.further = rest.initial = rest.patronymic = rest.number = rest.legal = rest.place = rest.light = 0;
    this.short = 0;
  }

  add(sum: number, weight: number): void {
    if (sum === SHORT) this.short += weight;
    else this.rest[SUMS[sum] as keyof Rest] += weight;
  }

  /** A word that the name has twice may count as a light one. */
  addLight(weight: number): void {
    this.rest.light += weight;
  }
}

/** Returns the minimum cost of the left-over words of a query and of a name, whatever happens to all other words. */
export function leastCost(query: LeftOver, name: LeftOver, evidence: Evidence): number {
  return costOfSums(query.rest, name.rest, evidence) + LACKING_COST * Math.max(query.short, name.short);
}
