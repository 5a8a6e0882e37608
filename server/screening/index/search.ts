import { scoreNames } from '../../names/score.ts';
import type { PreparedName } from '../../names/word.ts';
import { Accumulator } from './accumulate.ts';
import { BestPlaces } from './best-places.ts';
import { ScoreBound } from './bound.ts';
import { type IndexData, SUBJECTS } from './data.ts';
import { EntryTable } from './entries.ts';
import { ExpansionCache } from './expansion-cache.ts';
import { findNonEssential, planQuery } from './plan.ts';
import { Vocabulary } from './vocabulary.ts';

export interface SearchOptions {
  /** Names with a lower score, 0..1, are not found. */
  scoreMin: number;
  /** The maximum number of names found: the best, by place if scores are equal. */
  limit: number;
  /** Which names count at all. */
  accept?: ((place: number) => boolean) | undefined;
}

export interface FoundName {
  place: number;
  /** As returned by `scoreNames`, for the best pair of readings. */
  score: number;
}

export interface NameIndex {
  /** The number of names that the index was built from. */
  size: number;
  search(query: readonly PreparedName[], options: SearchOptions): FoundName[];
}

/** The number of buckets into which score bounds are sorted. */
const BUCKETS = 256;

/**
 * Makes an index searchable. Arrays are used in place. What searches need in addition is created once (12 bytes per reading).
 * Searches find what scoring every name finds, except for words in parts with a typo in them.
 */
export function openIndex(data: IndexData): NameIndex {
  const vocabulary = new Vocabulary(data);
  const cache = new ExpansionCache();
  const table = new EntryTable(vocabulary.size);
  const accumulator = new Accumulator(vocabulary);

  const searchReading = (query: PreparedName, best: BestPlaces, accept: SearchOptions['accept']): void => {
    const plan = planQuery(vocabulary, cache, query.words);
    const { scoreMin } = best;
    const bound = new ScoreBound(vocabulary, table, plan);
    const candidates = new Candidates(scoreMin);
    accumulator.findPromising(plan, findNonEssential(vocabulary, plan, scoreMin), scoreMin, (reading) => {
      const most = bound.of(reading, scoreMin);
      if (most > 0) candidates.add(reading, most);
    });
    candidates.visit((reading, most) => {
      if (most < best.scoreMin) return false;
      const places = placesOf(data, reading, accept);
      if (places.length > 0) {
        const { score } = scoreNames(query, readingAt(vocabulary, reading));
        for (const place of places) best.offer(place, score);
      }
      return true;
    });
  };

  return {
    size: data.size,
    search(query, { scoreMin, limit, accept }) {
      if (limit < 1) return [];
      const best = new BestPlaces(scoreMin, limit);
      for (const reading of query) searchReading(reading, best, accept);
      return best.list();
    },
  };
}

/** Readings to score, the most promising first. */
class Candidates {
  readonly #scoreMin: number;
  readonly #buckets: { reading: number; bound: number }[][] = [];

  constructor(scoreMin: number) {
    this.#scoreMin = scoreMin;
  }

  add(reading: number, bound: number): void {
    const share = (1 - bound) / (1 - this.#scoreMin || 1);
    const bucket = Math.max(0, Math.min(BUCKETS - 1, Math.floor(share * BUCKETS)));
    this.#buckets[bucket] ??= [];
    this.#buckets[bucket].push({ reading, bound });
  }

  /** `visit` returns whether it took the reading. If it took none of a bucket, later buckets have none either. */
  visit(visit: (reading: number, bound: number) => boolean): void {
    for (const bucket of this.#buckets) {
      if (!bucket) continue;
      let taken = false;
      for (const { reading, bound } of bucket) taken = visit(reading, bound) || taken;
      if (!taken) return;
    }
  }
}

/** Returns the accepted names that have this reading. */
export function placesOf(data: IndexData, reading: number, accept: SearchOptions['accept']): Uint32Array {
  const places = data.places.subarray(data.placeStarts[reading], data.placeStarts[reading + 1]);
  return accept ? places.filter((place) => accept(place)) : places;
}

export function readingAt(vocabulary: Vocabulary, reading: number): PreparedName {
  const subject = SUBJECTS[vocabulary.data.readingSubjects[reading] as number] ?? 'unknown';
  return { subject, words: vocabulary.wordsOf(reading) };
}
