import { describe, expect, test } from 'vitest';
import { readName } from '../../../../server/names/prepare.ts';
import { scoreNames } from '../../../../server/names/score.ts';
import type { NameSubject, PreparedName } from '../../../../server/names/word.ts';
import { buildIndex } from '../../../../server/screening/index/build.ts';
import { countBytes } from '../../../../server/screening/index/data.ts';
import { openIndex } from '../../../../server/screening/index/search.ts';
import { makeNames } from '../../../bench/screening/names.ts';
import { makeQueries } from '../../../bench/screening/queries.ts';
import { loadTables } from '../../../bench/screening/tables.ts';
import { inWholeRunAlone, isWholeRun } from '../../../support/long.ts';
import { searchByScan } from '../../../support/name-scan.ts';
import { testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';

const seed = testSeed();
const NAMES = rounds(1_500, 400);
const QUERIES = rounds(120, 25);
const FOREIGN = [
  'محمد علي حسن',
  'عبد الرحمن السعيد',
  'משה כהן',
  'Владимир Путин',
  'Αλέξης Παπαδόπουλος',
  '習近平',
  '김정은',
  'नरेंद्र मोदी',
];
const FOREIGN_QUERIES = [
  'Mohammed Ali Hassan',
  'Abdulrahman al Saeed',
  'Moshe Cohen',
  'V. Putin',
  'Alexis Papadopoulos',
  'Xi Jinping',
  'Kim Jong Un',
  'Narendra Modi',
];

function indexOf(names: readonly string[], subject: NameSubject = 'person') {
  const data = buildIndex(names.map((name) => ({ name, subject })));
  return { data, index: openIndex(data) };
}

/** A person's name of three or more words as lists write it, with the given names after a comma. */
function divide({ name, subject }: { name: string; subject: NameSubject }) {
  const words = name.split(' ');
  if (subject !== 'person' || words.length < 3) return [];
  return [
    {
      name: `${words.slice(-1 - (words.length % 2)).join(' ')}, ${words.slice(0, -1 - (words.length % 2)).join(' ')}`,
      subject,
    },
  ];
}

describe(`searching an index (seed ${seed})`, () => {
  const tables = loadTables(undefined);
  const made = [...makeNames(tables, NAMES)];
  const names = [...made, ...made.flatMap(divide), ...FOREIGN.map((name) => ({ name, subject: 'person' as const }))];
  const data = buildIndex(names);
  const index = openIndex(data);
  const queries = makeQueries(tables, NAMES, QUERIES, seed);
  const foreign = FOREIGN_QUERIES.map((name) => ({ name, subject: 'person' as const, noise: 'script' }));

  /** A word of the query that the name has in parts whose letters are not identical: the one known gap. */
  const isMisspeltInParts = (query: readonly PreparedName[], place: number): boolean =>
    query.some((asked) =>
      readName(names[place]?.name ?? '', names[place]?.subject ?? 'unknown').some((reading) => {
        const texts = reading.words.map(({ text }) => text);
        const { pairs } = scoreNames(asked, reading);
        return pairs.some(
          ({ query: own, candidate }) => candidate !== own && candidate !== '' && !texts.includes(candidate),
        );
      }),
    );

  for (const scoreMin of [0.7, 0.85]) {
    test(`the same places and scores are found as by a scan, at ${scoreMin}`, inWholeRunAlone('1 s'), () => {
      let [wanted, found] = [0, 0];
      for (const { name, subject, noise } of [...queries, ...foreign]) {
        const query = readName(name, subject);
        const scanned = searchByScan(data, query, { scoreMin, limit: 100 });
        const searched = index.search(query, { scoreMin, limit: 100 });
        const places = new Set(searched.map(({ place }) => place));
        const expected = scanned.filter(({ place }) => places.has(place) || !isMisspeltInParts(query, place));
        expect(searched, `${name} (${noise})`).toEqual(expected);
        wanted += scanned.length;
        found += searched.length;
      }
      // Among few names, one missed name is more than one hundredth.
      if (isWholeRun()) expect(found / wanted, 'recall').toBeGreaterThanOrEqual(0.98);
      expect(wanted).toBeGreaterThan(QUERIES / 2);
    });
  }

  test('many searches in a row leave nothing behind', () => {
    const query = readName(queries[0]?.name ?? '', 'person');
    const first = index.search(query, { scoreMin: 0.7, limit: 50 });
    for (const { name, subject } of queries) index.search(readName(name, subject), { scoreMin: 0.6, limit: 5 });
    expect(index.search(query, { scoreMin: 0.7, limit: 50 })).toEqual(first);
    expect(openIndex(data).search(query, { scoreMin: 0.7, limit: 50 })).toEqual(first);
  });

  test('an index that went to another thread answers the same', () => {
    const copy = structuredClone(data);
    const buffers = Object.values(copy).flatMap((array) =>
      ArrayBuffer.isView(array) ? [array.buffer as ArrayBuffer] : [],
    );
    const moved = structuredClone(copy, { transfer: [...new Set(buffers)] });
    expect(copy.postings).toHaveLength(0);
    expect(countBytes(moved)).toBe(countBytes(data));
    const query = readName(queries[1]?.name ?? '', 'person');
    expect(openIndex(moved).search(query, { scoreMin: 0.7, limit: 9 })).toEqual(
      index.search(query, { scoreMin: 0.7, limit: 9 }),
    );
  });
});

describe('what a search gives', () => {
  const PERSON = readName('Ivan Petrovsky', 'person');

  test('the best first, by place where scores are equal, no more than the limit', () => {
    const { index } = indexOf(['Ivan Petrovski', 'Ivan Petrovsky', 'Anna Kern', 'Petrovsky Ivan', 'Ivan Petrovsky']);
    const found = index.search(PERSON, { scoreMin: 0.8, limit: 10 });
    expect(found.map(({ place }) => place)).toEqual([1, 3, 4, 0]);
    expect(found.map(({ score }) => score)).toEqual([1, 1, 1, found[3]?.score]);
    expect(index.search(PERSON, { scoreMin: 0.8, limit: 2 }).map(({ place }) => place)).toEqual([1, 3]);
    expect(index.search(PERSON, { scoreMin: 0.8, limit: 0 })).toEqual([]);
  });

  test('names that are not accepted are passed over and take no room in the limit', () => {
    const { index } = indexOf(['Ivan Petrovsky', 'Ivan Petrovsky', 'Ivan Petrovski']);
    const found = index.search(PERSON, { scoreMin: 0.8, limit: 1, accept: (place) => place !== 0 });
    expect(found).toEqual([{ place: 1, score: 1 }]);
    expect(index.search(PERSON, { scoreMin: 0.8, limit: 5, accept: () => false })).toEqual([]);
  });

  test('a word in parts and parts written as one are found', () => {
    const { index } = indexOf(['Abd al Rahman Saleh', 'Maryann Smithfield', 'Anna Kern']);
    const at = { scoreMin: 0.85, limit: 3 };
    expect(index.search(readName('Abdalrahman Saleh', 'person'), at)[0]?.place).toBe(0);
    expect(index.search(readName('Mary Ann Smithfield', 'person'), at)[0]?.place).toBe(1);
  });

  test('an initial finds the names that begin with it, alone too', () => {
    const { index, data } = indexOf(['Ivan Petrovsky', 'Igor Petrovsky', 'Anna Petrovsky', 'I. P.']);
    const places = (name: string) =>
      index.search(readName(name, 'person'), { scoreMin: 0.8, limit: 9 }).map(({ place }) => place);
    expect(places('I. Petrovsky')).toEqual([0, 1]);
    const initials = readName('I P', 'person');
    const options = { scoreMin: 0.3, limit: 9 };
    expect(index.search(initials, options)).toEqual(searchByScan(data, initials, options));
    expect(index.search(initials, options)[0]?.place).toBe(3);
  });

  test('nothing is found for no words, nor in an index of no names', () => {
    expect(
      indexOf(['Ivan Petrovsky', '---']).index.search(readName('---', 'person'), { scoreMin: 0.5, limit: 3 }),
    ).toEqual([]);
    const { index } = indexOf([]);
    expect(index.size).toBe(0);
    expect(index.search(PERSON, { scoreMin: 0.5, limit: 3 })).toEqual([]);
  });

  test('the same name many times is one reading with many places', () => {
    const names = Array.from({ length: 20_001 }, () => ({ name: 'Anna Kern', subject: 'person' as const }));
    const data = buildIndex(names);
    expect([data.size, data.readingSubjects.length, data.places.length]).toEqual([20_001, 1, 20_001]);
  });
});
