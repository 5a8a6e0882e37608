import { expect, test } from 'vitest';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { type ReadRegister, readRegister } from './read-register.ts';
import { PSC_LINES, PSC_PERSON } from './samples.ts';

const read = (data: object, name = 'psc.txt'): Promise<ReadRegister> =>
  readRegister([
    listFile(name, `${JSON.stringify({ company_number: 'SC12345', data: { ...PSC_PERSON, ...data } })}\n`),
  ]);

test('a snapshot tells persons and companies, and counts what tells no owner', async () => {
  const found = await readRegister([listFile('psc-snapshot-2024-01-02.txt', PSC_LINES.join('\n'))]);
  expect(found.format).toBe('gb_psc');
  expect(found.companies).toEqual([]);
  expect(found.ownerships).toEqual([
    {
      owned: 'GB:00012345',
      owner: {
        type: 'person',
        name: 'Zed Ulric Quill',
        birthDate: '1971-03',
        nationality: 'GB',
        country: 'GB',
        keys: [],
        identifiers: [],
      },
      percent: { min: 50, max: 75 },
      interests: ['voting-rights-75-to-100-percent', 'ownership-of-shares-50-to-75-percent'],
      from: '2016-04-06',
      until: null,
    },
    {
      owned: 'GB:SC012345',
      owner: {
        type: 'entity',
        name: 'Rook Holding Limited',
        country: 'GB',
        keys: ['GB:00012345'],
        identifiers: [{ kind: 'registration_number', value: '12345', country: 'GB' }],
      },
      percent: { min: 25, max: 50 },
      interests: ['ownership-of-shares-25-to-50-percent-as-trust'],
      from: '2017-01-02',
      until: '2019-05-06',
    },
  ]);
  expect(found.reading).toEqual({
    publishedAt: '2024-01-02',
    recordsDeclared: null,
    skipped: { statement_of_no_owner: 1, owner_protected: 1, exempt_company: 1 },
  });
  expect(found.rows).toBe(5);
});

test('the parts of a snapshot are imported together, and the day is in the last record where no name has it', async () => {
  const [one, two] = [PSC_LINES.slice(0, 2).join('\n'), PSC_LINES.slice(2).join('\n')];
  const last = listFile('psc-snapshot_2of2.txt', two);
  expect(await refusalOf(readRegister([last]))).toBe(
    'list_invalid: psc-snapshot_2of2.txt: only 1 of the 2 parts of the snapshot were given. Import all parts together.',
  );
  expect(await refusalOf(readRegister([last, last]))).toContain('1 of the 2 parts');
  const found = await readRegister([listFile('psc-snapshot_1of2.txt', one), last]);
  expect([found.ownerships.length, found.reading.publishedAt]).toEqual([2, '2024-01-03']);
});

test.each<[natures: unknown, percent: object | null]>([
  [['ownership-of-shares-75-to-100-percent'], { min: 75, max: 100 }],
  [['ownership-of-shares-75-to-100-percent-as-firm'], { min: 75, max: 100 }],
  [['ownership-of-shares-more-than-25-percent-registered-overseas-entity'], { min: 25, max: 100 }],
  [
    ['ownership-of-shares-more-than-25-percent-as-control-over-trust-registered-overseas-entity'],
    { min: 25, max: 100 },
  ],
  [['right-to-share-surplus-assets-25-to-50-percent-limited-liability-partnership'], { min: 25, max: 50 }],
  [['part-right-to-share-surplus-assets-50-to-75-percent'], { min: 50, max: 75 }],
  [['right-to-share-surplus-assets-75-to-100-percent', 'ownership-of-shares-25-to-50-percent'], { min: 25, max: 50 }],
  [['ownership-of-shares-25-to-50-percent', 'ownership-of-shares-50-to-75-percent-as-trust'], { min: 50, max: 75 }],
  [['voting-rights-75-to-100-percent', 'right-to-appoint-and-remove-directors'], null],
  [['significant-influence-or-control'], null],
  [['ownership-of-shares-75-to-20-percent'], null],
  [['ownership-of-shares-75-to-900-percent'], null],
  [[], null],
  [undefined, null],
  ['ownership-of-shares-75-to-100-percent', null],
])('natures of control %j are %j percent', async (natures, percent) => {
  const [ownership] = (await read({ natures_of_control: natures })).ownerships;
  expect(ownership?.percent).toEqual(percent);
  expect(ownership?.interests).toEqual(Array.isArray(natures) ? natures : []);
});

test.each<[data: object, owner: object]>([
  [{ name_elements: undefined }, { name: 'Mr Zed Ulric Quill' }],
  [{ name_elements: { title: 'Dr', surname: 'Quill' } }, { name: 'Quill' }],
  [{ date_of_birth: { year: 1971 } }, { birthDate: '1971' }],
  [{ date_of_birth: { year: 1971, month: 13 } }, { birthDate: '1971' }],
  [{ nationality: 'Citizen Of Nowhere' }, { nationality: 'Citizen Of Nowhere' }],
  [{ nationality: 'Swiss' }, { nationality: 'CH' }],
  [{ country_of_residence: 'Atlantis' }, { country: 'GB' }],
])('a person with %j is %j', async (data, owner) => {
  expect((await read(data)).ownerships).toMatchObject([{ owner }]);
});

test('what a person is not told of is left out', async () => {
  const found = await read({ date_of_birth: undefined, nationality: ' ', country_of_residence: 'x', address: {} });
  expect(found.ownerships[0]?.owner).toEqual({ type: 'person', name: 'Zed Ulric Quill', keys: [], identifiers: [] });
});

test.each<[identification: object | undefined, keys: string[], identifiers: object[]]>([
  [undefined, [], []],
  [{ registration_number: 'N/A', country_registered: 'England' }, [], []],
  [
    { registration_number: 'HRB 00417', country_registered: 'Germany' },
    ['DE:HRB417'],
    [{ kind: 'registration_number', value: 'HRB 00417', country: 'DE' }],
  ],
  [
    { registration_number: '12345', place_registered: 'Uk Register Of Companies, Companies House' },
    ['GB:00012345'],
    [{ kind: 'registration_number', value: '12345', country: 'GB' }],
  ],
  [
    { registration_number: '5786925', country_registered: 'Delaware', place_registered: 'Delaware' },
    [],
    [{ kind: 'registration_number', value: '5786925' }],
  ],
])('a company registered as %j is found by %j', async (identification, keys, identifiers) => {
  const found = await read({ kind: 'legal-person-person-with-significant-control', name: 'Rook', identification });
  expect(found.ownerships).toMatchObject([{ owner: { type: 'entity', name: 'Rook', keys, identifiers } }]);
});

test.each<[data: object, reason: string]>([
  [{ kind: 'super-secure-beneficial-owner' }, 'owner_protected'],
  [{ kind: 'toString' }, 'other_kind'],
  [{ name: '', name_elements: {} }, 'no_name'],
  [{ ceased: true }, 'ended_without_date'],
])('a record with %j is counted as %s', async (data, reason) => {
  const found = await read(data);
  expect([found.ownerships, found.reading.skipped]).toEqual([[], { [reason]: 1 }]);
});

test('beneficial owners of overseas entities are owners, and a number that is none leaves the record out', async () => {
  expect((await read({ kind: 'individual-beneficial-owner' })).ownerships).toHaveLength(1);
  const text = `${JSON.stringify({ company_number: '-', data: PSC_PERSON })}\n`;
  expect((await readRegister([listFile('psc.txt', text)])).reading.skipped).toEqual({ no_company_number: 1 });
});
