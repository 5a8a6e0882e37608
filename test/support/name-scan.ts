import { scoreNames } from '../../server/names/score.ts';
import type { PreparedName } from '../../server/names/word.ts';
import { BestPlaces } from '../../server/screening/index/best-places.ts';
import type { IndexData } from '../../server/screening/index/data.ts';
import { type FoundName, placesOf, readingAt, type SearchOptions } from '../../server/screening/index/search.ts';
import { Vocabulary } from '../../server/screening/index/vocabulary.ts';

/** What a search finds, computed by scoring every reading of every name: one or two seconds for 100,000 names. */
export function searchByScan(data: IndexData, query: readonly PreparedName[], options: SearchOptions): FoundName[] {
  if (options.limit < 1) return [];
  const vocabulary = new Vocabulary(data);
  const best = new BestPlaces(options.scoreMin, options.limit);
  for (let reading = 0; reading < data.readingSubjects.length; reading++) {
    const candidate = readingAt(vocabulary, reading);
    const score = query.reduce((most, asked) => Math.max(most, scoreNames(asked, candidate).score), 0);
    if (score < best.scoreMin) continue;
    for (const place of placesOf(data, reading, options.accept)) best.offer(place, score);
  }
  return best.list();
}
