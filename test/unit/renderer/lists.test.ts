import { expect, test } from 'vitest';
import type { Dataset, Version } from '../../../renderer/pages/lists/dataset.ts';
import {
  EMPTY_IMPORT,
  fieldsOf,
  guessDataset,
  guessDay,
  guessName,
  guessTogether,
  headingOf,
  isPlainHeading,
  parseHeading,
  tellsItsDay,
} from '../../../renderer/pages/lists/import-form.ts';
import { countriesTyped, unknownCountries } from '../../../renderer/text/country-codes.ts';
import type { DatasetImportAnswer } from '../../../server/contract/dataset-uploads.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { groupByCode, stepOf } = await import('../../../renderer/pages/lists/dataset.ts');
const { thresholdOf } = await import('../../../renderer/pages/lists/dataset-dialogs.tsx');
const { endedSince } = await import('../../../renderer/pages/lists/use-imports.ts');
const { ENTRY_FIELDS, entryLines } = await import('../../../renderer/pages/lists/changes.tsx');

const TODAY = '2026-11-22';
type Entry = Parameters<typeof entryLines>[0];

const version = (id: string, code: string, active = false, name = code): Version =>
  ({ id, code, name, active, entries: 1 }) as unknown as Version;

const dataset = (code: string, name = code): Dataset => ({
  code,
  name,
  active: null,
  versions: [version('lst_1', code)],
});

test('versions are grouped by what they are versions of, in the order of the names', () => {
  const [a, z] = groupByCode([
    version('lst_3', 'zala', false, 'Zala, renamed'),
    version('lst_2', 'zala', true, 'Zala'),
    version('lst_1', 'abc', false, 'ABC'),
  ]);
  expect([a?.code, a?.active]).toEqual(['abc', null]);
  expect([z?.name, z?.active?.id, z?.versions.map(({ id }) => id)]).toEqual(['Zala', 'lst_2', ['lst_3', 'lst_2']]);
});

test('an older version is a step back, a newer one a step forward, the first one a begin', () => {
  const [one] = groupByCode([version('lst_3', 'a'), version('lst_2', 'a', true), version('lst_1', 'a')]);
  const [none] = groupByCode([version('lst_1', 'a')]);
  if (!one || !none) throw new Error('nothing was grouped');
  expect([one.versions[0], one.versions[2]].map((each) => each && stepOf(one, each))).toEqual(['forward', 'back']);
  expect(stepOf(none, none.versions[0])).toBe('begin');
});

test.each([
  ['un_2026-08-01.csv', '2026-08-01'],
  ['20260801-FULL.csv.gz', '2026-08-01'],
  ['FCDO_SL_2025_08_11.ods', '2025-08-11'],
  ['sdn_2026-12-01.csv', null],
  ['sdn_2026-13-01.csv', null],
  ['sdn_2026-08.csv', null],
  ['export-120260801.csv', null],
  ['sdn.csv', null],
])('the name %s tells the day %s', (name, day) => {
  expect(guessDay(name, TODAY)).toBe(day);
});

test("publishers' XML tells its day itself", () => {
  expect(['a.xml', 'a.XML.gz', 'a.csv', 'a.xml.csv'].map(tellsItsDay)).toEqual([true, true, false, false]);
});

test('a file is known as another version by its name without the date', () => {
  const known = [dataset('clients_2026_07'), dataset('un_sc', 'UN Security Council')];
  expect(guessDataset('clients-2026-08.csv', known)?.code).toBe('clients_2026_07');
  expect(guessDataset('Clients 20260801.csv.gz', known)?.code).toBe('clients_2026_07');
  expect(guessDataset('un-security-council.csv', known)?.code).toBe('un_sc');
  expect(guessDataset('clients-b.csv', known)).toBeNull();
  expect(guessDataset('2026-08-01.csv', known)).toBeNull();
});

test('a new table of our own is named after its file', () => {
  expect(guessName('Our clients_2026-08-01.csv')).toEqual({ code: 'our_clients', name: 'Our clients' });
  expect(guessName('Gesperrte Kunden (Zürich).csv')).toEqual({
    code: 'gesperrte_kunden_zu_rich',
    name: 'Gesperrte Kunden (Zürich)',
  });
  expect(guessName('2026-08-01.csv')).toBeNull();
  expect(guessName('клиенты.csv')).toBeNull();
  expect(guessName(`${'a'.repeat(200)}.csv`)?.code).toHaveLength(64);
});

test('files of one list go together, packs and XML files each for themselves', () => {
  expect(guessTogether(['sdn.csv', 'add.csv', 'alt.csv'])).toBe(true);
  expect(guessTogether(['eu.xml', 'un.xml'])).toBe(false);
  expect(guessTogether(['eu.zip', 'sdn.csv'])).toBe(false);
});

test('a heading is read from the begin of a table, also of a compressed one', async () => {
  expect(parseHeading('\ufeffid,"name" , type\r\n1,2,3')).toEqual(['id', 'name', 'type']);
  expect(parseHeading('no table')).toBeNull();
  const text = `id,name,type\n${'x'.repeat(100_000)}`;
  expect(await headingOf(new File([text], 'a.csv'))).toEqual(['id', 'name', 'type']);
  const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
  expect(await headingOf(new File([packed], 'a.csv.gz'))).toEqual(['id', 'name', 'type']);
  expect(await headingOf(new File([text], 'a.csv.gz'))).toBeNull();
  expect(await headingOf(new File([text], 'a.xml'))).toBeNull();
});

