import { expect, test } from 'vitest';
import { listFile } from '../../screening/formats/list-file.ts';
import { type ReadRegister, readRegister } from './read-register.ts';
import { BODS_ENTITY, BODS_LINK, BODS_PERSON, BODS_STATEMENTS, bods, LEI } from './samples.ts';

const read = (statements: readonly object[]): Promise<ReadRegister> =>
  readRegister([listFile('bods.json', JSON.stringify(statements))]);

const COMPANY = {
  keys: ['GB:SC012345', `LEI:${LEI.quill}`, 'ID:bods:e1'],
  number: 'SC12345',
  identifiers: [
    { kind: 'registration_number', value: 'SC12345', country: 'GB' },
    { kind: 'lei', value: LEI.quill },
  ],
  name: 'Quill and Rook Ltd',
  otherNames: [{ name: 'Q & R', kind: 'other' }],
  country: 'GB',
  status: 'unknown',
  statusText: null,
  legalForm: null,
  incorporatedOn: '2012-02-29',
  dissolvedOn: null,
  address: { text: '7 Harbour Way, Leith, EH6 6JJ', city: null, postalCode: 'EH6 6JJ', country: 'GB' },
  activities: [],
};
const OWNERSHIP = {
  owned: 'GB:SC012345',
  owner: {
    type: 'person',
    name: 'Zed Ulric Quill',
    birthDate: '1971-03',
    nationality: 'GB',
    country: 'FR',
    keys: [],
    identifiers: [{ kind: 'passport', value: '900000001', country: 'GB' }],
  },
  percent: { min: 25, max: 50 },
  interests: ['shareholding', 'votingRights (indirect)'],
  from: '2015-01-01',
  until: null,
};

test('statements in any order and layout tell companies and owners, all that they say of them', async () => {
  const layouts = [
    JSON.stringify(BODS_STATEMENTS),
    JSON.stringify(BODS_STATEMENTS.toReversed(), null, 2),
    `\ufeff${BODS_STATEMENTS.map((statement) => JSON.stringify(statement)).join('\n')}\n`,
  ];
  for (const text of layouts) {
    for (const chunkBytes of [3, 64 * 1024]) {
      const found = await readRegister([listFile('statements', text, chunkBytes)]);
      expect(found.format).toBe('bods');
      expect(found.companies).toEqual([COMPANY]);
      expect(found.ownerships).toEqual([OWNERSHIP]);
      expect([found.rows, found.reading]).toEqual([
        3,
        { publishedAt: '2024-01-04', recordsDeclared: null, skipped: {} },
      ]);
    }
  }
});

test('statements of 0.2 and 0.3 tell the same, by the ids of statements', async () => {
  const details = (statement: object): object => (statement as { recordDetails: object }).recordDetails;
  const old = (statementType: string, statementID: string, record: object): object => ({
    statementID,
    statementType,
    statementDate: '2020-01-01',
    publicationDetails: { publicationDate: '2024-01-04', bodsVersion: '0.2' },
    ...record,
  });
  const found = await read([
    old('entityStatement', 'e1', {
      ...details(BODS_ENTITY),
      entityType: 'registeredEntity',
      jurisdiction: undefined,
      incorporatedInJurisdiction: { name: 'United Kingdom', code: 'GB' },
      addresses: [{ type: 'registered', address: '7 Harbour Way\nLeith', postCode: 'EH6 6JJ', country: 'GB' }],
    }),
    old('personStatement', 'p1', {
      ...details(BODS_PERSON),
      names: [{ type: 'individual', fullName: 'Zed Ulric Quill' }],
      addresses: [{ type: 'service', address: 'Somewhere', country: 'FR' }],
    }),
    old('ownershipOrControlStatement', 'r1', {
      subject: { describedByEntityStatement: 'e1' },
      interestedParty: { describedByPersonStatement: 'p1' },
      interests: [
        {
          type: 'shareholding',
          interestLevel: 'direct',
          share: { minimum: 25, maximum: 50, exclusiveMinimum: true, exclusiveMaximum: false },
          startDate: '2016-04-06',
        },
        { type: 'votingRights', interestLevel: 'indirect', startDate: '2015-01-01' },
      ],
    }),
  ]);
  expect(found.companies).toEqual([COMPANY]);
  expect(found.ownerships).toEqual([OWNERSHIP]);
});

