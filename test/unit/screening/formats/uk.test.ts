import { expect, test } from 'vitest';
import { ukCsv, ukOds, ukXml } from '../../../../server/screening/formats/uk.ts';
import { listFile, readList, refusalOf } from './list-file.ts';
import { openDocument } from './spreadsheets.ts';

const XML = `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>11/08/2025</DateGenerated>
<Designation><LastUpdated>01/02/2025</LastUpdated><DateDesignated>03/03/2014</DateDesignated><UniqueID>ELS0001</UniqueID><OFSIGroupID>12</OFSIGroupID><UNReferenceNumber/>
<Names><Name><Name6>Quillonez</Name6><Name1>Zdravko</Name1><NameType>Primary Name</NameType></Name><Name><Name6>KILONEZ</Name6><NameType>Primary name variation</NameType></Name>
<Name><Name6>The Heron</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name></Names>
<NonLatinNames><NonLatinName><NameNonLatinScript>Здравко</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>Elsewhere</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip><DesignationSource>UK</DesignationSource><SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed>
<OtherInformation>Invented.</OtherInformation><UKStatementofReasons>None.</UKStatementofReasons>
<Addresses><Address><AddressLine1>1 Quay Road</AddressLine1><AddressLine6>Valletta</AddressLine6><AddressPostalCode>V1</AddressPostalCode><AddressCountry>Malta</AddressCountry></Address></Addresses>
<IndividualDetails><Individual><DOBs><DOB>dd/mm/1961</DOB><DOB>17/02/1962</DOB></DOBs><Nationalities><Nationality>Bulgaria</Nationality></Nationalities>
<NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>N2</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails>
<PassportDetails><Passport><PassportNumber>K1</PassportNumber></Passport></PassportDetails><Positions><Position>Minister</Position></Positions><Genders><Gender>Male</Gender></Genders>
<BirthDetails><Location><TownOfBirth>Sofia</TownOfBirth><CountryOfBirth>Bulgaria</CountryOfBirth></Location></BirthDetails></Individual></IndividualDetails></Designation>
<Designation><UniqueID>ELS0002</UniqueID><Names><Name><Name6>Grey Pelican</Name6><NameType>Primary Name</NameType></Name></Names><RegimeName>Elsewhere</RegimeName><IndividualEntityShip>Ship</IndividualEntityShip>
<ShipDetails><Ship><IMONumbers><IMONumber>9000123</IMONumber></IMONumbers><CurrentOwnerOperators><CurrentOwnerOperator>Nimbus</CurrentOwnerOperator></CurrentOwnerOperators><CurrentBelievedFlagOfShips><CurrentBelievedFlagOfShip>Malta</CurrentBelievedFlagOfShip></CurrentBelievedFlagOfShips></Ship></ShipDetails></Designation>
<Designation><UniqueID>ELS0003</UniqueID><Names/><IndividualEntityShip>Entity</IndividualEntityShip></Designation>
</Designations>`;

