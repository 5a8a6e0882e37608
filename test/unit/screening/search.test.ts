import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hit } from '../../../server/checks/types.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import type { ThresholdRules } from '../../../server/screening/match/rules.ts';
import { createWatchlistSearch, type WatchlistSearch } from '../../../server/screening/search.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';
import { openScreening } from './setup.ts';

/** Invented people; the crowd below makes some words common. */
const PEOPLE = `id,name,type,aliases,birth_dates,nationalities,identifiers
1,"QUILLONEZ MARTÍNEZ, Zdravko Emil",person,"THE GREY HERON",1968-04-12,BG,passport:UTO7714902
2,"WOLKENBRUCH, Perpetua",person,,1975,DE,
3,"ABDULQASIM, Farouk bin Tamir",person,,1959,,
4,Brackwater Nimbus Freight Limited,entity,,,MT,registration:UT-0099812
5,"ŻÓŁKOWSKI, Bożydar",person,,1981-12-01;1982,PL,
6,Тарасов Никодим,person,,1970-01-02,RU,
7,"FENWRIGHT, J.",person,,,,
`;
const FIRST = ['Ali', 'Maria', 'Ahmed', 'Anna', 'Omar', 'Ivan', 'Petra', 'Luis', 'Karim', 'Elena'];
const LAST = [
  'Hassanov',
  'Lopezin',
  'Khanbek',
  'Petrovic',
  'Silvano',
  'Ahmedov',
  'Garciano',
  'Kimura',
  'Ruizel',
  'Novakis',
];
const CROWD = FIRST.flatMap((first, i) =>
  LAST.flatMap((last, j) => [
    `c${i}-${j}a,"${last}, ${first}",person,,,,`,
    `c${i}-${j}b,General Trading ${last} ${first},entity,,,,`,
  ]),
).join('\n');

let screening: ReturnType<typeof openScreening>;
let search: WatchlistSearch;

beforeAll(async () => {
  screening = openScreening();
  await screening.importList({ paths: [screening.write('own.csv', PEOPLE + CROWD)], publishedAt: '2025-06-01' });
  search = createWatchlistSearch(screening);
});
afterAll(() => screening[Symbol.dispose]());

function namesOf(hits: Hit[]): string[] {
  return hits.map((hit) => hit.entity.name);
}

describe('names that must be found', () => {
  const QUILLONEZ = 'QUILLONEZ MARTÍNEZ, Zdravko Emil';
  test.each([
    ['as listed', QUILLONEZ, QUILLONEZ],
    ['in another order', 'Zdravko Emil Quillonez Martinez', QUILLONEZ],
    ['in capitals without accents', 'ZDRAVKO EMIL QUILLONEZ MARTINEZ', QUILLONEZ],
    ['without the middle name', 'Zdravko Quillonez Martinez', QUILLONEZ],
    ['with an initial', 'Zdravko E. Quillonez Martinez', QUILLONEZ],
    ['with a wrong letter', 'Zdravko Emil Quillones Martinez', QUILLONEZ],
    ['with swapped letters', 'Zdrakvo Emil Quillonez Martinez', QUILLONEZ],
    ['with a letter lost', 'Perpetua Wolkenbrch', 'WOLKENBRUCH, Perpetua'],
    ['with words split', 'Farouk bin Tamir Abdul Qasim', 'ABDULQASIM, Farouk bin Tamir'],
    ['with words joined', 'Brackwater NimbusFreight Ltd', 'Brackwater Nimbus Freight Limited'],
    ['with two words joined by a hyphen', 'Brack-water Nimbus Freight', 'Brackwater Nimbus Freight Limited'],
    ['with another legal form', 'Brackwater Nimbus Freight LLC', 'Brackwater Nimbus Freight Limited'],
    ['without Polish letters', 'Bozydar Zolkowski', 'ŻÓŁKOWSKI, Bożydar'],
    ['in Latin letters', 'Nikodim Tarasov', 'Тарасов Никодим'],
    ['where the list has only an initial', 'Jonas Fenwright', 'FENWRIGHT, J.'],
    ['by a common name', 'Maria Kimura', 'Kimura, Maria'],
  ])('%s', (_, name, listed) => {
    expect(namesOf(search.search({ name }))).toContain(listed);
  });
});