test('a statement that replaces another is used for it, even where others name the old one', async () => {
  const statement = (statementID: string, more: object): object => ({
    statementID,
    statementDate: '2020-01-01',
    ...more,
  });
  const found = await read([
    statement('e1', {
      statementType: 'entityStatement',
      name: 'Old Ltd',
      identifiers: [{ scheme: 'GB-COH', id: '1' }],
    }),
    statement('p1', { statementType: 'personStatement', names: [{ fullName: 'Una' }] }),
    statement('r1', {
      statementType: 'ownershipOrControlStatement',
      subject: { describedByEntityStatement: 'e1' },
      interestedParty: { describedByPersonStatement: 'p1' },
    }),
    statement('e2', {
      statementType: 'entityStatement',
      replacesStatements: ['e1'],
      name: 'New Ltd',
      identifiers: [{ scheme: 'GB-COH', id: '2' }],
    }),
  ]);
  expect(found.companies.map(({ name }) => name)).toEqual(['New Ltd']);
  expect(found.ownerships).toMatchObject([{ owned: 'GB:00000002', owner: { name: 'Una' }, percent: null }]);
});

test('the latest word on a record counts, whatever the order', async () => {
  const renamed = {
    ...bods('entity', 'e1', { name: 'Later Ltd', identifiers: [{ scheme: 'GB-COH', id: '7' }] }),
    statementDate: '2023-09-09',
    recordStatus: 'updated',
  };
  for (const statements of [
    [BODS_ENTITY, renamed],
    [renamed, BODS_ENTITY],
  ]) {
    const found = await read(statements);
    expect(found.companies.map(({ name }) => name)).toEqual(['Later Ltd']);
    expect(found.reading.skipped).toEqual({ replaced: 1 });
  }
});

test('a closed relationship has ended: on the day that its interests tell, else that of the statement', async () => {
  const closed = { ...BODS_LINK, recordStatus: 'closed', statementDate: '2023-10-10' };
  const found = await read([BODS_ENTITY, BODS_PERSON, BODS_LINK, closed]);
  expect(found.ownerships).toMatchObject([{ until: '2023-10-10', percent: { min: 25, max: 50 } }]);
  const link = (interests: object[], more: object = {}): object =>
    bods('relationship', 'r1', { subject: 'e1', interestedParty: 'p1', interests }, more);
  const [share, ended] = [{ type: 'shareholding', share: { exact: 30 } }, { endDate: '2020-02-02' }];
  const until = async (statement: object): Promise<unknown> =>
    (await read([BODS_ENTITY, BODS_PERSON, statement])).ownerships.map((each) => [each.percent?.min, each.until]);
  expect(await until(link([{ ...share, ...ended }]))).toEqual([[30, '2020-02-02']]);
  expect(await until(link([{ ...share, ...ended }, { type: 'votingRights' }]))).toEqual([[undefined, null]]);
  expect(await until(link([share], { recordStatus: 'closed', statementDate: '' }))).toEqual([]);
});

test.each<[share: object, percent: object | null]>([
  [{ exact: 100 }, { min: 100, max: 100 }],
  [{ exact: 0 }, { min: 0, max: 0 }],
  [
    { exact: 33.3, minimum: 25, maximum: 50 },
    { min: 33.3, max: 33.3 },
  ],
  [{ minimum: 75 }, { min: 75, max: 100 }],
  [{ exclusiveMaximum: 25 }, { min: 0, max: 25 }],
  [{ minimum: 50, maximum: 25 }, null],
  [{ exact: 100.01 }, null],
  [{ exact: -1 }, null],
  [{ exact: '50' }, null],
  [{}, null],
])('a share of %j is %j percent', async (share, percent) => {
  const interests = [{ type: 'shareholding', share }];
  const link = bods('relationship', 'r1', { subject: 'e1', interestedParty: 'p1', interests });
  expect((await read([BODS_ENTITY, BODS_PERSON, link])).ownerships[0]?.percent).toEqual(percent);
});

