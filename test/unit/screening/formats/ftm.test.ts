import { expect, test } from 'vitest';
import { LIMITS } from '../../../../server/lib/limits.ts';
import { ftmJson } from '../../../../server/screening/formats/ftm.ts';
import { topicOf } from '../../../../server/screening/formats/ftm-schemas.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

type Properties = Record<string, string[]>;
const entity = (id: string, schema: string, properties: Properties, more: object = {}): string =>
  JSON.stringify({ id, schema, properties, ...more });
const file = (...lines: string[]): ReturnType<typeof listFile> =>
  listFile('entities.ftm.json', `${lines.join('\n')}\n`, 1_000);

const PERSON = entity(
  'Q1',
  'Person',
  {
    name: ['QUILLONEZ, Zdravko', 'Zdravko Quillonez', 'Здравко Квильонес'],
    alias: ['Zdravko Kilonez'],
    weakAlias: ['The Heron'],
    previousName: ['Zdravko Kalt'],
    birthDate: ['1961-02-17', '1962'],
    birthPlace: ['Sofia'],
    gender: ['male'],
    nationality: ['bg'],
    country: ['mt', 'bg'],
    topics: ['role.pep', 'sanction', 'gov.national', 'crime.fin'],
    passportNumber: ['K1'],
    innCode: ['7736050003'],
    address: ['2 Quay Road'],
    addressEntity: ['addr-1', 'addr-9'],
    programId: ['EL-1'],
    position: ['Minister'],
    notes: ['Invented.'],
  },
  { caption: 'Zdravko Quillonez', target: true, datasets: ['el_list'] },
);
const ADJUNCTS = [
  entity('addr-1', 'Address', { full: ['1 Quay Road, Valletta'], country: ['mt'] }),
  entity('s-1', 'Sanction', {
    entity: ['Q1'],
    listingDate: ['2023-05-06'],
    program: ['Elsewhere'],
    authority: ['Council'],
  }),
  entity('s-2', 'Sanction', { entity: ['Q1'], startDate: ['2022-03-04T00:00:00'] }),
  entity('p-1', 'Passport', { holder: ['Q1'], number: ['K2'], country: ['bg'] }),
  entity('p-2', 'Identification', { holder: ['Q1'], number: ['N2'], type: ['National ID'] }),
  entity('pos-1', 'Position', {
    name: ['Minister of Fog'],
    country: ['bg'],
    topics: ['gov.executive', 'gov.national'],
  }),
  entity('o-1', 'Occupancy', { holder: ['Q1'], post: ['pos-1'], startDate: ['2010'], endDate: ['2014-01-01'] }),
  entity('f-1', 'Family', { person: ['Q1'], relative: ['Q2'], relationship: ['spouse'] }),
  entity('w-1', 'Ownership', { owner: ['Q1'], asset: ['C1'] }),
  entity('a-1', 'Article', { title: ['Fog in the harbour'], publisher: ['The Quay'], publishedAt: ['2020-02-03'] }),
  entity('d-1', 'Documentation', { entity: ['Q1'], document: ['a-1'] }),
];
const OTHERS = [
  entity(
    'Q2',
    'Person',
    { name: ['Perpetua Wolkenbruch'], topics: ['role.rca'] },
    { caption: 'Perpetua Wolkenbruch', target: true },
  ),
  entity('C1', 'Company', { name: ['Nimbus Freight'] }, { caption: 'Nimbus Freight', target: false }),
  entity(
    'V1',
    'Vessel',
    { name: ['Grey Pelican'], imoNumber: ['9000123'], flag: ['mt'], topics: ['mare.shadow'] },
    { target: true },
  ),
];

test('a person is joined to all that the file says of it', async () => {
  // The joined parts are before, after and between the entries.
  const list = file(...ADJUNCTS.slice(0, 5), PERSON, ...OTHERS, ...ADJUNCTS.slice(5));
  expect(ftmJson.recognises([list])).toBe(true);
  const { entries, rows, reading } = await readList(ftmJson, [list]);
  expect([rows, reading]).toEqual([15, { publishedAt: null, recordsDeclared: null, orphans: { not_listed: 1 } }]);
  expect(entries[0]).toEqual({
    sourceId: 'Q1',
    type: 'person',
    names: [
      { name: 'Zdravko Quillonez', kind: 'primary', quality: 'strong' },
      { name: 'QUILLONEZ, Zdravko', kind: 'alias', quality: 'strong' },
      { name: 'Здравко Квильонес', kind: 'original_script', quality: 'strong' },
      { name: 'Zdravko Kilonez', kind: 'alias', quality: 'strong' },
      { name: 'Zdravko Kalt', kind: 'former', quality: 'strong' },
      { name: 'The Heron', kind: 'alias', quality: 'weak' },
    ],
    birthDates: ['1961-02-17', '1962'],
    birthPlaces: ['Sofia'],
    genders: ['male'],
    nationalities: ['BG'],
    countries: ['BG', 'MT'],
    identifiers: [
      { kind: 'passport', value: 'K1' },
      { kind: 'inn', value: '7736050003' },
      { kind: 'passport', value: 'K2', country: 'BG' },
      { kind: 'national_id', value: 'N2' },
    ],
    addresses: [{ text: '2 Quay Road' }, { text: '1 Quay Road, Valletta', country: 'MT' }],
    roles: [{ title: 'Minister of Fog', country: 'BG', from: '2010', until: '2014-01-01', level: 'national' }],
    relations: [
      { kind: 'spouse', name: 'Perpetua Wolkenbruch', sourceId: 'Q2' },
      { kind: 'owned', name: 'Nimbus Freight', sourceId: 'C1' },
    ],
    media: [{ source: 'The Quay', date: '2020-02-03', title: 'Fog in the harbour' }],
    programs: ['EL-1', 'Elsewhere'],
    topics: ['pep', 'sanction', 'crime'],
    listedAt: '2022-03-04',
    original: {
      position: 'Minister',
      notes: 'Invented.',
      datasets: 'el_list',
      schema: 'Person',
      topics: 'role.pep, sanction, gov.national, crime.fin',
      sanction_authority: 'Council',
      sanction_startDate: '2022-03-04T00:00:00',
    },
  });
  expect(entries[1]).toMatchObject({
    topics: ['relative_or_associate'],
    relations: [{ kind: 'relative', sourceId: 'Q1' }],
  });
  expect(entries[2]).toMatchObject({
    type: 'vessel',
    topics: ['other'],
    countries: ['MT'],
    identifiers: [{ kind: 'imo', value: '9000123' }],
  });
});

