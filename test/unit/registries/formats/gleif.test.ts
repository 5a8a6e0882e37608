import { expect, test } from 'vitest';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { formatOf, readRegister } from './read-register.ts';
import { csv, LEI, LEI_JSON_RECORD, LEI_ROWS, REGISTER_TEXTS, RR_ROW } from './samples.ts';

const QUILL = {
  keys: [`LEI:${LEI.quill}`, 'DE:HRB417'],
  number: LEI.quill,
  identifiers: [
    { kind: 'lei', value: LEI.quill },
    { kind: 'registration_number', value: 'HRB 00417', country: 'DE' },
  ],
  name: 'Quill & Rook, "Papier" GmbH',
  otherNames: [
    { name: 'Rook Papier GmbH', kind: 'former' },
    { name: 'Quillpapier', kind: 'trading' },
    { name: 'QUILL AND ROOK PAPIER GMBH', kind: 'other' },
  ],
  country: 'DE',
  status: 'active',
  statusText: 'ACTIVE',
  legalForm: 'ELF 2HBR',
  incorporatedOn: '2003-05-19',
  dissolvedOn: null,
  address: {
    text: 'Hafenstraße 7, Hinterhaus, Rostock, DE-MV, 18055, DE',
    city: 'Rostock',
    postalCode: '18055',
    country: 'DE',
  },
  activities: [],
};

const QUILL_OWNED = {
  owned: `LEI:${LEI.quill}`,
  owner: {
    type: 'entity',
    name: LEI.holding,
    keys: [`LEI:${LEI.holding}`],
    identifiers: [{ kind: 'lei', value: LEI.holding }],
  },
  percent: null,
  interests: ['IS_DIRECTLY_CONSOLIDATED_BY'],
  from: '2015-06-30',
  until: null,
};

const file = (name: string, text = REGISTER_TEXTS[name] ?? ''): ReturnType<typeof listFile> => listFile(name, text);
const lei = (over: Record<string, string>): Promise<Awaited<ReturnType<typeof readRegister>>> =>
  readRegister([file('lei.csv', csv([{ ...LEI_ROWS[0], ...over }]))]);
const relation = (over: Record<string, string>): Promise<Awaited<ReturnType<typeof readRegister>>> =>
  readRegister([file('rr.csv', csv([{ ...RR_ROW, ...over }]))]);

test.each(['gleif_lei_csv.csv', 'gleif_lei_xml.xml', 'gleif_lei_json.json'])(
  '%s tells the same company, all that it says of it',
  async (name) => {
    const read = await readRegister([file(name)]);
    expect(read.format).toBe(name.split('.')[0]);
    expect(read.companies[0]).toEqual(QUILL);
    expect(read.rows).toBe(read.companies.length);
  },
);

test.each(['gleif_rr_csv.csv', 'gleif_rr_xml.xml', 'gleif_rr_json.json'])(
  '%s tells the same ownership, from the period of the relationship and no other',
  async (name) => {
    const read = await readRegister([file(name)]);
    expect(read.format).toBe(name.split('.')[0]);
    const percent = name.endsWith('.xml') ? { min: 100, max: 100 } : null;
    expect(read.ownerships).toEqual([{ ...QUILL_OWNED, percent }]);
  },
);

test('level 1 and 2 together are one register, in either order', async () => {
  for (const names of [
    ['gleif_lei_csv.csv', 'gleif_rr_csv.csv'],
    ['gleif_rr_csv.csv', 'gleif_lei_csv.csv'],
  ]) {
    const read = await readRegister(names.map((name) => file(name)));
    expect([read.format, read.companies.length, read.ownerships.length]).toEqual(['gleif_lei_csv', 2, 1]);
  }
  const mixed = [file('gleif_lei_csv.csv'), file('gleif_rr_xml.xml')];
  expect(formatOf(mixed)).toBeUndefined();
});

test('the day of a golden copy is in its header, or in its name, and the header tells how many records there are', async () => {
  const xml = await readRegister([file('gleif_lei_xml.xml')]);
  expect(xml.reading).toMatchObject({ publishedAt: '2024-01-01', recordsDeclared: 1 });
  const named = listFile('20240203-0800-gleif-goldencopy-lei2-golden-copy.csv', csv(LEI_ROWS));
  expect((await readRegister([named])).reading).toMatchObject({ publishedAt: '2024-02-03', recordsDeclared: null });
});

test.each<[over: Record<string, string>, status: string, text: string]>([
  [{}, 'active', 'ACTIVE'],
  [{ 'Registration.RegistrationStatus': 'LAPSED' }, 'active', 'ACTIVE, LEI LAPSED'],
  [
    { 'Entity.EntityStatus': 'INACTIVE', 'Entity.EntityExpirationReason': 'CORPORATE_ACTION' },
    'inactive',
    'INACTIVE, CORPORATE_ACTION',
  ],
  [
    { 'Entity.EntityStatus': 'INACTIVE', 'Entity.EntityExpirationReason': 'DISSOLVED' },
    'dissolved',
    'INACTIVE, DISSOLVED',
  ],
  [
    {
      'Entity.LegalEntityEvents.LegalEntityEvent.1.LegalEntityEventType': 'LIQUIDATION',
      'Entity.LegalEntityEvents.LegalEntityEvent.1.event_status': 'IN_PROGRESS',
    },
    'insolvent',
    'ACTIVE, LIQUIDATION',
  ],
  [
    {
      'Entity.LegalEntityEvents.LegalEntityEvent.1.LegalEntityEventType': 'LIQUIDATION',
      'Entity.LegalEntityEvents.LegalEntityEvent.1.event_status': 'WITHDRAWN_CANCELLED',
    },
    'active',
    'ACTIVE',
  ],
  [{ 'Entity.EntityStatus': 'NULL' }, 'unknown', 'NULL'],
])('a state of %j is %s', async (over, status, statusText) => {
  expect((await lei(over)).companies).toMatchObject([{ status, statusText }]);
});