test('a table is our own where each of its columns is', () => {
  expect(isPlainHeading('watchlist', ['ID', 'Name', 'Birth dates'])).toBe(true);
  expect(isPlainHeading('watchlist', ['_id', 'source', 'type', 'name'])).toBe(false);
  expect(isPlainHeading('watchlist', ['id', 'type'])).toBe(false);
  expect(isPlainHeading('register', ['number', 'owner_name'])).toBe(true);
  expect(isPlainHeading('register', ['id', 'name'])).toBe(false);
});

test('of the form only what was filled in is sent', () => {
  expect(fieldsOf(EMPTY_IMPORT, false)).toEqual([]);
  const form = {
    code: 'clients',
    name: ' Our clients ',
    publishedAt: '2026-08-01',
    ageDaysMax: '7',
    acceptSmaller: true,
    allowOlder: false,
    completeFor: 'lu, FR',
    columns: 'name = Full name\n\nid=No.\nnonsense',
    trustKind: '',
  };
  expect(Object.fromEntries(fieldsOf(form, false))).toEqual({
    code: 'clients',
    name: 'Our clients',
    published_at: '2026-08-01',
    age_days_max: '7',
    complete_for: '["LU","FR"]',
    columns: '{"name":"Full name","id":"No."}',
    accept_smaller: 'true',
  });
  expect(fieldsOf(form, true)).toEqual([['accept_smaller', 'true']]);
});

test('countries are codes between commas, spaces or line breaks, and other words are errors', () => {
  expect(countriesTyped(' lu, FR\nGB;lu ')).toEqual(['LU', 'FR', 'GB']);
  expect(unknownCountries(' lu, FR\nGB;XK ')).toEqual([]);
  expect(unknownCountries('')).toEqual([]);
  expect(unknownCountries('Luxembourg, FR, ZZ, LUX, ZZ')).toEqual(['Luxembourg', 'ZZ', 'LUX']);
});

test("a list's own threshold goes before those of its topics and of all lists", () => {
  const settings = (values: Record<string, number | null>) =>
    ({ settings: Object.entries(values).map(([path, value]) => ({ path, value })) }) as unknown as Parameters<
      typeof thresholdOf
    >[0];
  const common = { 'screening.possible_from': 0.85, 'screening.topics.pep.possible_from': 0.9 };
  const of = (values: Record<string, number | null>, topics: string[]) =>
    thresholdOf(settings(values), 'clients', topics, 'possible_from');
  expect(of(common, ['sanction'])).toEqual({ own: null, lowest: 0.85, highest: 0.85 });
  expect(of(common, ['sanction', 'pep'])).toEqual({ own: null, lowest: 0.85, highest: 0.9 });
  expect(of({ ...common, 'screening.lists.clients.possible_from': 0.8 }, ['pep'])).toEqual({
    own: 0.8,
    lowest: 0.8,
    highest: 0.8,
  });
  expect(of({}, [])).toBeNull();
});

test('an entry is shown in lines, and missing values have none', () => {
  const empty = Object.fromEntries(ENTRY_FIELDS.map((field) => [field, []]));
  const entry = {
    ...empty,
    type: 'person',
    listed_at: null,
    source_id: null,
    original: { remarks: ['a', 'b'] },
    names: [
      { name: 'QUILLONEZ, Zdravko', kind: 'primary', quality: 'strong' },
      { name: 'The Heron', kind: 'alias', quality: 'weak' },
    ],
    identifiers: [{ kind: 'national_id', value: '77', country: 'FR' }],
    addresses: [{ text: '', country: 'FR' }],
    roles: [{ title: 'Mayor', from: '2001', level: 'local' }],
    media: [{ source: 'The Quay', date: '2024', passage: 'He was fined.' }],
  } as unknown as Entry;
  const said = ENTRY_FIELDS.map((field) => [field, entryLines(entry, field)] as const);
  expect(Object.fromEntries(said.filter(([, lines]) => lines.length > 0))).toEqual({
    names: ['QUILLONEZ, Zdravko', expect.stringMatching(/^The Heron \(.+\)$/)],
    type: ['Person'],
    identifiers: ['national id 77, France'],
    addresses: ['France'],
    roles: ['Mayor, local (2001–)'],
    media: ['The Quay, 2024: He was fined.'],
    original: ['remarks: a; b'],
  });
});

test('imports that ended unseen are told like those that were watched', () => {
  const one = (id: string, state: string) => ({ id, state }) as DatasetImportAnswer;
  const known = [one('watched', 'running'), one('old', 'done')];
  const answer = [one('unseen', 'failed'), one('begun', 'waiting'), one('watched', 'done'), one('old', 'done')];
  expect(endedSince(known, answer).map(({ id }) => id)).toEqual(['unseen', 'watched']);
  expect(endedSince(answer, answer)).toEqual([]);
});
