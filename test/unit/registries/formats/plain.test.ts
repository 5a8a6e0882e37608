import { expect, test } from 'vitest';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { formatOf, type ReadRegister, readRegister } from './read-register.ts';
import { csv, LEI, PLAIN_ROWS } from './samples.ts';

const ROW = { number: '417', name: 'Quill', country: 'MT' };
const read = (over: Record<string, string>): Promise<ReadRegister> =>
  readRegister([listFile('register.csv', csv([{ ...ROW, ...over }]))]);

test('rows tell companies and their owners, all that they say of them', async () => {
  const found = await readRegister([listFile('register.csv', csv(PLAIN_ROWS))]);
  expect(found.format).toBe('plain_csv');
  expect(found.companies).toEqual([
    {
      keys: ['MT:417', `LEI:${LEI.fund}`, 'TAX:MT:12345678'],
      number: '417',
      identifiers: [
        { kind: 'registration_number', value: '417', country: 'MT' },
        { kind: 'lei', value: LEI.fund },
        { kind: 'vat', value: 'MT12345678', country: 'MT' },
        { kind: 'duns', value: '123456789' },
      ],
      name: 'Quill, Rook & Co.',
      otherNames: [
        { name: 'Rook & Co.', kind: 'former' },
        { name: 'Rook', kind: 'former' },
        { name: 'Quill', kind: 'trading' },
      ],
      country: 'MT',
      status: 'active',
      statusText: 'Live',
      legalForm: 'Limited',
      incorporatedOn: '2001-02-03',
      dissolvedOn: null,
      address: { text: '1 Quay Road, Valletta', city: 'Valletta', postalCode: 'VLT 1111', country: 'MT' },
      activities: ['17.23', '46.49'],
    },
  ]);
  expect(found.ownerships).toEqual([
    {
      owned: 'MT:417',
      owner: {
        type: 'person',
        name: 'Zed Quill',
        birthDate: '1971-03',
        nationality: 'MT',
        country: 'MT',
        keys: [],
        identifiers: [],
      },
      percent: { min: 60, max: 60 },
      interests: ['shares', 'votes'],
      from: '2010-01-01',
      until: null,
    },
    {
      owned: 'MT:417',
      owner: {
        type: 'entity',
        name: 'Rook Ltd',
        keys: ['MT:C99'],
        identifiers: [{ kind: 'registration_number', value: 'C 99', country: 'MT' }],
      },
      percent: { min: 25, max: 50 },
      interests: [],
      from: null,
      until: null,
    },
    {
      owned: 'MT:418',
      owner: { type: 'person', name: 'Una Rook', keys: [], identifiers: [] },
      percent: null,
      interests: [],
      from: null,
      until: null,
    },
  ]);
  expect([found.rows, found.reading.skipped]).toEqual([3, {}]);
});

test.each<[over: Record<string, string>, reason: string]>([
  [{ number: '' }, 'the number is missing.'],
  [{ country: '' }, 'the country is missing.'],
  [{ country: 'Atlantis' }, 'country is not an ISO 3166-1 country code or an English country name.'],
  [{ lei: '5299' }, 'the lei does not have 20 letters and digits.'],
  [{ incorporated_on: '31/12/1999' }, 'incorporated_on does not have the form YYYY-MM-DD.'],
  [{ owner_name: 'Una' }, 'owner_type must be one of person, entity.'],
  [{ owner_name: 'Una', owner_type: 'ghost' }, 'owner_type must be one of person, entity.'],
  [
    { owner_name: 'Una', owner_type: 'person', owner_percent: '100.01' },
    'owner_percent does not have the form 25, 25.5 or 25-50.',
  ],
  [
    { owner_name: 'Una', owner_type: 'person', owner_percent: '-1' },
    'owner_percent does not have the form 25, 25.5 or 25-50.',
  ],
  [
    { owner_name: 'Una', owner_type: 'person', owner_birth_date: '1971-02-30' },
    'owner_birth_date does not have the form YYYY, YYYY-MM or YYYY-MM-DD.',
  ],
])('a row of our own form with %j is refused with the line', async (over, reason) => {
  expect(await refusalOf(read(over))).toBe(`list_invalid: register.csv, line 2: ${reason}`);
});

test.each<[percent: string, expected: object | null]>([
  ['0', { min: 0, max: 0 }],
  ['100', { min: 100, max: 100 }],
  ['33.34%', { min: 33.34, max: 33.34 }],
  ['25 to 50', { min: 25, max: 50 }],
  ['', null],
])('"%s" percent is %j', async (owner_percent, expected) => {
  const found = await read({ owner_name: 'Una', owner_type: 'person', owner_percent });
  expect(found.ownerships[0]?.percent).toEqual(expected);
});

test.each([
  ['active', 'active'],
  ['In Liquidation', 'insolvent'],
  ['Struck Off', 'struck_off'],
  ['struck_off', 'struck_off'],
  ['dissolved', 'dissolved'],
  ['Suspended', 'inactive'],
  ['Weird', 'unknown'],
])('the state "%s" is %s', async (word, status) => {
  expect((await read({ status: word })).companies).toMatchObject([{ status, statusText: word }]);
});

test('a file with other columns is read through a mapping, and what it writes in another way is left out', async () => {
  const text =
    'Reg No,Firm,Since,Also,Holder,Kind,Share\n417,Quill,12.03.1999,A|B,Una Rook,PERSON,much\n,Nobody,,,,,\n9,,,,,,\n';
  const columns = {
    number: 'Reg No',
    name: 'Firm',
    country: '=MT',
    incorporated_on: 'Since',
    other_names: 'Also',
    owner_name: 'Holder',
    owner_type: 'Kind',
    owner_percent: 'Share',
    separator: 'bar',
  };
  const found = await readRegister([listFile('firms.csv', text)], columns);
  expect(found.companies).toMatchObject([
    { keys: ['MT:417'], incorporatedOn: null, otherNames: [{ name: 'A' }, { name: 'B' }] },
  ]);
  expect(found.ownerships).toMatchObject([{ owner: { type: 'person', name: 'Una Rook' }, percent: null }]);
  expect(found.reading.skipped).toEqual({ no_number: 1, no_name: 1 });
});

test('a mapping that names no column of ours or of the file is refused', async () => {
  const files = [listFile('firms.csv', 'Reg No,Firm\n417,Quill\n')];
  const named = { number: 'Reg No', name: 'Firm' };
  expect(await refusalOf(readRegister(files, { ...named, colour: 'Firm' }))).toContain('"colour" cannot be mapped');
  expect(await refusalOf(readRegister(files, { ...named, city: 'Town' }))).toContain('there is no column "Town"');
  expect(formatOf(files)).toBeUndefined();
});

test('without a number a company is found by its LEI', async () => {
  const found = await read({ number: '', lei: LEI.fund });
  expect(found.companies).toMatchObject([{ keys: [`LEI:${LEI.fund}`], number: LEI.fund }]);
});

test.each(['None', '-0-', 'N/A', 'null', '-'])('%s is no other name of a company', async (nothing) => {
  const { companies } = await read({ trading_names: `${nothing};Rook`, former_names: nothing, other_names: nothing });
  expect(companies.map(({ otherNames }) => otherNames)).toEqual([[{ name: 'Rook', kind: 'trading' }]]);
});