const HEADER = [
  'Last Updated',
  'Unique ID',
  'OFSI Group ID',
  'UN Reference Number',
  'Name 6',
  'Name 1',
  'Name type',
  'Alias strength',
  'Name non-latin script',
  'Regime Name',
  'Designation Type',
  'Designation source',
  'Sanctions Imposed',
  'Other Information',
  'UK Statement of Reasons',
  'Address Line 1',
  'Address Line 6',
  'Address Postal Code',
  'Address Country',
  'Date Designated',
  'D.O.B',
  'Nationality(/ies)',
  'National Identifier number',
  'Passport number',
  'Position',
  'Gender',
  'Town of birth',
  'Country of birth',
  'IMO number',
  'Current owner/operator (s)',
  'Current believed flag of ship',
];
const PERSON = {
  'Last Updated': '01/02/2025',
  'Unique ID': 'ELS0001',
  'OFSI Group ID': '12',
  'Regime Name': 'Elsewhere',
  'Designation Type': 'Individual',
  'Designation source': 'UK',
  'Sanctions Imposed': 'Asset freeze|Travel Ban',
  'Other Information': 'Invented.',
  'UK Statement of Reasons': 'None.',
  'Date Designated': '03/03/2014',
  Gender: 'Male',
};
const SHIP = {
  'Unique ID': 'ELS0002',
  'Regime Name': 'Elsewhere',
  'Designation Type': 'Ship',
  'IMO number': '9000123',
  'Current owner/operator (s)': 'Nimbus',
  'Current believed flag of ship': 'Malta',
};
const row = (values: Record<string, string>): string => HEADER.map((column) => values[column] ?? '').join(',');
const CSV = [
  'Report Date: 11-Aug-2025',
  HEADER.join(','),
  row({
    ...PERSON,
    'Name 6': 'The Heron',
    'Name type': 'Alias',
    'Alias strength': 'Low quality a.k.a',
    'D.O.B': 'dd/mm/1961',
    'Nationality(/ies)': 'Bulgaria',
  }),
  row({ ...SHIP, 'Name 6': 'Grey Pelican', 'Name type': 'Primary Name' }),
  row({
    ...PERSON,
    'Name 6': 'Quillonez',
    'Name 1': 'Zdravko',
    'Name type': 'Primary Name',
    'D.O.B': '17/02/1962',
    'Name non-latin script': 'Здравко',
    'Passport number': 'K1',
    'National Identifier number': 'N2',
    Position: 'Minister',
  }),
  row({
    ...PERSON,
    'Name 6': 'KILONEZ',
    'Name type': 'Primary Name Variation',
    'Address Line 1': '1 Quay Road',
    'Address Line 6': 'Valletta',
    'Address Postal Code': 'V1',
    'Address Country': 'Malta',
    'Town of birth': 'Sofia',
    'Country of birth': 'Bulgaria',
  }),
  row({ 'Unique ID': 'ELS0003', 'Designation Type': 'Entity' }),
  '',
].join('\r\n');

const xml = (text: string): ReturnType<typeof listFile> => listFile('uk.xml', text);
const csv = (text: string): ReturnType<typeof listFile> => listFile('uk.csv', text);

const EXPECTED = {
  sourceId: 'ELS0001',
  type: 'person',
  birthDates: ['1961', '1962-02-17'],
  birthPlaces: ['Sofia, Bulgaria'],
  genders: ['male'],
  nationalities: ['BG'],
  countries: ['BG', 'MT'],
  identifiers: [
    { kind: 'passport', value: 'K1' },
    { kind: 'national_id', value: 'N2' },
  ],
  addresses: [{ text: '1 Quay Road, Valletta, V1, Malta', country: 'MT' }],
  programs: ['Elsewhere'],
  topics: ['sanction'],
  listedAt: '2014-03-03',
  original: {
    ofsi_group_id: '12',
    designation_source: 'UK',
    sanctions_imposed: 'Asset freeze|Travel Ban',
    other_information: 'Invented.',
    statement_of_reasons: 'None.',
    last_updated: '01/02/2025',
    position: 'Minister',
  },
};
const NAMES = [
  { name: 'Zdravko Quillonez', kind: 'primary', quality: 'strong' },
  { name: 'KILONEZ', kind: 'alias', quality: 'strong' },
  { name: 'The Heron', kind: 'alias', quality: 'weak' },
  { name: 'Здравко', kind: 'original_script', quality: 'strong' },
];
const VESSEL = {
  sourceId: 'ELS0002',
  type: 'vessel',
  identifiers: [{ kind: 'imo', value: '9000123' }],
  relations: [{ kind: 'owner or operator', name: 'Nimbus' }],
  countries: ['MT'],
};

test.each([
  ['XML', ukXml, xml(XML)],
  ['CSV', ukCsv, csv(CSV)],
] as const)('the %s is read with all its facts', async (_, format, file) => {
  expect(format.recognises([file])).toBe(true);
  const { entries, reading } = await readList(format, [file]);
  expect(reading).toEqual({ publishedAt: '2025-08-11', recordsDeclared: null, orphans: { no_name: 1 } });
  const byId = new Map(entries.map((entry) => [entry.sourceId, entry]));
  expect(byId.size).toBe(2);
  expect(byId.get('ELS0001')).toMatchObject(EXPECTED);
  expect(byId.get('ELS0001')?.names[0]).toEqual(NAMES[0]);
  expect(new Set(byId.get('ELS0001')?.names)).toEqual(new Set(NAMES));
  expect(byId.get('ELS0002')).toMatchObject(VESSEL);
});