test('where a file tells neither targets nor topics, all are on it; a topic that lists nobody keeps one off', async () => {
  const { entries, reading } = await readList(ftmJson, [
    file(
      entity('1', 'Organization', { name: ['Fog Party'] }),
      entity('2', 'PublicBody', { name: ['Port'], topics: ['gov'] }),
      entity('3', 'LegalEntity', { name: ['Heron'], topics: ['poi'] }),
      entity('4', 'Company', { email: ['a@example.test'] }),
      entity('5', 'Person', { name: ['Zed'], topics: ['role.pep'], position: ['Mayor'] }),
      entity('6', 'Payment', { payer: ['1'] }),
    ),
  ]);
  expect(entries.map(({ sourceId, type, topics }) => [sourceId, type, topics])).toEqual([
    ['1', 'entity', ['other']],
    ['3', 'unknown', ['other']],
    ['5', 'person', ['pep']],
  ]);
  expect(entries[2]?.roles).toEqual([{ title: 'Mayor' }]);
  expect(reading.orphans).toEqual({ not_listed: 1, no_name: 1 });
});

test.each([
  ['sanction', 'sanction'],
  ['sanction.linked', 'other'],
  ['role.pep.natl', 'pep'],
  ['wanted', 'crime'],
  ['export.control', 'export_control'],
  ['corp.disqual', 'debarment'],
  ['sanctions', null],
  ['corp.offshore', null],
])('topic %s is %s', (topic, ours) => {
  expect(topicOf(topic)).toBe(ours);
});

test.each([
  ['a line cut off', [PERSON, PERSON.slice(0, -40)], 'line 2: it is not a JSON object: cut off or damaged.'],
  ['a list on a line', [PERSON, '[]'], 'line 2: it is not a JSON object'],
  ['an object that is none', [PERSON, '', '{"id":"Q2"}'], 'line 3: it is not a FollowTheMoney entity'],
  ['an id twice', [PERSON, ...ADJUNCTS, PERSON], 'line 13: the entity Q1 appears in the file twice.'],
  ['a line too long', [PERSON, `"${'x'.repeat(LIMITS.listRowBytesMax)}"`], 'line 2: the line is longer than'],
])('%s is refused', async (_, lines, reason) => {
  expect(await refusalOf(readList(ftmJson, [file(...lines)]))).toContain(`list_invalid: entities.ftm.json, ${reason}`);
});

test('one of whom nothing but the parts of a name is known has them for a name', async () => {
  const parts = { firstName: ['Zdravko'], fatherName: ['Ivanovich'], lastName: ['Quillonez'], topics: ['sanction'] };
  const { entries } = await readList(ftmJson, [file(entity('Q1', 'Person', parts))]);
  expect(entries[0]?.names).toEqual([{ name: 'Zdravko Ivanovich Quillonez', kind: 'primary', quality: 'strong' }]);
  expect(entries[0]?.original).toMatchObject({ fatherName: 'Ivanovich' });
});

test('what is listed and can be no entry is counted', async () => {
  const lines = [
    PERSON,
    entity('w', 'CryptoWallet', { topics: ['sanction'] }),
    entity('s', 'Security', { name: ['Bond'] }, { target: true }),
    entity('a', 'Address', { full: ['1 Quay Road'] }),
  ];
  const { entries, reading } = await readList(ftmJson, [file(...lines)]);
  expect([entries.length, reading.orphans]).toEqual([1, { other_schema: 2 }]);
});

test('a first line that is longer than the head is known by its beginning', () => {
  const long = entity('Q1', 'Person', { name: ['Zed'], notes: ['x'.repeat(100_000)] });
  expect(ftmJson.recognises([file(long)])).toBe(true);
  expect(ftmJson.recognises([listFile('a.json', '{"id": "1", "name": "Zed"}\n')])).toBe(false);
});
