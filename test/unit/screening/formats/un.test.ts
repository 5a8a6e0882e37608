import { expect, test } from 'vitest';
import { unXml } from '../../../../server/screening/formats/un.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const PERSON = `<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>ZDRAVKO</FIRST_NAME><SECOND_NAME>KALT</SECOND_NAME><THIRD_NAME>QUILLONEZ</THIRD_NAME>
<UN_LIST_TYPE>Elsewhere</UN_LIST_TYPE><REFERENCE_NUMBER>ELi.001</REFERENCE_NUMBER><LISTED_ON>2012-12-31-05:00</LISTED_ON><GENDER>Male</GENDER>
<NAME_ORIGINAL_SCRIPT>Здравко</NAME_ORIGINAL_SCRIPT><COMMENTS1>Invented.</COMMENTS1><TITLE><VALUE>Dr</VALUE><VALUE>Sir</VALUE></TITLE>
<NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Zdravko Kilonez</ALIAS_NAME><DATE_OF_BIRTH>1960-01-02</DATE_OF_BIRTH><CITY_OF_BIRTH>Varna</CITY_OF_BIRTH><COUNTRY_OF_BIRTH>Bulgaria</COUNTRY_OF_BIRTH></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Heron</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Zed</ALIAS_NAME><NOTE>previously listed as</NOTE></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ADDRESS><STREET>1 Quay Road</STREET><CITY>Valletta</CITY><COUNTRY>Malta</COUNTRY></INDIVIDUAL_ADDRESS>
<INDIVIDUAL_ADDRESS><COUNTRY>Rwanda</COUNTRY><NOTE>as of 2016</NOTE></INDIVIDUAL_ADDRESS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1961-02-17</DATE></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1963</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1964</FROM_YEAR><TO_YEAR>1966</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1958</YEAR><NOTE>Sep.</NOTE></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>a long time ago</NOTE></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_PLACE_OF_BIRTH><CITY>Sofia</CITY><COUNTRY>Bulgaria</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Número de pasaporte</TYPE_OF_DOCUMENT><NUMBER>K1</NUMBER><ISSUING_COUNTRY>Bulgaria</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><NUMBER>N-2</NUMBER><COUNTRY_OF_ISSUE>Malta</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT>
<INDIVIDUAL_DOCUMENT/></INDIVIDUAL>`;
const ENTITY = `<ENTITY><DATAID>2</DATAID><FIRST_NAME>NIMBUS FREIGHT</FIRST_NAME><UN_LIST_TYPE>Elsewhere</UN_LIST_TYPE>
<ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Nimbus</ALIAS_NAME></ENTITY_ALIAS><ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Cumulus</ALIAS_NAME></ENTITY_ALIAS>
<ENTITY_ADDRESS><CITY>Goma</CITY><COUNTRY>Democratic Republic of the Congo</COUNTRY></ENTITY_ADDRESS></ENTITY>`;
const LIST = `<?xml version="1.0"?>
<CONSOLIDATED_LIST dateGenerated="2026-08-01T23:00:03.110Z"><INDIVIDUALS>
${PERSON}</INDIVIDUALS><ENTITIES>
${ENTITY}</ENTITIES></CONSOLIDATED_LIST>`;

const file = (text: string): ReturnType<typeof listFile> => listFile('un.xml', text);

test('a person keeps all that the list says', async () => {
  expect(unXml.recognises([file(LIST)])).toBe(true);
  const { entries, reading, rows } = await readList(unXml, [file(LIST)]);
  expect([reading.publishedAt, rows, entries.length]).toEqual(['2026-08-01', 2, 2]);
  expect(entries[0]).toEqual({
    sourceId: '1',
    type: 'person',
    names: [
      { name: 'ZDRAVKO KALT QUILLONEZ', kind: 'primary', quality: 'strong' },
      { name: 'Здравко', kind: 'original_script', quality: 'strong' },
      { name: 'Zdravko Kilonez', kind: 'alias', quality: 'strong' },
      { name: 'The Heron', kind: 'alias', quality: 'weak' },
      { name: 'Zed', kind: 'former', quality: 'strong' },
    ],
    birthDates: ['1960-01-02', '1961-02-17', '1963~', '1964/1966', '1958-09'],
    birthPlaces: ['Varna, Bulgaria', 'Sofia, Bulgaria'],
    genders: ['male'],
    nationalities: ['IR'],
    countries: ['IR', 'MT', 'RW'],
    identifiers: [
      { kind: 'passport', value: 'K1', country: 'BG' },
      { kind: 'national_id', value: 'N-2', country: 'MT' },
    ],
    addresses: [{ text: '1 Quay Road, Valletta, Malta', country: 'MT' }],
    roles: [],
    relations: [],
    media: [],
    programs: ['Elsewhere'],
    topics: ['sanction'],
    listedAt: '2012-12-31',
    original: {
      address_note: 'as of 2016',
      date_of_birth: 'a long time ago',
      reference_number: 'ELi.001',
      comments1: 'Invented.',
      title: ['Dr', 'Sir'],
    },
  });
});

test('an entity has its aliases and address', async () => {
  const { entries } = await readList(unXml, [file(LIST)]);
  expect(entries[1]).toMatchObject({
    sourceId: '2',
    type: 'entity',
    names: [{ name: 'NIMBUS FREIGHT' }, { name: 'Nimbus', kind: 'alias' }, { name: 'Cumulus', kind: 'former' }],
    addresses: [{ text: 'Goma, Democratic Republic of the Congo', country: 'CD' }],
    listedAt: null,
  });
});

test.each([
  ['a missing number', LIST.replace('<DATAID>2</DATAID>', ''), 'line 22: the DATAID is missing.'],
  ['a missing name', LIST.replace('<FIRST_NAME>NIMBUS FREIGHT</FIRST_NAME>', ''), 'line 22: the name is missing.'],
  ['a number twice', LIST.replace('<DATAID>2', '<DATAID>1'), 'line 22: the entry 1 appears in the file twice.'],
  ['a file cut off', LIST.slice(0, -100), 'it was cut off'],
])('%s is refused', async (_, text, reason) => {
  expect(await refusalOf(readList(unXml, [file(text)]))).toContain(reason);
});

test('other XML is not taken for it', () => {
  expect(unXml.recognises([file('<LIST/>')])).toBe(false);
  expect(unXml.recognises([file(LIST), file(LIST)])).toBe(false);
});
