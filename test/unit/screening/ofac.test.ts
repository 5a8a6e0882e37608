import { expect, test } from 'vitest';
import { failureOf, openScreening } from './setup.ts';

const SDN = [
  '101,"QUILLONEZ, Zdravko","individual","SDGT] [SYRIA","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Apr 1968; alt. DOB circa 1966; POB Port Elsewhere, Bulgaria; nationality Bulgaria; citizen Korea, North; Gender Male; Passport K491821 (Bulgaria) issued 01 Jan 2010; National ID No. 310-99 57121 (Bulgaria); Phone Number 8618233039691; a.k.a. \'THE HERON\'; Linked To: NIMBUS FREIGHT."',
  '102,"NIMBUS FREIGHT",-0- ,"SYRIA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '103,"GREY PELICAN","vessel","SYRIA",-0- ,"UTQ77","Bulk Cargo","9000","7000","Malta",-0- ,"Vessel Registration Identification IMO 9000123."',
  '104,"UT-1234","aircraft","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
].join('\r\n');
const ALT =
  '101,1,"aka","KILONEZ, Zdravko",-0- \r\n102,2,"fka","Nimbus Fr\xe8t",-0- \r\n999,3,"aka","NOBODY HERE",-0- \r\n\x1a';
const ADD = '102,1,"1 Quay Road","Valletta","Malta",-0- \r\n101,2,-0- ,-0- ,"undetermined",-0- \r\n';
const COMMENTS = '102,"Tax ID No. 7744001497 (Malta)."\r\n';

const entryOf = ({ entries }: ReturnType<typeof openScreening>, sourceId: string) =>
  entries().find((entry) => entry.sourceId === sourceId);

test('a person of the SDN list keeps everything that the remarks hold', async () => {
  using screening = openScreening();
  await screening.importList({ paths: [screening.write('sdn.csv', SDN)] });
  expect(entryOf(screening, '101')).toMatchObject({
    type: 'person',
    names: [
      { name: 'QUILLONEZ, Zdravko', kind: 'primary', quality: 'strong' },
      { name: 'THE HERON', kind: 'alias', quality: 'weak' },
    ],
    birthDates: ['1968-04-12', '1966~'],
    countries: ['BG', 'KP'],
    identifiers: [
      { kind: 'passport', value: 'K491821', country: 'BG' },
      { kind: 'national_id_no', value: '310-99 57121', country: 'BG' },
    ],
    programs: ['SDGT', 'SYRIA'],
    topics: ['sanction'],
    original: { title: 'Director' },
  });
});

test('the side files add aliases, addresses and long remarks, whatever their order and encoding', async () => {
  using screening = openScreening();
  const paths = [
    screening.write('add.csv', ADD),
    screening.write('sdn_comments.csv', COMMENTS),
    screening.write('alt.csv', Buffer.from(ALT, 'latin1')),
    screening.write('sdn.csv', SDN),
  ];
  const version = await screening.importList({ paths });
  expect(version).toMatchObject({ code: 'us_ofac_sdn', format: 'ofac_csv', entries: 4, names: 7, rowsSkipped: 1 });
  expect(entryOf(screening, '102')).toMatchObject({
    type: 'entity',
    names: [
      { name: 'NIMBUS FREIGHT', kind: 'primary', quality: 'strong' },
      { name: 'Nimbus Frèt', kind: 'former', quality: 'strong' },
    ],
    countries: ['MT'],
    identifiers: [{ kind: 'tax_id_no', value: '7744001497', country: 'MT' }],
  });
  expect(entryOf(screening, '101')?.countries).toEqual(['BG', 'KP']);
});

test('vessels and aircraft are told apart', async () => {
  using screening = openScreening();
  await screening.importList({ paths: [screening.write('sdn.csv', SDN)] });
  expect(entryOf(screening, '103')).toMatchObject({
    type: 'vessel',
    identifiers: [{ kind: 'vessel_registration_identification_imo', value: '9000123' }],
    original: { call_sign: 'UTQ77', flag: 'Malta' },
  });
  expect(entryOf(screening, '104')?.type).toBe('aircraft');
});

test.each([
  ['a short row', `${SDN}\r\n105,"X"\r\n`, 'sdn.csv, line 5: 12 columns are needed, and there are 2.'],
  ['a row without a number', SDN.replace('102,', 'x,'), 'sdn.csv, line 2: the first column is not a number.'],
  [
    'a number that stands twice',
    SDN.replace('102,', '101,'),
    'sdn.csv, line 2: the entry 101 stands in the file twice.',
  ],
  ['an unknown type', SDN.replace('"vessel"', '"balloon"'), 'sdn.csv, line 3: the type (column 3) is unknown.'],
  ['a missing name', SDN.replace('"NIMBUS FREIGHT"', '-0- '), 'sdn.csv, line 2: the name is missing.'],
  ['an open quote', `${SDN}\r\n105,"NO END`, 'sdn.csv, line 5: the CSV is broken (CSV_QUOTE_NOT_CLOSED)'],
])('%s is refused with its line and the reason', async (_, content, message) => {
  using screening = openScreening();
  const failure = await failureOf(screening.importList({ paths: [screening.write('sdn.csv', content)] }));
  expect(failure).toContain(`list_invalid: ${message}`);
});

test('side files without the main file are no list', async () => {
  using screening = openScreening();
  const failure = await failureOf(screening.importList({ paths: [screening.write('add.csv', ADD)] }));
  expect(failure).toContain('the form is not known');
});
