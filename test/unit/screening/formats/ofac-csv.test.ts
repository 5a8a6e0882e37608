import { expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { ofacConsolidatedCsv, ofacSdnCsv } from '../../../../server/screening/formats/ofac.ts';
import type { ListEntry } from '../../../../server/screening/types.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const END = '\r\n\u001a';
const SDN = [
  '101,"QUILLONEZ, Zdravko","individual","SDGT] [SYRIA","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Apr 1968; alt. DOB circa 1966; alt. DOB 1964 to 1965; POB Port Elsewhere, Bulgaria; nationality Bulgaria; citizen Korea, North; Gender Male; Passport K491821 (Bulgaria) issued 01 Jan 2010 expires 01 Jan 2020; National ID No. 310-99 57121 (Bulgaria); Folio Mercantil No. 22839 (Jalisco) (Mexico); Tax ID No. 77 (Nowhere); Phone Number 8618233039691; Digital Currency Address - XBT 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h; a.k.a. \'THE HERON\'; f.k.a. \'THE EGRET\'; Linked To: NIMBUS FREIGHT."',
  '102,"NIMBUS FREIGHT",-0- ,"SYRIA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '103,"GREY PELICAN","vessel","SYRIA",-0- ,"UTQ77","Bulk Cargo","9000","7000","Malta","Pelican Lines","Vessel Registration Identification IMO 9000123; MMSI 123456789; Former Vessel Flag Panama."',
  '104,"UT-1234","aircraft","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Aircraft Manufacturer\'s Serial Number (MSN) 550; Nationality of Registration Iran; Listing Date (CMIC) 03 Jun 2021; Listing Date (CMIC): 02 Jun 2021."',
].join('\r\n');
const ALT =
  '101,1,"aka","KILONEZ, Zdravko",-0- \r\n102,2,"fka","Nimbus Fr\xe8t",-0- \r\n999,3,"aka","NOBODY HERE",-0- \r\n\x1a';
const ADD =
  '102,1,"1 Quay Road","Valletta","Malta",-0- \r\n101,2,-0- ,-0- ,"undetermined",-0- \r\n998,3,-0- ,"Sofia","Bulgaria",-0- \r\n\x1a';
const COMMENTS = `102,"Tax ID No. 7744001497 (Malta); Company Number IMO 5055293; SWIFT/BIC NIMBMTMT."${END}`;
const CONSOLIDATED = `201,"MARSH, Ole","individual","NS-PLC",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1962."\r\n202,"MARSH BANK",-0- ,"UKRAINE-EO13662] [RUSSIA-EO14024",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ${END}`;

const sdn = (content = SDN + END) => listFile('sdn.csv', content);

async function entry(sourceId: string, files = [sdn()]): Promise<ListEntry | undefined> {
  const { entries } = await readList(ofacSdnCsv, files);
  return entries.find((candidate) => candidate.sourceId === sourceId);
}

test('a person of the SDN list keeps everything that the remarks hold', async () => {
  expect(await entry('101')).toMatchObject({
    type: 'person',
    names: [
      { name: 'QUILLONEZ, Zdravko', kind: 'primary', quality: 'strong' },
      { name: 'THE HERON', kind: 'alias', quality: 'weak' },
      { name: 'THE EGRET', kind: 'former', quality: 'weak' },
    ],
    birthDates: ['1968-04-12', '1966~', '1964/1965'],
    birthPlaces: ['Port Elsewhere, Bulgaria'],
    genders: ['male'],
    nationalities: ['BG', 'KP'],
    countries: ['BG', 'KP'],
    identifiers: [
      { kind: 'passport', value: 'K491821', country: 'BG' },
      { kind: 'national_id', value: '310-99 57121', country: 'BG' },
      { kind: 'registration_number', value: '22839', country: 'MX' },
      { kind: 'tax', value: '77' },
      { kind: 'bitcoin', value: '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h' },
    ],
    relations: [{ kind: 'linked_to', name: 'NIMBUS FREIGHT' }],
    programs: ['SDGT', 'SYRIA'],
    topics: ['sanction'],
    original: { title: 'Director', remarks: expect.stringContaining('Phone Number 8618233039691') },
  });
});

test('the side files add aliases, addresses and long remarks, whatever their order and encoding', async () => {
  const files = [
    listFile('add.csv', ADD),
    listFile('sdn_comments.csv', COMMENTS),
    listFile('alt.csv', Buffer.from(ALT, 'latin1')),
    sdn(),
  ];
  expect(ofacSdnCsv.recognises(files)).toBe(true);
  const list = await readList(ofacSdnCsv, files);
  expect(list.reading).toEqual({ publishedAt: null, recordsDeclared: null, orphans: { alias: 1, address: 1 } });
  expect([list.entries.length, list.rows]).toEqual([4, 11]);
  expect(list.entries[1]).toMatchObject({
    type: 'entity',
    names: [
      { name: 'NIMBUS FREIGHT', kind: 'primary', quality: 'strong' },
      { name: 'Nimbus Frèt', kind: 'former', quality: 'strong' },
    ],
    countries: ['MT'],
    addresses: [{ text: '1 Quay Road, Valletta, Malta', country: 'MT' }],
    identifiers: [
      { kind: 'tax', value: '7744001497', country: 'MT' },
      { kind: 'imo', value: '5055293' },
      { kind: 'bic', value: 'NIMBMTMT' },
    ],
  });
  expect(list.entries[0]?.addresses).toEqual([]);
});

test('vessels and aircraft are told apart, with their numbers, flags and owners', async () => {
  expect(await entry('103')).toMatchObject({
    type: 'vessel',
    identifiers: [
      { kind: 'imo', value: '9000123' },
      { kind: 'mmsi', value: '123456789' },
      { kind: 'call_sign', value: 'UTQ77' },
    ],
    countries: ['MT'],
    relations: [{ kind: 'owner', name: 'Pelican Lines' }],
    original: { vessel_type: 'Bulk Cargo', tonnage: '9000', gross_tonnage: '7000', flag: 'Malta' },
  });
  expect(await entry('104')).toMatchObject({
    type: 'aircraft',
    countries: ['IR'],
    identifiers: [{ kind: 'aircraft_serial', value: '550' }],
    listedAt: '2021-06-02',
  });
});

test('the consolidated list is not taken for the SDN list', () => {
  const recognisedAs = (name: string, content: string) =>
    LIST_FORMATS.filter((format) => format.recognises([listFile(name, content)])).map((format) => format.list?.code);
  expect(recognisedAs('sdn.csv', CONSOLIDATED)).toEqual(['us_ofac_cons']);
  expect(recognisedAs('cons_prim.csv', SDN + END)).toEqual(['us_ofac_sdn']);
  expect(recognisedAs('add.csv', ADD)).toEqual([]);
  expect(ofacConsolidatedCsv.recognises([listFile('a.csv', CONSOLIDATED), listFile('b.csv', CONSOLIDATED)])).toBe(
    false,
  );
});

test.each([
  ['a short row', `${SDN}\r\n105,"X"${END}`, 'sdn.csv, line 5: 12 columns are required, and there are 2.'],
  ['a row without a number', SDN.replace('102,', 'x,'), 'sdn.csv, line 2: the first column is not a number.'],
  ['a number twice', SDN.replace('102,', '101,'), 'sdn.csv, line 2: the entry 101 appears in the file twice.'],
  ['an unknown type', SDN.replace('"vessel"', '"balloon"'), 'sdn.csv, line 3: the type (column 3) is unknown.'],
  ['a missing name', SDN.replace('"NIMBUS FREIGHT"', '-0- '), 'sdn.csv, line 2: the name is missing.'],
  ['an open quote', `${SDN}\r\n105,"NO END`, 'sdn.csv, line 5: the CSV is damaged (CSV_QUOTE_NOT_CLOSED)'],
  ['a missing end mark', `${SDN}\r\n`, "sdn.csv, line 4: the file ends here without OFAC's end mark"],
])('%s is refused with its line and the reason', async (_, content, message) => {
  expect(await refusalOf(readList(ofacSdnCsv, [sdn(content)]))).toContain(`list_invalid: ${message}`);
});

test('a side file that is cut off is refused as well', async () => {
  const files = [sdn(), listFile('alt.csv', ALT.slice(0, ALT.indexOf('999')))];
  expect(await refusalOf(readList(ofacSdnCsv, files))).toContain('alt.csv, line 2: the file ends here without');
});

test('an entry with aliases without end is refused', async () => {
  const alt =
    Array.from({ length: 5_001 }, (_, index) => `101,${index},"aka","HERON ${index}",-0- `).join('\r\n') + END;
  const refusal = await refusalOf(readList(ofacSdnCsv, [sdn(), listFile('alt.csv', alt)]));
  expect(refusal).toBe('list_invalid: alt.csv, line 5001: the entry 101 has too many rows.');
});