describe('names that must not be found', () => {
  test.each([
    ['somebody else', 'Gwendolyn Ashcombe'],
    ['the same first name', 'Zdravko Ashcombe'],
    ['the same surname', 'Gwendolyn Wolkenbruch'],
    ['one word of several', 'Quillonez'],
    ['another initial', 'Karl Fenwright'],
    ['common words', 'General Trading'],
    ['common words with another name', 'General Trading Ashcombe'],
    ['a legal form', 'Limited'],
    ['nothing', ''],
    ['signs', '--- ...'],
  ])('%s', (_, name) => {
    expect(namesOf(search.search({ name }))).toEqual([]);
  });

  test('common words flood nothing: one person is one hit', () => {
    expect(namesOf(search.search({ name: 'Ahmed Hassanov' }))).toEqual([
      'Hassanov, Ahmed',
      'General Trading Hassanov Ahmed',
    ]);
  });
});

describe('facts beside the name', () => {
  const name = 'Zdravko Emil Quillonez Martinez';
  const only = (hits: Hit[]): Hit => {
    expect(hits).toHaveLength(1);
    return hits[0] as Hit;
  };

  test('a name alone is possible, however exact', () => {
    expect(only(search.search({ name }))).toMatchObject({ strength: 'possible', score: 1 });
  });

  test('an equal birth date confirms a strong name', () => {
    const hit = only(search.search({ name, birthDate: '1968-04-12' }));
    expect(hit.strength).toBe('confirmed');
    expect(hit.features).toContainEqual({
      name: 'birth_date',
      query: '1968-04-12',
      candidate: '1968-04-12',
      score: 1,
      agreement: 'exact',
      weight: 0.7,
      // The name alone has already reached the maximum.
      contribution: 0,
    });
  });

  test('an equal year does not confirm', () => {
    expect(only(search.search({ name: 'Perpetua Wolkenbruch', birthDate: '1975-03-04' })).strength).toBe('possible');
    expect(only(search.search({ name, birthDate: '1968-12-04' })).strength).toBe('possible');
  });

  test.each([
    ['1968', 'year'],
    ['1968-04', 'month'],
    ['1967/1969', 'range'],
  ])('%s, which holds the listed day, supports a name and does not confirm it', (birthDate, agreement) => {
    const hit = only(search.search({ name: 'Zdravko Quillones', birthDate }));
    expect(hit.features).toContainEqual(expect.objectContaining({ name: 'birth_date', agreement }));
    expect(hit.features.at(-1)?.contribution).toBeGreaterThan(0);
    expect(only(search.search({ name, birthDate })).strength).toBe('possible');
  });

  test('a part of a name is found the sooner, the more is known of the birth date, and by the name alone not at all', () => {
    const part = 'Emil Quillonez';
    const found = [undefined, '1960', '1968', '1968-04', '1968-04-12'].map((birthDate) =>
      search
        .search({ name: part, threshold: 0.5, ...(birthDate === undefined ? {} : { birthDate }) })
        .map(({ score }) => score),
    );
    const [alone = [], contradicted = [], ...agreeing] = found;
    expect(contradicted[0] ?? 0).toBeLessThan(alone[0] ?? 0);
    const scores = [alone[0], ...agreeing.map(([score]) => score)] as number[];
    expect(scores).toEqual([...new Set(scores)].toSorted((a, b) => a - b));
    expect(search.search({ name: part })).toEqual([]);
    expect(only(search.search({ name: part, birthDate: '1968-04-12' }))).toMatchObject({ strength: 'possible' });
  });

  test('who was born that day is compared by all names, and not found where none has anything in common', () => {
    expect(only(search.search({ name: 'Heron', birthDate: '1968-04-12', threshold: 0.5 })).matched_name).toBe(
      'THE GREY HERON',
    );
    expect(search.search({ name: 'Gwendolyn Ashcombe', birthDate: '1968-04-12', threshold: 0.5 })).toEqual([]);
    expect(search.search({ name: 'Emil Quillonez', birthDate: '1968-04-12', type: 'entity' })).toEqual([]);
    expect(search.search({ name: 'Emil Quillonez', birthDate: '1968-04-12', lists: ['other'] })).toEqual([]);
  });

  test('an equal birth date does not confirm a name that is merely alike', () => {
    const hit = only(search.search({ name: 'Bozidar Zalkowsky', birthDate: '1981-12-01' }));
    expect(hit.features).toContainEqual(expect.objectContaining({ name: 'birth_date', score: 1 }));
    expect(hit.strength).toBe('possible');
    expect(search.search({ name: 'Gwendolyn Ashcombe', birthDate: '1968-04-12' })).toEqual([]);
  });

  test('another birth date keeps an exact name for a person to look at, and drops one that is alike', () => {
    expect(only(search.search({ name, birthDate: '1990-01-01' }))).toMatchObject({ strength: 'possible', score: 0.85 });
    expect(search.search({ name: 'Zdravko Emil Quillones Martines', birthDate: '1990-01-01' })).toEqual([]);
  });

  test('the nearest of several birth dates counts', () => {
    expect(only(search.search({ name: 'Bozydar Zolkowski', birthDate: '1981-12-01' })).strength).toBe('confirmed');
  });

  test('a country agrees or differs', () => {
    const score = (country: string) => only(search.search({ name: 'Perpetua Wolkenbrch', countries: [country] })).score;
    expect(score('DE') - score('FR')).toBeCloseTo(0.05);
  });

  test('an equal number confirms a strong name, in any writing', () => {
    const hit = only(search.search({ name, identifiers: [{ value: 'uto 7714-902' }] }));
    expect(hit.strength).toBe('confirmed');
    expect(hit.features.at(-1)).toMatchObject({ name: 'identifier', candidate: 'passport UTO7714902', score: 1 });
  });

  test('an equal number under another name is possible', () => {
    const hit = only(search.search({ name: 'Gwendolyn Ashcombe', identifiers: [{ value: 'UTO7714902' }] }));
    expect(hit).toMatchObject({
      strength: 'possible',
      score: 0.9,
      entity: { name: 'QUILLONEZ MARTÍNEZ, Zdravko Emil' },
    });
  });
});

