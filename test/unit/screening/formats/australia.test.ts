import { expect, test } from 'vitest';
import { australiaXlsx } from '../../../../server/screening/formats/australia.ts';
import { listFile, readList, refusalOf } from './list-file.ts';
import { type Cell, workbook, zip } from './spreadsheets.ts';

const HEADER = [
  'Reference',
  'Name of Individual or Entity',
  'Type',
  'Name Type',
  'Alias Strength',
  'Date of Birth',
  'Place of Birth',
  'Citizenship',
  'Address',
  'Additional Information',
  'Listing Information',
  'IMO Number',
  'Committees',
  'Control Date',
  'Instrument of Designation',
  'Targeted Financial Sanction',
  'Travel Ban',
];
const FACTS: Cell[] = [
  'a) Sofia, Bulgaria b) Varna, Bulgaria',
  'Bulgaria;Türkiye',
  'a) 1 Quay Road, Valletta, Malta b) Kabul',
  'Invented.',
  'Listed on 25 January 2001 (amended 9 July 2007)',
  '',
  '1988 (Elsewhere)',
  { day: 46073 },
  'Regulation 1',
  true,
  false,
];
const ROWS: Cell[][] = [
  HEADER,
  [2, 'Zdravko Quillonez', 'Individual', 'Primary Name', '', { day: 22329 }, ...FACTS],
  [
    '2a',
    '<r><t xml:space="preserve">Zdravko </t></r><r><t>Kilo</t></r><r><t>nez</t></r><rPh><t>reading</t></rPh>',
    'Individual',
    'Alias',
    'Strong',
    { month: 22313 },
    ...FACTS,
  ],
  ['2b', 'The Heron', 'Individual', 'Alias', 'Weak', 1960, ...FACTS],
  ['2c', 'Здравко', 'Individual', 'Original Script', '', '1/02/1962, approximately 1963', ...FACTS],
  [
    3,
    { xml: '<c r="REF" t="inlineStr"><is><t>Grey Pelican</t></is></c>' },
    'Vessel',
    'Primary Name',
    '',
    2001,
    '',
    '',
    '',
    '',
    '',
    9000123,
    'Vessels',
  ],
  [4, { xml: '<c t="str"><f>A1</f><v>Nimbus</v></c>' }, 'Entity', 'Primary Name', '', '', '', 'na', 'Malta'],
];

const file = (bytes: Buffer): ReturnType<typeof listFile> => listFile('dfat.xlsx', bytes);

test('rows of one reference are one entry, and dates are read as they are shown', async () => {
  const list = file(await workbook(ROWS));
  expect(australiaXlsx.recognises([list])).toBe(true);
  const { entries, reading, rows } = await readList(australiaXlsx, [list]);
  expect([reading.publishedAt, rows, entries.length]).toEqual(['2026-07-23', 6, 3]);
  expect(entries[0]).toEqual({
    sourceId: '2',
    type: 'person',
    names: [
      { name: 'Zdravko Quillonez', kind: 'primary', quality: 'strong' },
      { name: 'Zdravko Kilonez', kind: 'alias', quality: 'strong' },
      { name: 'The Heron', kind: 'alias', quality: 'weak' },
      { name: 'Здравко', kind: 'original_script', quality: 'strong' },
    ],
    birthDates: ['1961-02-17', '1961-02', '1960', '1962-02-01', '1963~'],
    birthPlaces: ['Sofia, Bulgaria', 'Varna, Bulgaria'],
    genders: [],
    nationalities: ['BG', 'TR'],
    countries: ['BG', 'TR', 'MT'],
    identifiers: [],
    addresses: [{ text: '1 Quay Road, Valletta, Malta', country: 'MT' }, { text: 'Kabul' }],
    roles: [],
    relations: [],
    media: [],
    programs: ['1988 (Elsewhere)'],
    topics: ['sanction'],
    listedAt: '2001-01-25',
    original: {
      additional_information: 'Invented.',
      listing_information: 'Listed on 25 January 2001 (amended 9 July 2007)',
      control_date: '2026-02-20',
      instrument: 'Regulation 1',
      sanctions: 'targeted financial sanction',
    },
  });
  expect(entries[1]).toMatchObject({
    type: 'vessel',
    names: [{ name: 'Grey Pelican' }],
    birthDates: [],
    identifiers: [{ kind: 'imo', value: '9000123' }],
  });
  expect(entries[2]).toMatchObject({
    type: 'entity',
    names: [{ name: 'Nimbus' }],
    nationalities: [],
    countries: ['MT'],
    addresses: [],
  });
});

