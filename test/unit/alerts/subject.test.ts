import { expect, it } from 'vitest';
import { type Subject, subjectMark, subjectsOf } from '../../../server/alerts/subject.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';

const KEY = Buffer.alloc(32, 7);
const QUERY: SearchQuery = {
  name: 'Anna Lucia Martello',
  type: 'person',
  birthDate: '1986-08-12',
  countries: ['IT', 'DE'],
  identifiers: [
    { value: 'UTO7714902', kind: 'passport', country: 'IT' },
    { value: 'X12', kind: 'national_id' },
  ],
  address: 'Via Nuova 3, Roma',
};
const SECOND: SearchQuery = { name: 'Anna Martello', type: 'person' };

const markOf = (queries: readonly SearchQuery[], more: Partial<Subject> = {}) =>
  subjectMark(KEY, { id: 'ver_1', livemode: true, party: null, queries, ...more }).toString('hex');

it.each<[string, SearchQuery[]]>([
  ['the order of the queries', [SECOND, QUERY]],
  ['a query that appears twice', [QUERY, SECOND, SECOND]],
  ['case and spacing', [{ ...QUERY, name: ' ANNA  lucia martello ', address: 'via nuova 3,  ROMA' }, SECOND]],
  ['the order of countries', [{ ...QUERY, countries: ['DE', 'IT'] }, SECOND]],
  [
    'the order of numbers and of what is said of them',
    [
      {
        ...QUERY,
        identifiers: [
          { kind: 'national_id', value: 'X12' },
          { country: 'IT', value: 'UTO7714902', kind: 'passport' },
        ],
      },
      SECOND,
    ],
  ],
  ['the order of the facts', [Object.fromEntries(Object.entries(QUERY).reverse()) as unknown as SearchQuery, SECOND]],
  ['a fact that is empty', [QUERY, { ...SECOND, countries: [], identifiers: [], address: '' }]],
])('the mark does not depend on %s', (_, queries) => {
  expect(markOf(queries)).toBe(markOf([QUERY, SECOND]));
});

it.each<[string, Partial<SearchQuery>]>([
  ['name', { name: 'Anna Lucia Martelli' }],
  ['birth date', { birthDate: '1986-08-13' }],
  ['gender', { gender: 'female' }],
  ['country', { countries: ['IT'] }],
  ['address', { address: 'Via Nuova 4, Roma' }],
  ['type', { type: 'entity' }],
  ['number', { identifiers: [{ value: 'UTO7714903', kind: 'passport', country: 'IT' }] }],
])('another %s is another subject', (_, change) => {
  expect(markOf([{ ...QUERY, ...change }])).not.toBe(markOf([QUERY]));
});

it('what a number is and who issued it are told apart', () => {
  const withNumber = (part: object) => markOf([{ ...QUERY, identifiers: [{ value: 'X12', ...part }] }]);
  const marks = [withNumber({}), withNumber({ kind: 'IT' }), withNumber({ country: 'IT' })];
  expect(new Set(marks).size).toBe(3);
});

it('the same facts in another field are another subject', () => {
  expect(markOf([{ ...QUERY, countries: [], address: 'IT' }])).not.toBe(
    markOf([{ ...QUERY, countries: ['IT'], address: '' }]),
  );
});

it('live and test are apart, and so is another key', () => {
  expect(markOf([QUERY], { livemode: false })).not.toBe(markOf([QUERY]));
  const subject = { id: 'ver_1', livemode: true, party: null, queries: [QUERY] };
  expect(subjectMark(Buffer.alloc(32, 8), subject).toString('hex')).not.toBe(markOf([QUERY]));
});

it.each<[string, SearchQuery, boolean]>([
  ['a whole birth date', { name: 'Anna', birthDate: '1986-08-12' }, true],
  ['a number', { name: 'Anna', identifiers: [{ value: 'X12' }] }, true],
  ['a name alone', { name: 'Anna' }, false],
  ['a year of birth', { name: 'Anna', birthDate: '1986' }, false],
  ['a country', { name: 'Anna', countries: ['IT'] }, false],
])('who is known by %s: whether another record may be of the same subject', (_, query, same) => {
  expect(markOf([query], { id: 'ver_2' }) === markOf([query])).toBe(same);
});

it('parties of a company that only a name tells are apart, those with a number are known everywhere', () => {
  const named = [{ name: 'Anna' }];
  expect(markOf(named, { party: 'per_1' })).not.toBe(markOf(named, { party: 'per_2' }));
  expect(markOf(named, { party: 'per_1' })).not.toBe(markOf(named));
  expect(markOf([QUERY], { id: 'kyb_ver_1', party: 'per_1' })).toBe(markOf([QUERY]));
});

it('a mark that was stored before companies were screened still holds', () => {
  const marks = [markOf([SECOND]), markOf([QUERY])].map((mark) => mark.slice(0, 16));
  expect(marks).toEqual(['13e82f0e7b849365', 'ceff6f72f8279b20']);
});

it('of results that an older version of the program made the names are searched', () => {
  const searched = [{ source: 'submitted' as const, name: 'Anna Martello' }];
  expect(subjectsOf('ver_1', false, { searched })).toEqual([
    { id: 'ver_1', livemode: false, party: null, queries: [{ name: 'Anna Martello', type: 'person' }] },
  ]);
});

it('each party of a company is a subject of its own, with all that was asked of it', () => {
  const of = (party: string, query: SearchQuery) => ({ party, name: query.name, query });
  const searched = [of('company', QUERY), of('per_1', SECOND), of('company', SECOND)];
  expect(subjectsOf('kyb_ver_1', true, { searched })).toEqual([
    { id: 'kyb_ver_1', livemode: true, party: 'company', queries: [QUERY, SECOND] },
    { id: 'kyb_ver_1', livemode: true, party: 'per_1', queries: [SECOND] },
  ]);
});