test('a hit explains itself word by word and names its list', () => {
  const [hit] = search.search({ name: 'Zdravko E. Quillones Martinez' });
  expect(hit?.id).toMatch(/^hit_/);
  expect(hit?.list).toMatchObject({
    code: 'own',
    name: 'own',
    version: expect.stringMatching(/^2025-06-01\.[0-9a-f]{8}$/),
  });
  expect(hit?.matched_name).toBe('QUILLONEZ MARTÍNEZ, Zdravko Emil');
  const compared = hit?.features.map(({ query, candidate, score }) => [query, candidate, score === 1]);
  expect(compared).toContainEqual(['zdravko', 'zdravko', true]);
  expect(compared).toContainEqual(['e', 'emil', false]);
  expect(compared).toContainEqual(['quillones', 'quillonez', false]);
});

test('thresholds and the number of hits are options', () => {
  const name = 'Zdravko Emil Quillones Martines';
  expect(search.search({ name })).toHaveLength(1);
  expect(search.search({ name, threshold: 0.99 })).toEqual([]);
  expect(search.search({ name: 'Ahmed Hassanov', threshold: 0.5, limit: 1 })).toHaveLength(1);
});

describe('what is searched', () => {
  const name = 'Zdravko Emil Quillonez Martinez';

  test('entries of another type are not compared, those of unknown type are', () => {
    const typed = (type: 'person' | 'entity' | 'vessel'): number => search.search({ name, type }).length;
    expect([typed('person'), typed('entity'), typed('vessel')]).toEqual([1, 0, 0]);
    expect(search.search({ name: '', type: 'entity', identifiers: [{ value: 'UTO7714902' }] })).toEqual([]);
  });

  test('a person is not compared with what is surely a company, though its list does not say so', async () => {
    using untyped = openScreening();
    const rows = ['1,Zarko Obrenovac Shipping Company,', '2,Zarko Obrenovac,'];
    await untyped.importList({ paths: [untyped.write('own.csv', ['id,name,type', ...rows].join('\n'))], code: 'own' });
    const found = (type: 'person' | 'entity'): string[] =>
      createWatchlistSearch(untyped)
        .search({ name: 'Zarko Obrenovac', type, threshold: 0.6 })
        .map(({ matched_name }) => matched_name);
    expect(found('person')).toEqual(['Zarko Obrenovac']);
    expect(found('entity')).toContain('Zarko Obrenovac Shipping Company');
  });

  test('only the lists and topics that are asked for; an entry without a topic is listed for another one', () => {
    expect(search.search({ name, lists: ['own'], topics: ['other'] })).toHaveLength(1);
    expect(search.search({ name, topics: ['sanction', 'pep'] })).toEqual([]);
    expect(search.search({ name, lists: ['another'] })).toEqual([]);
    expect(search.search({ name: '', lists: ['another'], identifiers: [{ value: 'UTO7714902' }] })).toEqual([]);
  });

  test('one of the topic that is asked for is found behind any number of namesakes of another', async () => {
    using crowded = openScreening();
    const rows = Array.from({ length: LIMITS.searchCandidatesMax + 1 }, (_, at) => `${at},Odo Fenwright,person,pep`);
    const path = crowded.write(
      'crowd.csv',
      ['id,name,type,topics', ...rows, 'last,Odo Fenwright,person,crime'].join('\n'),
    );
    await crowded.importList({ paths: [path], code: 'crowd' });
    const hits = createWatchlistSearch(crowded).search({ name: 'Odo Fenwright', topics: ['crime'] });
    expect(hits.map(({ entity }) => entity.topics)).toEqual([['crime']]);
  });

  test('the best hit is the best with all facts, however few are asked for', async () => {
    using twins = openScreening();
    const rows = ['1,Odo Fenwrigt,', '2,Odo Ann Fenwright,1968-04-12', '3,Odo Fenwright,1951-01-01'];
    await twins.importList({ paths: [twins.write('twins.csv', ['id,name,birth_dates', ...rows].join('\n'))] });
    const own = createWatchlistSearch(twins);
    const query = { name: 'Odo Fenwright', birthDate: '1968-04-12' };
    expect(namesOf(own.search({ ...query, limit: 1 }))).toEqual(['Odo Ann Fenwright']);
    for (const limit of [1, 2, 3]) {
      const anonymous = (hits: Hit[]) => hits.map((hit) => ({ ...hit, id: '' }));
      expect(anonymous(own.search({ ...query, limit }))).toEqual(anonymous(own.search(query)).slice(0, limit));
    }
  });

  test('a number is found whether or not either side writes the zeros or the country before it', async () => {
    using numbered = openScreening();
    const rows = ['1,Odo Fenwright,tax_id:0012345678,', '2,Perpetua Wolkenbruch,registration:BE0403170701,BE'];
    const path = numbered.write('numbers.csv', ['id,name,identifiers,countries', ...rows].join('\n'));
    await numbered.importList({ paths: [path] });
    const own = createWatchlistSearch(numbered);
    const found = (value: string, country?: string) =>
      namesOf(own.search({ name: '', identifiers: [{ value, ...(country === undefined ? {} : { country }) }] }));
    expect([found('12345678'), found('12345678', 'BE'), found('0403170701', 'BE')]).toEqual([
      ['Odo Fenwright'],
      ['Odo Fenwright'],
      ['Perpetua Wolkenbruch'],
    ]);
  });

  test('thresholds are those of the list and topics, and stand in the hit', () => {
    const asked: unknown[] = [];
    const rules: ThresholdRules = {
      lowestPossible: 0.5,
      thresholdsFor(listCode, topics) {
        asked.push([listCode, topics]);
        return { possible_from: 0.6, confirmed_from: 0.99 };
      },
    };
    const own = createWatchlistSearch({ ...screening, rules });
    const [hit] = own.search({ name: 'Zdravko Emil Quillones Martinez', birthDate: '1968-04-12' });
    expect(hit).toMatchObject({ strength: 'possible', threshold: 0.6 });
    expect(asked[0]).toEqual(['own', []]);
    const far = { name: 'Zdravko Emil Quillones Martines', birthDate: '1990-01-01' };
    expect([search.search(far).length, own.search(far).length]).toEqual([0, 1]);
  });

  test('equal hits stand in the order of their entities, always', () => {
    const hits = search.search({ name: 'Hassanov', threshold: 0.3 });
    const order = hits.map(({ score, entity }) => [-score, entity.id] as const);
    expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)));
    expect(new Set(hits.map(({ score }) => score)).size).toBeLessThan(hits.length);
  });
});

test('no name of the longest kind takes long, whatever its script', () => {
  const letters = [
    '김은정',
    'aeioun',
    'あいうえおんにゃ',
    '金正恩李',
    'محمدعلي',
    'क्षत्रियान',
    'szczrzw',
    'абвгд',
    'ab ',
  ];
  for (const pool of letters) {
    const signs = [...pool];
    const name = Array.from({ length: LIMITS.textFieldCharsMax }, (_, at) => signs[(at * at + 3 * at) % signs.length]);
    const query = { name: name.join(''), threshold: LIMITS.screeningThresholdMin };
    expect(
      cpuMsOf(() => search.search(query)),
      pool,
    ).toBeLessThan(2_000);
  }
});
