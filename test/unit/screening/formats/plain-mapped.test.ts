import { expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { plainCsv } from '../../../../server/screening/formats/plain.ts';
import { plainJson } from '../../../../server/screening/formats/plain-lines.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const csv = (text: string): ReturnType<typeof listFile> => listFile('own.csv', text);
const json = (...objects: object[]): ReturnType<typeof listFile> =>
  listFile('own.json', objects.map((object) => `${JSON.stringify(object)}\n`).join(''));

test('every column of the plain form is read', async () => {
  const { entries } = await readList(plainCsv, [
    csv(`id,name,type,aliases,weak_aliases,former_names,birth_dates,birth_places,genders,nationalities,countries,identifiers,addresses,roles,relations,media,programs,topics,listed_at
1,Zdravko Quillonez,Individual,Здравко;Zed,Heron,Kalt,1961~;1962/1964,Sofia;Varna,male,Bulgaria,MT,passport/BG:K1;tax no.:7;99,"1 Quay Road, Valletta|Malta",Minister|BG|2010|2014-01-01|National;Mayor,spouse|Perpetua|2;Otto,The Quay|2020-02-03|Fog;Herald,EL-1,pep;adverse_media,2022-03-04
`),
  ]);
  expect(entries).toMatchObject([
    {
      sourceId: '1',
      type: 'person',
      names: [
        { name: 'Zdravko Quillonez', kind: 'primary' },
        { name: 'Здравко', kind: 'original_script' },
        { name: 'Zed', kind: 'alias', quality: 'strong' },
        { name: 'Heron', kind: 'alias', quality: 'weak' },
        { name: 'Kalt', kind: 'former' },
      ],
      birthDates: ['1961~', '1962/1964'],
      birthPlaces: ['Sofia', 'Varna'],
      genders: ['male'],
      nationalities: ['BG'],
      countries: ['BG', 'MT'],
      identifiers: [
        { kind: 'passport', value: 'K1', country: 'BG' },
        { kind: 'tax', value: '7' },
        { kind: 'number', value: '99' },
      ],
      addresses: [{ text: '1 Quay Road, Valletta, Malta', country: 'MT' }],
      roles: [
        { title: 'Minister', country: 'BG', from: '2010', until: '2014-01-01', level: 'national' },
        { title: 'Mayor' },
      ],
      relations: [
        { kind: 'spouse', name: 'Perpetua', sourceId: '2' },
        { kind: 'associate', name: 'Otto' },
      ],
      media: [{ source: 'The Quay', date: '2020-02-03', title: 'Fog' }, { source: 'Herald' }],
      programs: ['EL-1'],
      topics: ['pep', 'adverse_media'],
      listedAt: '2022-03-04',
    },
  ]);
});

const THEIRS =
  'Full Name,Other Names,Born,Kind,Since,Note\nZdravko Quillonez,"Zed, Heron",12/04/1968 or 1970,thing,04.03.2022,x\n,nobody,,,,\nNimbus,,then,enterprise,,\n';
const MAPPING = {
  name: 'Full Name',
  aliases: 'other names',
  separator: ',',
  birth_dates: 'Born',
  type: 'Kind',
  listed_at: 'Since',
  topics: '=sanction',
};

test('a file with other columns is read through a mapping; what it writes in another way is no error', async () => {
  expect(plainCsv.recognises([csv(THEIRS)])).toBe(false);
  expect(plainCsv.recognises([csv(THEIRS)], MAPPING)).toBe(true);
  const { entries, reading } = await readList(plainCsv, [csv(THEIRS)], MAPPING);
  expect(reading.orphans).toEqual({ no_name: 1 });
  expect(entries).toMatchObject([
    {
      type: 'unknown',
      names: [{ name: 'Zdravko Quillonez' }, { name: 'Zed' }, { name: 'Heron' }],
      birthDates: ['1968-04-12', '1970'],
      listedAt: '2022-03-04',
      topics: ['sanction'],
      original: { note: 'x', born: '12/04/1968 or 1970' },
    },
    { type: 'entity', names: [{ name: 'Nimbus' }], birthDates: [], original: { born: 'then' } },
  ]);
});

test.each(['comma', ','])('the separator may be said as %s', async (separator) => {
  const { entries } = await readList(plainCsv, [csv(THEIRS)], { ...MAPPING, separator });
  expect(entries[0]?.names.map(({ name }) => name)).toEqual(['Zdravko Quillonez', 'Zed', 'Heron']);
});

test('a separator that is not a word is used as written', async () => {
  const mapping = { name: 'A', aliases: 'B', separator: 'constructor' };
  const { entries } = await readList(plainCsv, [csv('A,B\nZdravko Quillonez,ZedconstructorHeron\n')], mapping);
  expect(entries[0]?.names.map(({ name }) => name)).toEqual(['Zdravko Quillonez', 'Zed', 'Heron']);
});

test.each([
  [
    'a column that is not there',
    { ...MAPPING, countries: 'Land' },
    'line 1: there is no column "Land", which "countries" is mapped to.',
  ],
  [
    'a column that is not ours',
    { ...MAPPING, shoe_size: 'Note' },
    'line 1: "shoe_size" cannot be mapped; it must be one of id, name,',
  ],
  ['no separator', { ...MAPPING, separator: '' }, 'line 1: the separator must not be empty'],
  ['a topic that is none', { ...MAPPING, topics: '=fog' }, 'line 2: a topic must be one of'],
])('a mapping with %s is refused', async (_, mapping, reason) => {
  expect(await refusalOf(readList(plainCsv, [csv(THEIRS)], mapping))).toContain(`own.csv, ${reason}`);
});

test('objects on lines are read through a mapping, with objects in their fields', async () => {
  const mapping = {
    id: 'key',
    name: 'label',
    aliases: 'other',
    identifiers: 'ids',
    roles: 'posts',
    addresses: 'at',
    topics: '=pep',
    type: '=person',
    genders: 'sex',
  };
  const list = json(
    {
      key: 1,
      label: 'Zdravko',
      other: [{ name: 'Zed', lang: 'en' }, 'Heron'],
      ids: [{ scheme: 'passport', id: 'K1' }],
      posts: [{ role: 'member', org: 'Council', start: '2012-04-03', end: null }],
      at: { text: 'Quay', country: 'mt' },
      sex: null,
      extra: { a: [1, 2] },
    },
    { key: 2, label: 'Perpetua', other: [], posts: [{}] },
    { key: 3, label: null },
  );
  expect(plainJson.recognises([list], mapping)).toBe(true);
  const { entries, reading } = await readList(plainJson, [list], mapping);
  expect(reading.orphans).toEqual({ no_name: 1 });
  expect(entries).toMatchObject([
    {
      sourceId: '1',
      type: 'person',
      names: [{ name: 'Zdravko' }, { name: 'Zed' }, { name: 'Heron' }],
      identifiers: [{ kind: 'passport', value: 'K1' }],
      roles: [{ title: 'member, Council', from: '2012-04-03' }],
      addresses: [{ text: 'Quay', country: 'MT' }],
      topics: ['pep'],
      original: { key: '1', other: ['Zed, en', 'Heron'], extra: '1,2' },
    },
    { sourceId: '2', roles: [] },
  ]);
});

test.each([
  ['a line cut off', [{ name: 'Zed' }], '{"name": "Z', 'line 2: it is not a JSON object'],
  ['no name', [{ name: 'Zed' }], '{"type": "person"}', 'line 2: the name is missing.'],
  ['an id twice', [{ id: '1', name: 'Zed' }], '{"id": 1, "name": "Otto"}', 'line 2: the id appears in the file twice.'],
])('in a JSON file %s is refused', async (_, objects, last, reason) => {
  const text = `${objects.map((object) => JSON.stringify(object)).join('\n')}\n${last}`;
  expect(await refusalOf(readList(plainJson, [listFile('own.json', text)]))).toContain(`own.json, ${reason}`);
});

test.each([
  ['changes of a list', '{"op":"ADD","entity":{"id":"1"}}\n', 'changes between two versions'],
  ['statements on owners', '[\n  {\n    "statementId": "1"}]', 'ownership statements (BODS)'],
  ['YAML', '- id:\n    a: 1\n', 'it is YAML'],
  ['a JSON list', '[{"name":"Zed"}]', 'Write one object per line'],
])('%s are refused with what to do', async (_, text, reason) => {
  const file = listFile('other', text);
  const format = LIST_FORMATS.find((candidate) => candidate.recognises([file]));
  expect(format?.id).toBe('foreign');
  if (format)
    expect(await refusalOf(readList(format, [file]))).toMatch(`list_invalid: other: the format is not supported: `);
  if (format) expect(await refusalOf(readList(format, [file]))).toContain(reason);
});

test('a CSV file that a spreadsheet wrote in Windows-1252 loses no letter', async () => {
  const bytes = Buffer.concat([
    Buffer.from('na\u00efve;name,Beg', 'latin1'),
    Buffer.from([0x9a, 0x0a]),
    Buffer.from('1,O', 'latin1'),
    Buffer.from([0x92]),
    Buffer.from('Brien ', 'latin1'),
    Buffer.from([0x8a]),
    Buffer.from('aba\u00df\n', 'latin1'),
  ]);
  const columns = { name: 'Begš' };
  const file = listFile('own.csv', bytes, 3);
  expect(plainCsv.recognises([file], columns)).toBe(true);
  const { entries } = await readList(plainCsv, [file], columns);
  expect(entries[0]?.names[0].name).toBe('O’Brien Šabaß');
});

test.each(['None', '-0-', 'N/A', 'n/a', 'null', '-'])('%s is no name and no alias', async (nothing) => {
  const head = 'id,name,type,aliases,weak_aliases,former_names\n';
  const right = csv(`${head}1,Zdravko Quillonez,person,${nothing};Zed,${nothing},${nothing}\n`);
  const { entries } = await readList(plainCsv, [right]);
  expect(entries.map(({ names }) => names.map(({ name }) => name))).toEqual([['Zdravko Quillonez', 'Zed']]);
  expect(await refusalOf(readList(plainCsv, [csv(`${head}1,${nothing},person,,,\n`)]))).toContain(
    'the name is missing',
  );
});

test('a short name that people bear is a name', async () => {
  const { entries } = await readList(plainCsv, [csv('id,name,type,aliases\n1,Na,person,Nil;Nan\n')]);
  expect(entries.map(({ names }) => names.map(({ name }) => name))).toEqual([['Na', 'Nil', 'Nan']]);
});
