import { expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { ofacSdnXml } from '../../../../server/screening/formats/ofac-xml.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const LIST = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://example.test/XML">
  <publshInformation><Publish_Date>03/28/2025</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry><uid>101</uid><firstName>Zdravko</firstName><lastName>QUILLONEZ</lastName><title>Director</title><sdnType>Individual</sdnType>
    <remarks>(Linked To: NIMBUS FREIGHT; Linked To: GREY FLEET S.A.)</remarks>
    <programList><program>SDGT</program><program>SYRIA</program></programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>K491821</idNumber><idCountry>Bulgaria</idCountry></id>
      <id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
      <id><uid>3</uid><idType>Listing Date (EO 14024 Directive 2):</idType><idNumber>24 Feb 2022</idNumber></id>
      <id><uid>4</uid><idType>Website</idType><idNumber>www.example.test</idNumber></id>
      <id><uid>5</uid><idType>Website</idType><idNumber>www2.example.test</idNumber></id>
    </idList>
    <akaList>
      <aka><uid>6</uid><type>a.k.a.</type><category>weak</category><lastName>THE HERON</lastName></aka>
      <aka><uid>7</uid><type>f.k.a.</type><category>strong</category><lastName>KILONEZ</lastName><firstName>Zdravko</firstName></aka>
    </akaList>
    <addressList><address><uid>8</uid><address1>1 Quay Road</address1><city>Valletta</city><postalCode>VLT 1010</postalCode><country>Malta</country></address></addressList>
    <nationalityList><nationality><uid>9</uid><country>Bulgaria</country></nationality></nationalityList>
    <citizenshipList><citizenship><uid>10</uid><country>Korea, North</country></citizenship></citizenshipList>
    <dateOfBirthList><dateOfBirthItem><dateOfBirth>circa 1966</dateOfBirth></dateOfBirthItem><dateOfBirthItem><dateOfBirth>in spring</dateOfBirth></dateOfBirthItem></dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><placeOfBirth>Port Elsewhere</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>103</uid><lastName>GREY PELICAN</lastName><sdnType>Vessel</sdnType><programList><program>SYRIA</program></programList>
    <idList><id><uid>11</uid><idType>Vessel Registration Identification</idType><idNumber>IMO 9000123</idNumber></id></idList>
    <vesselInfo><callSign>UTQ77</callSign><vesselType>Bulk Cargo</vesselType><vesselFlag>Malta</vesselFlag><vesselOwner>Pelican Lines</vesselOwner><grossRegisteredTonnage>7000</grossRegisteredTonnage></vesselInfo>
  </sdnEntry>
</sdnList>
`;

const read = (content: string) => readList(ofacSdnXml, [listFile('sdn.xml', content)]);

test('an entry keeps all that its element says', async () => {
  const { entries, reading, rows } = await read(LIST);
  expect([reading, rows]).toEqual([{ publishedAt: '2025-03-28', recordsDeclared: 2, orphans: {} }, 2]);
  expect(entries[0]).toEqual({
    sourceId: '101',
    type: 'person',
    names: [
      { name: 'QUILLONEZ, Zdravko', kind: 'primary', quality: 'strong' },
      { name: 'THE HERON', kind: 'alias', quality: 'weak' },
      { name: 'KILONEZ, Zdravko', kind: 'former', quality: 'strong' },
    ],
    birthDates: ['1966~'],
    birthPlaces: ['Port Elsewhere'],
    genders: ['male'],
    nationalities: ['BG', 'KP'],
    countries: ['BG', 'KP', 'MT'],
    identifiers: [{ kind: 'passport', value: 'K491821', country: 'BG' }],
    addresses: [{ text: '1 Quay Road, Valletta, VLT 1010, Malta', country: 'MT' }],
    roles: [],
    relations: [
      { kind: 'linked_to', name: 'NIMBUS FREIGHT' },
      { kind: 'linked_to', name: 'GREY FLEET S.A.' },
    ],
    media: [],
    programs: ['SDGT', 'SYRIA'],
    topics: ['sanction'],
    listedAt: '2022-02-24',
    original: {
      title: 'Director',
      birth_dates: 'in spring',
      website: ['www.example.test', 'www2.example.test'],
      remarks: '(Linked To: NIMBUS FREIGHT; Linked To: GREY FLEET S.A.)',
    },
  });
  expect(entries[1]).toMatchObject({
    type: 'vessel',
    countries: ['MT'],
    identifiers: [
      { kind: 'imo', value: '9000123' },
      { kind: 'call_sign', value: 'UTQ77' },
    ],
    relations: [{ kind: 'owner', name: 'Pelican Lines' }],
    original: { vessel_type: 'Bulk Cargo', gross_tonnage: '7000' },
  });
});

test('the consolidated list is recognised by its programmes', () => {
  const codesOf = (content: string) =>
    LIST_FORMATS.filter((format) => format.recognises([listFile('x.xml', content)])).map((format) => format.list?.code);
  expect(codesOf(LIST)).toEqual(['us_ofac_sdn']);
  expect(codesOf(LIST.replaceAll('<program>SYRIA', '<program>CMIC-EO13959'))).toEqual(['us_ofac_cons']);
  expect(codesOf('<other/>')).toEqual([]);
});

test('a publication date that is none is left out', async () => {
  const { reading } = await read(LIST.replace('03/28/2025', '28/03/2025'));
  expect(reading.publishedAt).toBeNull();
});

test.each([
  [
    'another count',
    LIST.replace('>2</Record_Count>', '>3</Record_Count>'),
    'line 3: the file declares 3 entries (Record_Count) but contains 2.',
  ],
  ['a number twice', LIST.replace('<uid>103<', '<uid>101<'), 'line 24: the entry 101 appears in the file twice.'],
  ['no number', LIST.replace('<uid>103</uid>', ''), 'line 24: the entry has no number (uid).'],
  ['no name', LIST.replace('GREY PELICAN', ' '), 'line 24: the name is missing.'],
  ['an unknown type', LIST.replace('>Vessel<', '>Balloon<'), 'line 24: the type (sdnType) is unknown.'],
  ['a file cut off', LIST.slice(0, LIST.indexOf('<vesselInfo>')), 'line 26: the file ends inside <sdnEntry>'],
])('%s is refused with the line', async (_, content, message) => {
  expect(await refusalOf(read(content))).toContain(`list_invalid: sdn.xml, ${message}`);
});