test('the largest of several shares counts, and no other interest is one', async () => {
  const interests = [
    { type: 'votingRights', share: { exact: 90 } },
    { type: 'shareholding', share: { exact: 10 } },
    { type: 'shareholding', share: { exact: 40 }, details: 'Class B' },
  ];
  const link = bods('relationship', 'r1', { subject: 'e1', interestedParty: 'p1', interests });
  expect((await read([BODS_ENTITY, BODS_PERSON, link])).ownerships).toMatchObject([
    { percent: { min: 40, max: 40 }, interests: ['votingRights', 'shareholding', 'shareholding: Class B'] },
  ]);
});

test('a holding that is stated step by step in the same file is not stated again as a whole', async () => {
  const middle = bods('entity', 'e2', { name: 'Middle Ltd', identifiers: [{ scheme: 'GB-COH', id: '99' }] });
  const step = (id: string, subject: string, interestedParty: string): object =>
    bods('relationship', id, { isComponent: true, subject, interestedParty, interests: [] });
  const whole = bods('relationship', 'r9', {
    subject: 'e1',
    interestedParty: 'p1',
    componentRecords: ['e2', 's1', 's2'],
  });
  const told = await read([BODS_ENTITY, BODS_PERSON, middle, step('s1', 'e1', 'e2'), step('s2', 'e2', 'p1'), whole]);
  expect(told.ownerships.map(({ owned, owner }) => [owned, owner.name])).toEqual([
    ['GB:SC012345', 'Middle Ltd'],
    ['GB:00000099', 'Zed Ulric Quill'],
  ]);
  expect(told.reading.skipped).toEqual({ told_by_components: 1 });
  const untold = await read([BODS_ENTITY, BODS_PERSON, middle, whole]);
  expect(untold.ownerships).toHaveLength(1);
});

test.each<[details: object, reason: string]>([
  [{ interestedParty: { reason: 'noBeneficialOwners' } }, 'owner_unspecified'],
  [{ interestedParty: { unspecified: { reason: 'unknown' } } }, 'owner_unspecified'],
  [{ interestedParty: 'nobody' }, 'owner_missing'],
  [{ interestedParty: 'p2' }, 'owner_unnamed'],
  [{ subject: { reason: 'unknown' } }, 'owned_company_missing'],
])('a relationship with %j is counted as %s', async (details, reason) => {
  const anonymous = bods('person', 'p2', { personType: 'anonymousPerson' });
  const link = bods('relationship', 'r1', { subject: 'e1', interestedParty: 'p1', interests: [], ...details });
  const found = await read([BODS_ENTITY, BODS_PERSON, anonymous, link]);
  expect([found.ownerships, found.reading.skipped]).toEqual([[], { [reason]: 1 }]);
});

test('entities without a name or a country are counted, and own all the same where they have a name', async () => {
  const nameless = bods('entity', 'e2', { entityType: { type: 'unknownEntity' } });
  const placeless = bods('entity', 'e3', { name: 'Somewhere Inc' });
  const link = bods('relationship', 'r1', { subject: 'e1', interestedParty: 'e3', interests: [] });
  const found = await read([BODS_ENTITY, nameless, placeless, link]);
  expect(found.companies).toHaveLength(1);
  expect(found.ownerships).toMatchObject([{ owner: { type: 'entity', name: 'Somewhere Inc', keys: ['ID:bods:e3'] } }]);
  expect(found.reading.skipped).toEqual({ no_name: 1, no_country: 1 });
});

test('identifiers are kept by their schemes', async () => {
  const identifiers = [
    { scheme: 'DE-VAT', id: 'DE111111125' },
    { schemeName: 'Trade register', id: '12' },
    { scheme: 'ZZ-ANY', id: '' },
  ];
  const found = await read([bods('entity', 'e1', { name: 'Zed', jurisdiction: { name: 'Germany' }, identifiers })]);
  expect(found.companies).toMatchObject([
    {
      country: 'DE',
      keys: ['TAX:DE:111111125', 'ID:bods:e1'],
      identifiers: [
        { kind: 'tax', value: 'DE111111125', country: 'DE' },
        { kind: 'registration_number', value: '12' },
      ],
    },
  ]);
});

test('objects that are no statements are counted', async () => {
  const found = await read([...BODS_STATEMENTS, { statementId: 'x', recordType: 'constructor' }, {}]);
  expect(found.reading.skipped).toEqual({ other_statement: 2 });
});