test('the spreadsheet has one row for each designation', async () => {
  const header = [
    'Unique ID',
    'OFSI Group ID',
    'Name',
    'Regime Name',
    'Type',
    'Designation source',
    'Date Designated',
    'Sanctions Imposed',
  ];
  const list = listFile(
    'uk.ods',
    await openDocument([
      header,
      [
        'ELS1',
        '7',
        'QUILLONEZ <text:span>Zdravko</text:span>',
        'Elsewhere',
        'Individual',
        'UK',
        '29-06-2012',
        'Asset freeze',
      ],
      ['ELS2', '8', ' ', 'Elsewhere', 'Entity'],
    ]),
  );
  expect(ukOds.recognises([list])).toBe(true);
  const { entries, reading } = await readList(ukOds, [list]);
  expect(reading.orphans).toEqual({ no_name: 1 });
  expect(entries).toMatchObject([
    {
      sourceId: 'ELS1',
      type: 'person',
      names: [{ name: 'QUILLONEZ Zdravko', kind: 'primary' }],
      programs: ['Elsewhere'],
      listedAt: '2012-06-29',
      original: { ofsi_group_id: '7', sanctions_imposed: 'Asset freeze' },
    },
  ]);
});

test('a spreadsheet with the columns of the CSV is read as that is', async () => {
  const rows = CSV.trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const { entries, reading } = await readList(ukOds, [listFile('uk.ods', await openDocument(rows))]);
  expect(reading).toEqual({ publishedAt: '2025-08-11', recordsDeclared: null, orphans: { no_name: 1 } });
  expect(entries[0]).toMatchObject(EXPECTED);
});

test('a spreadsheet that is another one, or cut off, is refused', async () => {
  const other = listFile('uk.ods', await openDocument([['Name'], ['X']]));
  expect(await refusalOf(readList(ukOds, [other]))).toContain('uk.ods, line 1: no header with the columns uniqueid');
  const typeless = listFile(
    'uk.ods',
    await openDocument([
      ['Unique ID', 'Name', 'Regime Name', 'Type'],
      ['1', 'X', 'Y', 'Ghost'],
    ]),
  );
  expect(await refusalOf(readList(ukOds, [typeless]))).toContain('uk.ods, line 2: the type must be');
  const empty = listFile('uk.ods', (await openDocument([['x']])).subarray(0, 300));
  expect(await refusalOf(readList(ukOds, [empty]))).toContain('uk.ods: the archive is damaged or cut off.');
});

test.each([
  ['no number', XML.replace('<UniqueID>ELS0002</UniqueID>', ''), 'line 14: the UniqueID is missing.'],
  ['an unknown type', XML.replace('>Ship<', '>Balloon<'), 'line 14: IndividualEntityShip must be'],
  ['an XML cut off', XML.slice(0, XML.indexOf('<BirthDetails>')), 'it was cut off'],
])('%s is refused', async (_, text, reason) => {
  expect(await refusalOf(readList(ukXml, [xml(text)]))).toContain(reason);
});

test.each([
  ['no number', CSV.replaceAll('ELS0002', ''), 'line 4: the number of the entry is missing.'],
  ['an unknown type', CSV.replaceAll(',Ship,', ',Balloon,'), 'line 4: the type must be'],
  ['a row cut off', CSV.slice(0, CSV.indexOf('9000123')), 'line 4: 31 columns are required, and there are 29.'],
])('%s is refused', async (_, text, reason) => {
  expect(await refusalOf(readList(ukCsv, [csv(text)]))).toContain(reason);
});

test('other files are not taken for them', () => {
  expect(ukXml.recognises([xml('<Designations><Designation/></Designations>')])).toBe(false);
  expect(ukCsv.recognises([csv('name,type\nx,person\n')])).toBe(false);
  expect(ukOds.recognises([csv(CSV)])).toBe(false);
});