test('a company that was dissolved has the day of it, a French number is a SIREN', async () => {
  const read = await readRegister([file('gleif_lei_csv.csv')]);
  expect(read.companies[1]).toMatchObject({
    keys: [`LEI:${LEI.holding}`, 'FR:732829320'],
    identifiers: [{}, { kind: 'fr.siren', value: '732829320', country: 'FR' }],
    dissolvedOn: '2021-02-03',
  });
});

test.each<[over: Record<string, string>, reason: string]>([
  [{ 'Entity.LegalName': '' }, 'no_name'],
  [{ 'Registration.RegistrationStatus': 'DUPLICATE' }, 'lei_duplicate'],
  [{ 'Registration.RegistrationStatus': 'ANNULLED' }, 'lei_annulled'],
  [{ 'Entity.LegalJurisdiction': '', 'Entity.LegalAddress.Country': 'XX' }, 'no_country'],
])('a record with %j is left out and counted as %s', async (over, reason) => {
  const read = await lei(over);
  expect([read.companies, read.reading.skipped, read.rows]).toEqual([[], { [reason]: 1 }, 1]);
});

test('the country is that of the jurisdiction, a number of words is no key, and forms without a code are as written', async () => {
  const read = await lei({
    'Entity.LegalJurisdiction': 'US-DE',
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': 'n/a',
    'Entity.LegalForm.EntityLegalFormCode': '8888',
    'Entity.LegalForm.OtherLegalForm': 'Statutory trust',
    'Entity.EntityCreationDate': '2023-02-29T00:00:00Z',
  });
  expect(read.companies).toMatchObject([
    { country: 'US', keys: [`LEI:${LEI.quill}`], legalForm: 'Statutory trust', incorporatedOn: null },
  ]);
});

test.each<[amount: string, percent: object | null]>([
  ['1.00', { min: 100, max: 100 }],
  ['62.5', { min: 62.5, max: 62.5 }],
  ['100', { min: 100, max: 100 }],
  ['0.5', null],
  ['100.01', null],
  ['n/a', null],
  ['', null],
])('a quantifier of "%s" percent is %j', async (amount, percent) => {
  const units = 'Relationship.Quantifiers.1.QuantifierUnits';
  const amounts = 'Relationship.Quantifiers.1.QuantifierAmount';
  expect((await relation({ [amounts]: amount, [units]: 'PERCENTAGE' })).ownerships).toMatchObject([{ percent }]);
  expect((await relation({ [amounts]: amount, [units]: '' })).ownerships).toMatchObject([{ percent: null }]);
});

test('a relationship that has ended has a last day: of its period, else of its last update', async () => {
  const ended = { 'Relationship.RelationshipStatus': 'INACTIVE' };
  expect((await relation(ended)).ownerships).toMatchObject([{ until: '2022-03-04' }]);
  expect(
    (await relation({ ...ended, 'Relationship.Period.2.endDate': '2019-01-02T00:00:00Z' })).ownerships,
  ).toMatchObject([{ until: '2019-01-02' }]);
  expect((await relation({ 'Registration.RegistrationStatus': 'RETIRED' })).ownerships).toMatchObject([
    { until: '2022-03-04' },
  ]);
  const dateless = await relation({ ...ended, 'Registration.LastUpdateDate': '' });
  expect([dateless.ownerships, dateless.reading.skipped]).toEqual([[], { ended_without_date: 1 }]);
});

test('what is no hold on a company, and what was annulled, is left out and counted', async () => {
  const managed = await relation({ 'Relationship.RelationshipType': 'IS_FUND-MANAGED_BY' });
  expect([managed.ownerships, managed.reading.skipped]).toEqual([[], { other_relationship: 1 }]);
  const annulled = await relation({ 'Registration.RegistrationStatus': 'ANNULLED' });
  expect([annulled.ownerships, annulled.reading.skipped]).toEqual([[], { relationship_annulled: 1 }]);
});

test('a broken number is refused with the line', async () => {
  expect(await refusalOf(lei({ LEI: '529900' }))).toBe(
    'list_invalid: lei.csv, line 2: the LEI is missing or does not have 20 letters and digits.',
  );
  expect(await refusalOf(relation({ 'Relationship.EndNode.NodeID': '' }))).toContain('rr.csv, line 2: the end node');
});

test('changes between two golden copies are no register', async () => {
  const text = REGISTER_TEXTS['gleif_lei_xml.xml']?.replace('GLEIF_FULL_PUBLISHED', 'GLEIF_DELTA_PUBLISHED');
  expect(await refusalOf(readRegister([file('delta.xml', text)]))).toContain('Import the full golden copy');
  expect(await refusalOf(lei({ DeletedAt: '2024-01-01' }))).toContain('Import the full golden copy');
});

test('JSON is read however it is laid out, and in pieces of any size', async () => {
  const records = [LEI_JSON_RECORD, LEI_JSON_RECORD];
  const layouts = [
    JSON.stringify({ records }),
    JSON.stringify({ records }, null, 2),
    `\ufeff ${JSON.stringify(records)}\n`,
  ];
  for (const text of layouts) {
    for (const chunkBytes of [1, 7, 64 * 1024]) {
      const read = await readRegister([listFile('lei.json', text, chunkBytes)]);
      expect(read.companies).toEqual([QUILL, QUILL]);
    }
  }
});
