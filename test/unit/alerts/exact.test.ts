import { expect, it } from 'vitest';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { scanFully } from '../../support/full-scan.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { openRescreeningLab, type StoredCompany } from '../../support/rescreening.ts';
import { rounds } from '../../support/rounds.ts';
import { importRows, row } from './setup.ts';

const ENTRIES = rounds(3_000, 500);
const SUBJECTS = rounds(400, 120);
const COMPANIES = rounds(60, 30);
const SYLLABLES = 'ba ro mi dek lan tu sha vo ren gi kol pa nes tar u zem lin do ak fer'.split(' ');

type Random = () => number;
interface Person {
  words: string[];
  born: string;
  from: string;
}

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] as T;

function makePeople(count: number, random: Random): Person[] {
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES, random)).join('');
  const names = Array.from({ length: 600 }, word);
  return Array.from({ length: count }, () => ({
    words: Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(names, random)),
    born: `19${50 + Math.floor(random() * 40)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
    from: pick(['IT', 'DE', 'BG', 'AT'], random),
  }));
}

/** The same name as people may write it: unchanged, swapped, misspelt, joined, split or shortened. */
function rewrite(words: readonly string[], random: Random): string {
  const [first = '', ...rest] = words;
  const at = 2 + Math.floor(random() * Math.max(1, first.length - 3));
  return pick(
    [
      words.join(' '),
      [...rest, first].join(' '),
      [first.slice(0, at) + first.slice(at + 1), ...rest].join(' '),
      [first + rest[0], ...rest.slice(1)].join(' '),
      [first.slice(0, at), first.slice(at), ...rest].join(' '),
      [`${first.charAt(0)}.`, ...rest].join(' '),
    ],
    random,
  );
}

function queryOf({ words, born, from }: Person, random: Random): SearchQuery {
  return {
    name: rewrite(words, random),
    type: 'person',
    ...(random() < 0.6 ? { birthDate: random() < 0.7 ? born : '1971-02-03' } : {}),
    ...(random() < 0.5 ? { countries: [random() < 0.7 ? from : 'FR'] } : {}),
  };
}

/** A company and up to five people around it, some of whom occur twice. */
function companyOf(people: readonly Person[], random: Random, livemode: boolean): StoredCompany {
  const few = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(people, random));
  const parties = few.map((person, at) => ({ party: `per_${at}`, queries: [queryOf(person, random)] }));
  const again = { party: 'register:0', queries: [queryOf(pick(few, random), random)] };
  const company = { party: 'company', queries: [{ name: 'Harrow Lane Trading', type: 'entity' as const }] };
  return { parties: [company, ...parties, again], livemode };
}

/** Two versions: some people are removed, some are added, and some get another birth date or one more name. */
function writeVersions(people: readonly Person[], random: Random): { before: string[]; after: string[] } {
  const [before, after]: [string[], string[]] = [[], []];
  for (const [at, { words, born, from }] of people.entries()) {
    const rowOf = (facts: object) => row(String(at), words.join(' '), { born, from, ...facts });
    const fate = random();
    if (fate > 0.06) before.push(rowOf({}));
    if (fate < 0.94)
      after.push(rowOf(fate > 0.88 ? { aliases: rewrite(words, random) } : fate > 0.84 ? { born: '1970' } : {}));
  }
  return { before, after };
}

const WAYS: [string, boolean][] = [
  ['indexes of the changed entities', false],
  ['the index of the whole lists', true],
];
it.each(sampleOf('ways to search', WAYS, 1))(
  'alerts by %s are exactly what a search of everybody over the whole lists finds among what has changed',
  inWholeRunAlone('2 s'),
  async (_, whole) => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const people = makePeople(ENTRIES, random);
    using lab = await openRescreeningLab();
    const { before, after } = writeVersions(people, random);
    const fromId = await importRows(lab, before);
    await lab.rescreener().run();
    const subjects = Array.from({ length: SUBJECTS }, (_, at) => {
      const queries = [queryOf(pick(people, random), random)];
      if (at % 3 === 0) queries.push(queryOf(pick(people, random), random));
      return { queries, livemode: at % 5 !== 0 };
    });
    const ids = lab.storeAll(subjects);
    const companies = Array.from({ length: COMPANIES }, (_, at) => companyOf(people, random, at % 5 !== 0));
    const companyIds = lab.storeCompanies(companies);
    const toId = await importRows(lab, after);
    const { openSearch } = lab.rescreenDeps;
    await lab.rescreener(whole ? { openSearch: (versionId) => openSearch(versionId, null) } : {}).run();
    const parties = companies.flatMap((company, at) =>
      company.parties.map(({ party, queries }) => ({ queries, id: `${companyIds[at]} ${party}` })),
    );
    const stored = [...subjects.map((subject, at) => ({ ...subject, id: ids[at] ?? '' })), ...parties];
    const expected = await scanFully(lab, stored, { fromId, toId });
    expect(expected.length, `seed ${seed}`).toBeGreaterThan(rounds(20, 5));
    expect(expected.filter((line) => line.startsWith('kyb_')).length, `seed ${seed}`).toBeGreaterThan(rounds(5, 0));
    expect(lab.alerts(), `CUSTOS_TEST_SEED=${seed}`).toEqual(expected);
  },
);
