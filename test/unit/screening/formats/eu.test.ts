import { expect, test } from 'vitest';
import { euCsv, euXml } from '../../../../server/screening/formats/eu.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2024-10-08T16:14:31.871+02:00" globalFileId="1">
<sanctionEntity designationDetails="" designationDate="2014-06-30" unitedNationId="QDi.1" euReferenceNumber="EU.1.1" logicalId="13">
<remark>Invented.</remark>
<regulation regulationType="amendment" programme="IRQ" numberTitle="1/2003 (OJ L1)" logicalId="3"><publicationUrl>http://example.test/a</publicationUrl></regulation>
<subjectType code="person" classificationCode="P"/>
<nameAlias firstName="Zdravko" middleName="" lastName="Quillonez" wholeName="Zdravko Quillonez" function="Minister" gender="M" title="" strong="true"/>
<nameAlias firstName="Zed" middleName="" lastName="Kay" wholeName="" gender="" strong="false"/>
<nameAlias wholeName="Здравко" strong="true"/>
<citizenship countryIso2Code="BG" countryDescription="BULGARIA"/>
<citizenship countryIso2Code="00" countryDescription="UNKNOWN"/>
<birthdate circa="false" birthdate="1961-02-17" dayOfMonth="17" monthOfYear="2" year="1961" city="Sofia" countryIso2Code="BG" countryDescription="BULGARIA"/>
<birthdate circa="true" year="1963" countryIso2Code="00" countryDescription="UNKNOWN"/>
<birthdate circa="false" yearRangeFrom="1964" yearRangeTo="1966"/>
<address street="1 Quay Road" poBox="77" zipCode="V1" city="Valletta" countryIso2Code="MT" countryDescription="MALTA"/>
<identification number="K1" nameOnDocument="Zdravko Kilonez" identificationTypeCode="passport" identificationTypeDescription="National passport" countryIso2Code="BG"/>
</sanctionEntity>
<sanctionEntity euReferenceNumber="EU.2.2" logicalId="14"><subjectType code="enterprise"/><nameAlias wholeName="Nimbus Freight" strong="true"/></sanctionEntity>
<sanctionEntity euReferenceNumber="EU.3.3" logicalId="15"><subjectType code="enterprise"/></sanctionEntity>
</export>`;

const COLUMNS = `fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_UnitedNationId;Entity_DesignationDate;Entity_DesignationDetails;Entity_Remark;Entity_SubjectType;Entity_SubjectType_ClassificationCode;Entity_Regulation_NumberTitle;Entity_Regulation_Programme;Entity_Regulation_PublicationUrl;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_Gender;NameAlias_Title;NameAlias_Function;Address_City;Address_Street;Address_PoBox;Address_ZipCode;Address_Region;Address_Place;Address_CountryIso2Code;Address_CountryDescription;BirthDate_BirthDate;BirthDate_Day;BirthDate_Month;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo;BirthDate_Circa;BirthDate_Region;BirthDate_Place;BirthDate_City;BirthDate_CountryIso2Code;BirthDate_CountryDescription;Identification_Number;Identification_LatinNumber;Identification_TypeCode;Identification_TypeDescription;Identification_CountryIso2Code;Identification_CountryDescription;Citizenship_CountryIso2Code;Citizenship_CountryDescription`;
const HEADER = COLUMNS.split(';');

function row(values: Record<string, string>): string {
  return HEADER.map((column) => values[column] ?? '').join(';');
}

const BASE = {
  fileGenerationDate: '08/10/2024',
  Entity_LogicalId: '13',
  Entity_EU_ReferenceNumber: 'EU.1.1',
  Entity_UnitedNationId: 'QDi.1',
  Entity_DesignationDate: '2014-06-30',
  Entity_Remark: 'Invented.',
  Entity_SubjectType: 'P',
  Entity_SubjectType_ClassificationCode: 'person',
  Entity_Regulation_Programme: 'IRQ',
};
const OTHER = { Entity_LogicalId: '14', Entity_EU_ReferenceNumber: 'EU.2.2', Entity_SubjectType: 'E' };
const CSV = [
  `\ufeff${COLUMNS}`,
  row({ ...BASE, NameAlias_WholeName: 'Zdravko Quillonez', NameAlias_Gender: 'M', NameAlias_Function: 'Minister' }),
  row({ ...BASE, NameAlias_FirstName: 'Zed', NameAlias_LastName: 'Kay "K"' }),
  row({ ...OTHER, NameAlias_WholeName: 'Nimbus Freight' }),
  row({ ...BASE, NameAlias_WholeName: 'Здравко' }),
  row({
    ...BASE,
    BirthDate_Day: '17',
    BirthDate_Month: '2',
    BirthDate_Year: '1961',
    BirthDate_City: 'Sofia',
    BirthDate_CountryDescription: 'BULGARIA',
  }),
  row({ ...BASE, BirthDate_Year: '1963', BirthDate_Circa: 'true' }),
  row({ ...BASE, BirthDate_YearRangeFrom: '1964', BirthDate_YearRangeTo: '1966' }),
  row({
    ...BASE,
    Address_Street: '1 Quay Road',
    Address_PoBox: '77',
    Address_ZipCode: 'V1',
    Address_City: 'Valletta',
    Address_CountryIso2Code: 'MT',
  }),
  row({
    ...BASE,
    Identification_Number: 'K1',
    Identification_TypeDescription: 'National passport',
    Identification_CountryIso2Code: 'BG',
  }),
  row({ ...BASE, Citizenship_CountryIso2Code: 'BG', Citizenship_CountryDescription: 'BULGARIA' }),
  '',
].join('\r\n');

const xml = (text: string): ReturnType<typeof listFile> => listFile('eu.xml', text);
const csv = (text: string): ReturnType<typeof listFile> => listFile('eu.csv', text);

const EXPECTED = {
  sourceId: 'EU.1.1',
  type: 'person',
  birthDates: ['1961-02-17', '1963~', '1964/1966'],
  birthPlaces: ['Sofia, BULGARIA'],
  genders: ['male'],
  nationalities: ['BG'],
  countries: ['BG', 'MT'],
  identifiers: [{ kind: 'passport', value: 'K1', country: 'BG' }],
  addresses: [{ text: '1 Quay Road, PO Box 77, V1, Valletta', country: 'MT' }],
  programs: ['IRQ'],
  topics: ['sanction'],
  listedAt: '2014-06-30',
};

test('the XML is read with all its facts', async () => {
  expect(euXml.recognises([xml(XML)])).toBe(true);
  const { entries, reading, rows } = await readList(euXml, [xml(XML)]);
  expect([reading, rows]).toEqual([{ publishedAt: '2024-10-08', recordsDeclared: null, orphans: { no_name: 1 } }, 2]);
  expect(entries[0]).toMatchObject(EXPECTED);
  expect(entries[0]?.names).toEqual([
    { name: 'Zdravko Quillonez', kind: 'primary', quality: 'strong' },
    { name: 'Zed Kay', kind: 'alias', quality: 'weak' },
    { name: 'Здравко', kind: 'original_script', quality: 'strong' },
    { name: 'Zdravko Kilonez', kind: 'alias', quality: 'strong' },
  ]);
  expect(entries[0]?.original).toMatchObject({
    unitedNationId: 'QDi.1',
    function: 'Minister',
    numberTitle: '1/2003 (OJ L1)',
    remark: 'Invented.',
    publicationUrl: 'http://example.test/a',
  });
  expect(entries[1]).toMatchObject({ sourceId: 'EU.2.2', type: 'entity', names: [{ name: 'Nimbus Freight' }] });
});

test('the CSV tells the same, whatever the order of its rows', async () => {
  expect(euCsv.recognises([csv(CSV)])).toBe(true);
  const { entries, reading, rows } = await readList(euCsv, [csv(CSV)]);
  expect([reading.publishedAt, rows, entries.length]).toEqual(['2024-10-08', 10, 2]);
  expect(entries[0]).toMatchObject(EXPECTED);
  expect(entries[0]?.names.map(({ name, kind }) => [name, kind])).toEqual([
    ['Zdravko Quillonez', 'primary'],
    ['Zed Kay "K"', 'alias'],
    ['Здравко', 'original_script'],
  ]);
  expect(entries[0]?.original).toMatchObject({ unitedNationId: 'QDi.1', remark: 'Invented.', function: 'Minister' });
  expect(entries[1]).toMatchObject({ sourceId: 'EU.2.2', type: 'entity', names: [{ name: 'Nimbus Freight' }] });
});

test.each([
  ['a type that is none', XML.replace('code="person"', 'code="ghost"'), 'line 3: the subjectType must be'],
  ['no number', XML.replace('euReferenceNumber="EU.2.2" logicalId="14"', ''), 'the euReferenceNumber is missing.'],
  ['a number twice', XML.replace('"EU.2.2"', '"EU.1.1"'), 'the entry EU.1.1 appears in the file twice.'],
  ['an XML cut off', XML.slice(0, XML.indexOf('<identification')), 'it was cut off'],
])('%s is refused', async (_, text, reason) => {
  expect(await refusalOf(readList(euXml, [xml(text)]))).toContain(reason);
});

test.each([
  ['a row cut off', CSV.slice(0, CSV.lastIndexOf(';BG;BULGARIA')), `line 11: ${HEADER.length} columns are required`],
  ['a row without a number', CSV.replaceAll(';13;', ';;'), 'line 2: the number of the entry is missing.'],
  ['a type that is none', CSV.replaceAll(';E;', ';X;'), 'line 4: the Entity_SubjectType must be'],
])('%s is refused', async (_, text, reason) => {
  expect(await refusalOf(readList(euCsv, [csv(text)]))).toContain(reason);
});

test('other files are not taken for them', () => {
  expect(euXml.recognises([xml('<export/>')])).toBe(false);
  expect(euCsv.recognises([csv('name,type\nx,person\n')])).toBe(false);
});
