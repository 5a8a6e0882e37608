import { readName } from '../../names/prepare.ts';
import { ALGORITHM_VERSION } from '../../names/version.ts';
import type { NameSubject } from '../../names/word.ts';
import type { IndexData } from './data.ts';
import { groupByOwner } from './grow.ts';
import { ReadingCollector } from './readings.ts';
import { layOutWords } from './words.ts';

/**
 * Builds an index of names. A name is identified by its place among them, from 0. Reads the names once, in constant memory in
 * addition to the index itself.
 */
export function buildIndex(names: Iterable<{ name: string; subject: NameSubject }>): IndexData {
  const readings = new ReadingCollector();
  let size = 0;
  for (const { name, subject } of names) {
    for (const reading of readName(name, subject)) readings.add(reading, size);
    size += 1;
  }
  const { numbers, ...words } = layOutWords(readings.keys);
  const readingWords = readings.words.toArray();
  for (let at = 0; at < readingWords.length; at++) readingWords[at] = numbers[readingWords[at] as number] as number;
  const readingStarts = readings.starts.toArray();
  const postings = postReadings(readings.keys.length, readingStarts, readingWords);
  const places = groupByOwner(readings.count, (pair) => {
    for (let at = 0; at < readings.uses.length; at += 2) pair(readings.uses.at(at), readings.uses.at(at + 1));
  });
  return {
    algorithmVersion: ALGORITHM_VERSION,
    size,
    ...words,
    postingStarts: postings.starts,
    postings: postings.members,
    readingStarts,
    readingWords,
    readingSubjects: Uint8Array.from(readings.subjects.toArray()),
    placeStarts: places.starts,
    places: places.members,
  };
}

/** Returns the readings of each word. A reading with a repeated word appears once. */
function postReadings(words: number, starts: Uint32Array, readingWords: Uint32Array) {
  return groupByOwner(words, (pair) => {
    for (let reading = 0; reading + 1 < starts.length; reading++) {
      const from = starts[reading] as number;
      const to = starts[reading + 1] as number;
      for (let at = from; at < to; at++) {
        const word = readingWords[at] as number;
        if (readingWords.indexOf(word, from) === at) pair(word, reading);
      }
    }
  });
}
