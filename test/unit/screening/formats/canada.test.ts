import { expect, test } from 'vitest';
import { canadaXml } from '../../../../server/screening/formats/canada.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const record = (...elements: [name: string, text: string][]): string =>
  `<record>${elements.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}</record>`;
const list = (...records: string[]): ReturnType<typeof listFile> =>
  listFile('sema.xml', `<?xml version="1.0"?>\n<data-set>\n${records.join('\n')}\n</data-set>`);

const BASE: [string, string][] = [
  ['Country', 'Belarus / Bélarus'],
  ['Schedule', '1, Part 1'],
];
const PERSON = record(
  ...BASE,
  ['Item', '7'],
  ['LastName', 'QUILLONEZ'],
  ['GivenName', 'Zdravko '],
  ['TitleOrShip', 'Colonel'],
  ['DateOfBirthOrShipBuildDate', '1963 or 1964'],
  ['Aliases', 'Здравко Квильонес; In Arabic: Zed Kay / Kilonez, Zdravko'],
  ['DateOfListing', '2020-09-28'],
);

test('a person has an id of regulation, schedule and item', async () => {
  expect(canadaXml.recognises([list(PERSON)])).toBe(true);
  const { entries, reading } = await readList(canadaXml, [list(PERSON)]);
  expect(reading.publishedAt).toBeNull();
  expect(entries).toEqual([
    {
      sourceId: 'belarus-1_part_1-7',
      type: 'person',
      names: [
        { name: 'Zdravko QUILLONEZ', kind: 'primary', quality: 'strong' },
        { name: 'Здравко Квильонес', kind: 'original_script', quality: 'strong' },
        { name: 'Zed Kay', kind: 'alias', quality: 'strong' },
        { name: 'Kilonez, Zdravko', kind: 'alias', quality: 'strong' },
      ],
      birthDates: ['1963', '1964'],
      birthPlaces: [],
      genders: [],
      nationalities: [],
      countries: [],
      identifiers: [],
      addresses: [],
      roles: [],
      relations: [],
      media: [],
      programs: ['Belarus / Bélarus'],
      topics: ['sanction'],
      listedAt: '2020-09-28',
      original: { title: 'Colonel', schedule: '1, Part 1', item: '7' },
    },
  ]);
});

test('entities and ships are told apart, and an entity keeps its legal form', async () => {
  const ship = record(
    ...BASE,
    ['Item', '8'],
    ['EntityOrShip', 'Grey Pelican'],
    ['ShipIMONumber', '9000123'],
    ['DateOfBirthOrShipBuildDate', '1990'],
  );
  const entity = record(...BASE, ['Item', '9'], ['Entity', 'Nimbus'], ['Aliases', 'Nimbus Freight Co., Ltd., Cumulus']);
  const { entries } = await readList(canadaXml, [list(ship, entity)]);
  expect(entries[0]).toMatchObject({
    type: 'vessel',
    identifiers: [{ kind: 'imo', value: '9000123' }],
    birthDates: [],
    original: { build_date: '1990' },
  });
  expect(entries[1]?.type).toBe('entity');
  expect(entries[1]?.names.map(({ name }) => name)).toEqual([
    'Nimbus',
    'Nimbus Freight Co., Ltd.',
    'Cumulus',
    // The name of a company may itself contain a comma.
    'Nimbus Freight Co., Ltd., Cumulus',
  ]);
});

test('a comma in quotation marks parts no names, nor does one before a legal form', async () => {
  const aliases = '«Союз армии, авиации и флота», Нимбус, ООО, "Nimbus, Cumulus" Group, Stratus';
  const entity = record(...BASE, ['Item', '9'], ['Entity', 'Nimbus'], ['Aliases', aliases]);
  const { entries } = await readList(canadaXml, [list(entity)]);
  expect(entries[0]?.names.map(({ name }) => name)).toEqual([
    'Nimbus',
    '«Союз армии, авиации и флота»',
    'Нимбус, ООО',
    '"Nimbus, Cumulus" Group',
    'Stratus',
  ]);
});

test('names of one word among those of a person leave the others names', async () => {
  const aliases = PERSON.replace(/<Aliases>.*<\/Aliases>/, '<Aliases>Zed Kay, Kay, Zett Kay</Aliases>');
  const { entries } = await readList(canadaXml, [list(aliases)]);
  expect(entries[0]?.names.slice(1).map(({ name }) => name)).toEqual(['Zed Kay', 'Zett Kay', 'Zed Kay, Kay, Zett Kay']);
});

test('an item that the publisher gave twice is two entries', async () => {
  const { entries } = await readList(canadaXml, [list(PERSON, PERSON.replace('Zdravko', 'Perpetua'))]);
  expect(entries.map(({ sourceId }) => sourceId)).toEqual(['belarus-1_part_1-7', 'belarus-1_part_1-7-2']);
});

test('aliases of a person are cut at commas where each has two words', async () => {
  const aliases = PERSON.replace(/<Aliases>.*<\/Aliases>/, '<Aliases>Zdravko Kilonez, Zed Kilo-Nez</Aliases>');
  const { entries } = await readList(canadaXml, [list(aliases)]);
  expect(entries[0]?.names.map(({ name }) => name)).toEqual(['Zdravko QUILLONEZ', 'Zdravko Kilonez', 'Zed Kilo-Nez']);
});

test.each([
  ['no item', record(...BASE, ['LastName', 'X']), 'line 3: the record has no Country or no Item.'],
  ['no name', record(...BASE, ['Item', '1'], ['LastName', 'n/a']), 'line 3: the name is missing.'],
])('%s is refused', async (_, records, reason) => {
  expect(await refusalOf(readList(canadaXml, [list(records)]))).toContain(reason);
});

test('another data set is not taken for it', () => {
  expect(canadaXml.recognises([list(record(['Name', 'X']))])).toBe(false);
});
