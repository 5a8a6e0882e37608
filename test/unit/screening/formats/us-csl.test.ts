import { expect, test } from 'vitest';
import { shortListName, topicsOf, usConsolidatedScreeningList } from '../../../../server/screening/formats/us-csl.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const HEADER =
  '_id,source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids';
const COLUMNS = HEADER.split(',');

function row(values: Record<string, string>): string {
  return COLUMNS.map((column) => `"${(values[column] ?? '').replaceAll('"', '""')}"`).join(',');
}

const SDN = 'Specially Designated Nationals (SDN) - Treasury Department';
const PERSON = row({
  _id: '101',
  source: SDN,
  entity_number: '101',
  type: 'Individual',
  programs: 'SDGT; SYRIA',
  name: 'QUILLONEZ, Zdravko',
  title: 'Director',
  addresses: '1 Quay Road, Valletta, MT; BG; Somewhere else',
  remarks: '(Linked To: NIMBUS; Linked To: GREY FLEET)',
  alt_names: 'KILONEZ, Zdravko; and THE HERON',
  citizenships: 'KP',
  dates_of_birth: '1968-04-12; circa 1966; 1964 to 1965; in spring',
  nationalities: 'BG',
  places_of_birth: 'Port Elsewhere; Sofia',
  ids: 'BG, 2020-01-01, 2010-01-01, K491821, Passport; IMO 5055293, Company Number; Male, Gender; MX, 22839 (Jalisco), Folio Mercantil No.; 467323, Doc. 694710, Public Registration Number; www.example.test, Website; loose',
});
const DENIED = row({
  _id: 'ab12',
  source: 'Denied Persons List (DPL) - Bureau of Industry and Security',
  name: 'GREY FLEET',
  start_date: '2021-02-03',
  end_date: '2031-02-03',
});
const VESSEL = row({ source: SDN, type: 'Vessel', name: 'PELICAN', call_sign: 'UTQ77', vessel_flag: 'Malta' });
const LIST = [HEADER, PERSON, DENIED, VESSEL, PERSON].join('\n');

const read = (content: string) => readList(usConsolidatedScreeningList, [listFile('consolidated.csv', content)]);

test('a row keeps all that its columns say, under the list that it is of', async () => {
  const { entries, rows } = await read(LIST);
  expect([entries.length, rows]).toEqual([4, 4]);
  expect(entries[0]).toMatchObject({
    sourceId: 'SDN-101',
    type: 'person',
    names: [
      { name: 'QUILLONEZ, Zdravko', kind: 'primary', quality: 'strong' },
      { name: 'KILONEZ, Zdravko', kind: 'alias', quality: 'strong' },
      { name: 'THE HERON', kind: 'alias', quality: 'strong' },
    ],
    birthDates: ['1968-04-12', '1966~', '1964/1965'],
    birthPlaces: ['Port Elsewhere', 'Sofia'],
    genders: ['male'],
    nationalities: ['BG', 'KP'],
    countries: ['BG', 'KP', 'MT'],
    identifiers: [
      { kind: 'passport', value: 'K491821', country: 'BG' },
      { kind: 'imo', value: '5055293' },
      { kind: 'registration_number', value: '22839', country: 'MX' },
      { kind: 'registration_number', value: '467323, Doc. 694710' },
    ],
    addresses: [{ text: '1 Quay Road, Valletta', country: 'MT' }, { text: 'Somewhere else' }],
    relations: [
      { kind: 'linked_to', name: 'NIMBUS' },
      { kind: 'linked_to', name: 'GREY FLEET' },
    ],
    programs: ['SDN', 'SDGT', 'SYRIA'],
    topics: ['sanction'],
    listedAt: null,
    original: {
      source: SDN,
      title: 'Director',
      dates_of_birth: 'in spring',
      website: 'www.example.test',
      ids: 'loose',
    },
  });
  expect(entries[1]).toMatchObject({
    sourceId: 'DPL-ab12',
    type: 'unknown',
    programs: ['DPL'],
    topics: ['export_control'],
    listedAt: '2021-02-03',
    original: { end_date: '2031-02-03' },
  });
});

test('names that stand in one column are names of their own', async () => {
  const written = row({
    source: 'Entity List (EL) - Bureau of Industry and Security',
    name: ' Nimbus Co., Ltd. (Nimbus).  Affiliated Entity: Cumulus (Valletta) Co., Ltd., ',
    alt_names: 'f.k.a. Stratus Works; and Cirrus Ltd.\n',
    ids: 'G-VSSH, Previous Aircraft Tail Number; Nimbus Traded Ltd., Issuer Name',
  });
  const { entries } = await read([HEADER, written].join('\n'));
  expect(entries[0]?.names.map(({ name, kind }) => [name, kind])).toEqual([
    ['Nimbus Co., Ltd. (Nimbus). Affiliated Entity: Cumulus (Valletta) Co., Ltd.', 'primary'],
    ['Cumulus (Valletta) Co., Ltd.', 'alias'],
    ['Stratus Works', 'former'],
    ['Cirrus Ltd.', 'alias'],
    ['Nimbus Traded Ltd.', 'alias'],
  ]);
  expect(entries[0]?.identifiers.map(({ value }) => value)).toEqual(['G-VSSH']);
});

test('a row without a number has none, and a number that comes again is counted', async () => {
  const { entries } = await read(LIST);
  expect(entries.map(({ sourceId }) => sourceId)).toEqual(['SDN-101', 'DPL-ab12', null, 'SDN-101-2']);
  expect(entries[2]).toMatchObject({
    type: 'vessel',
    countries: ['MT'],
    identifiers: [{ kind: 'call_sign', value: 'UTQ77' }],
  });
});

test.each([
  [SDN, 'SDN', 'sanction'],
  ['Non-SDN Menu-Based Sanctions List (NS-MBS List) - Treasury Department', 'MBS', 'sanction'],
  ['Nonproliferation Sanctions (ISN) - State Department', 'ISN', 'sanction'],
  ['ITAR Debarred (DTC) - State Department', 'DTC', 'debarment'],
  ['Military End User (MEU) List - Bureau of Industry and Security', 'MEU', 'export_control'],
  ['A New List - Some Department', 'A New List', 'other'],
])('%s', (source, list, topic) => {
  expect(shortListName(source)).toBe(list);
  expect(topicsOf(list)).toEqual([topic]);
});

test.each([
  ['a short row', `${LIST}\n"x","y"`, 'line 6: 29 columns are required, and there are 2.'],
  ['a missing name', LIST.replace('GREY FLEET"', '"'), 'line 3: the name is missing.'],
  [
    'a missing source',
    LIST.replace('"Denied Persons List (DPL) - Bureau of Industry and Security"', ''),
    'line 3: the source',
  ],
  ['an unknown type', LIST.replace('"Vessel"', '"Balloon"'), 'line 4: the type is unknown.'],
  ['an open quote', LIST.slice(0, -10), 'line 5: the CSV is damaged'],
])('%s is refused with its line', async (_, content, message) => {
  expect(await refusalOf(read(content))).toContain(`list_invalid: consolidated.csv, ${message}`);
});

test('another file with a header is not taken for it', () => {
  const recognises = (content: string) =>
    usConsolidatedScreeningList.recognises([listFile('consolidated.csv', content)]);
  expect([recognises(LIST), recognises('name,type\nA,person\n'), recognises('')]).toEqual([true, false, false]);
});