test.each<[string, Cell[][], string]>([
  [
    'no header',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    'no header with the columns',
  ],
  ['no reference', [HEADER, ['x', 'A', 'Entity', 'Primary Name']], 'line 2: the number of the entry is missing.'],
  ['an unknown type', [HEADER, [1, 'A', 'Ghost', 'Primary Name']], 'line 2: the Type must be'],
  ['no name', [HEADER, [1, '', 'Entity', 'Primary Name']], 'line 2: the name is missing.'],
  ['a row too long', [HEADER, [...HEADER, 'more']], 'line 2: 17 columns are required, and there are 18.'],
])('%s is refused with the row', async (_, rows, reason) => {
  expect(await refusalOf(readList(australiaXlsx, [file(await workbook(rows))]))).toContain(reason);
});

test.each([
  ['Listed on: 9 Aug. 2011 (Relisted on 1 Sep. 2012)', '2011-08-09'],
  ['Listed by the 1737 Committee on 3 March 2008 (amended on 17 December 2014)', '2008-03-03'],
  ['Designated under the Autonomous Sanctions Regulations 2011 on 9 March 2018. Formerly listed', '2018-03-09'],
  ['Amended on 9 March 2018', null],
])('%s tells the day of listing', async (text, day) => {
  const header = ['Reference', 'Name of Individual or Entity', 'Type', 'Name Type', 'Listing Information'];
  const rows = [header, [2, 'Zed', 'Individual', 'Primary Name', text]];
  const { entries } = await readList(australiaXlsx, [listFile('dfat.xlsx', await workbook(rows))]);
  expect(entries[0]?.listedAt).toBe(day);
});

test('a text in runs loses no letter and parts no word, and escaped characters are undone', async () => {
  const runs =
    '<r><t>Moham</t></r><r><t xml:space="preserve">med </t></r><r><t xml:space="preserve">Kay of</t></r><r><t xml:space="preserve"> Elsewhere_x000D_\n</t></r>';
  const rows = [HEADER, [2, runs, 'Individual', 'Primary Name', '', 'Approximately 1968_x000D_ 28/08/1965']];
  const { entries } = await readList(australiaXlsx, [listFile('dfat.xlsx', await workbook(rows))]);
  expect(entries[0]?.names[0].name).toBe('Mohammed Kay of Elsewhere');
  expect(entries[0]?.birthDates).toEqual(['1968~', '1965-08-28']);
});

test('an archive that is cut off, damaged or no workbook is refused', async () => {
  const bytes = await workbook(ROWS);
  for (const cut of [60, bytes.length >> 1, bytes.length - 1]) {
    const list = file(bytes.subarray(0, cut));
    expect(australiaXlsx.recognises([list])).toBe(true);
    expect(await refusalOf(readList(australiaXlsx, [list]))).toContain('dfat.xlsx: the archive is damaged or cut off.');
  }
  expect(await refusalOf(readList(australiaXlsx, [file(await zip({ '[Content_Types].xml': '<Types/>' }))]))).toContain(
    'dfat.xlsx: it is not a workbook because it does not contain xl/workbook.xml.',
  );
  const stored = bytes.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length + 20;
  const damaged = Buffer.from(bytes);
  damaged[stored] = (damaged[stored] ?? 0) ^ 0xff;
  expect(await refusalOf(readList(australiaXlsx, [file(damaged)]))).toMatch(/^list_invalid: dfat\.xlsx/);
});

test('a sheet that is broken XML is refused with the line', async () => {
  const bytes = await workbook(ROWS, { 'xl/worksheets/sheet1.xml': '<worksheet>\n<sheetData><row r="1"></sheetData>' });
  expect(await refusalOf(readList(australiaXlsx, [file(bytes)]))).toContain(
    'dfat.xlsx: xl/worksheets/sheet1.xml, line 2:',
  );
});

test('a member that says to unpack to more than a list may have is refused before it is unpacked', async () => {
  const bytes = await workbook(ROWS);
  // The uncompressed size is 24 bytes into the member's record in the directory, 46 bytes before its name.
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
  bytes.writeUInt32LE(0x7fff_ffff, name - 46 + 24);
  expect(await refusalOf(readList(australiaXlsx, [file(bytes)]))).toContain('in it unpacks to more than');
});

test('dates in formats of the workbook itself, counted from 1904, are read as they are shown', async () => {
  const rows: Cell[][] = [
    HEADER,
    [1, 'Zed', 'Individual', 'Primary Name', '', { day: 22329 - 1462 }],
    ['1a', 'Zee', 'Individual', 'Alias', '', { month: 22313 - 1462 }],
    ['1b', 'Zet', 'Individual', 'Alias', '', 1960],
  ];
  const bytes = await workbook(rows, {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="List" r:id="rId1"/></sheets></workbook>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="[$-C09]mmm yy"/><numFmt numFmtId="166" formatCode="0.0&quot;y&quot;"/></numFmts><cellXfs><xf numFmtId="166"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
  });
  const { entries } = await readList(australiaXlsx, [file(bytes)]);
  expect(entries[0]?.birthDates).toEqual(['1961-02-17', '1961-02', '1960']);
});
