import { expect, test } from 'vitest';
import { openSanctionsSimple } from '../../../../server/screening/formats/opensanctions-simple.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const HEADER =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change';
const LIST = `${HEADER}
Q1,Person,Zdravko Quillonez,"Здравко;Zdravko Kilonez;""Kilonez; Zed""",1961-02-17;1962,bg;mt,1 Quay Road,K1;N2,Council - 2022-03-04,,,EL-1,el_list,2022-01-01T00:00:00,2026-04-29T12:00:00,2026-01-01
V1,Vessel,Grey Pelican,,,,,,,,,,el_list,2022-01-01,2026-04-30T12:00:00,2026-01-01
C1,Company,,Nimbus,,,,,,,,,el_list,2022-01-01,2026-04-28T12:00:00,2026-01-01
W1,CryptoWallet,Wallet,,,,,,,,,,el_list,2022-01-01,2026-04-28T12:00:00,2026-01-01
`;
const file = (text: string): ReturnType<typeof listFile> => listFile('targets.simple.csv', text);

test('targets are read, with several values in one column', async () => {
  expect(openSanctionsSimple.recognises([file(LIST)])).toBe(true);
  const { entries, reading, rows } = await readList(openSanctionsSimple, [file(LIST)]);
  expect(rows).toBe(4);
  expect(reading).toEqual({
    publishedAt: '2026-04-30',
    recordsDeclared: null,
    orphans: { no_name: 1, other_schema: 1 },
  });
  expect(entries).toMatchObject([
    {
      sourceId: 'Q1',
      type: 'person',
      birthDates: ['1961-02-17', '1962'],
      countries: ['BG', 'MT'],
      addresses: [{ text: '1 Quay Road' }],
      identifiers: [
        { kind: 'number', value: 'K1' },
        { kind: 'number', value: 'N2' },
      ],
      programs: ['EL-1'],
      topics: ['sanction'],
      original: { dataset: 'el_list', sanctions: 'Council - 2022-03-04' },
    },
    { sourceId: 'V1', type: 'vessel', topics: ['other'] },
  ]);
  expect(entries[0]?.names.map(({ name, kind }) => [name, kind])).toEqual([
    ['Zdravko Quillonez', 'primary'],
    ['Здравко', 'original_script'],
    ['Zdravko Kilonez', 'alias'],
    ['Kilonez; Zed', 'alias'],
  ]);
});

test.each([
  ['a row cut off', LIST.slice(0, LIST.indexOf('W1,') + 20), 'line 5: 16 columns are required'],
  ['no id', LIST.replace('V1,', ','), 'line 3: the id is missing.'],
  ['an id twice', LIST.replace('V1,', 'Q1,'), 'line 3: the entity Q1 appears in the file twice.'],
  ['a quote that is not closed', LIST.replace('Zed"""', 'Zed'), 'the CSV is damaged'],
])('%s is refused', async (_, text, reason) => {
  expect(await refusalOf(readList(openSanctionsSimple, [file(text)]))).toContain(reason);
});

test('a plain CSV is not taken for it', () => {
  expect(openSanctionsSimple.recognises([file('id,name,type\n1,x,person\n')])).toBe(false);
});
