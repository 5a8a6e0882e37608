import { expect, test } from 'vitest';
import { LIMITS } from '../../../../server/lib/limits.ts';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { passageOf } from '../../../../server/screening/formats/passage.ts';
import { adverseMediaCsv, plainCsv } from '../../../../server/screening/formats/plain.ts';
import { adverseMediaJson } from '../../../../server/screening/formats/plain-lines.ts';
import { listFile, readList, refusalOf } from './list-file.ts';

const csv = (text: string): ReturnType<typeof listFile> => listFile('reports.csv', text);
const read = async (text: string) => (await readList(adverseMediaCsv, [csv(text)])).entries;

test('a file is one of reports by its columns, and a plain list without them', () => {
  const formsOf = (text: string): string[] =>
    LIST_FORMATS.filter((format) => format.recognises([csv(text)])).map(({ id }) => id);
  expect(formsOf('source,Name,TEXT\n')).toEqual(['adverse_media_csv']);
  expect(formsOf('name,text\n')).toEqual(['plain_csv']);
  expect(formsOf('name,source\n')).toEqual(['plain_csv']);
  expect(formsOf('{"name":"x","text":"y","source":"z"}\n')).toEqual(['adverse_media_json']);
  expect(formsOf('{"name":"x","text":"y"}\n')).toEqual(['plain_json']);
});

test('a report is kept with its source, date, title, address and passage, its text nowhere else', async () => {
  const [entry] = await read(
    `name,type,birth_dates,countries,text,source,date,title,url,desk
Odo Fenwright,person,1970-01-02,MT,"Odo  Fenwright; was
fined.",The Quay,2024-03-01,Fined,https://quay.example/1,courts
`,
  );
  expect(entry).toMatchObject({
    type: 'person',
    birthDates: ['1970-01-02'],
    countries: ['MT'],
    topics: ['adverse_media'],
  });
  expect(entry?.media).toEqual([
    {
      source: 'The Quay',
      date: '2024-03-01',
      title: 'Fined',
      url: 'https://quay.example/1',
      passage: 'Odo Fenwright; was fined.',
    },
  ]);
  expect(entry?.original['desk']).toBe('courts');
  expect(Object.keys(entry?.original ?? {})).not.toContain('text');
});

const HEAD = 'id,name,birth_dates,text,source,date\n';

test('rows of one id, or of one name and birth date, make one entry, the newest report first', async () => {
  const entries = await read(
    `${HEAD},Odo Fenwright,1970,first,Herald,2020
7,Ada Thorn,,one,Herald,2021
,odo  fenwright,1970,second,Quay,2024-03-01
,Odo Fenwright,1971,another man,Quay,2024
7,Ada Thorn-Vale,1980,two,Quay,
`,
  );
  expect(
    entries.map(({ names, birthDates, media }) => [names[0].name, birthDates, media.map((one) => one.passage)]),
  ).toEqual([
    ['Odo Fenwright', ['1970'], ['second', 'first']],
    ['Ada Thorn', ['1980'], ['one', 'two']],
    ['Odo Fenwright', ['1971'], ['another man']],
  ]);
  expect(entries[1]?.names.map(({ name }) => name)).toEqual(['Ada Thorn', 'Ada Thorn-Vale']);
});

test('the order of the rows changes nothing of an entry, and the same report twice is one', async () => {
  const rows = ['1,Odo,,a,Quay,2020', '1,Odo,,b,Quay,2020', '1,Odo,,c,Herald,2022', '1,Odo,,a,Quay,2020'];
  const [one] = await read(HEAD + rows.map((row) => `${row}\n`).join(''));
  const [other] = await read(
    HEAD +
      rows
        .toReversed()
        .map((row) => `${row}\n`)
        .join(''),
  );
  expect(one?.media).toHaveLength(3);
  expect(other).toEqual(one);
});

test('what the file says of topics holds, and a mapping reads the columns of another', async () => {
  const mapping = { name: 'Person', text: 'Snippet', source: '=Court gazette', date: 'Day', topics: '=crime' };
  const file = csv('Person,Snippet,Day\nOdo,Odo was jailed.,3 March 2024\nAda,,later\n');
  expect(adverseMediaCsv.recognises([file], mapping)).toBe(true);
  const { entries } = await readList(adverseMediaCsv, [file], mapping);
  expect(entries).toMatchObject([
    { topics: ['crime'], media: [{ source: 'Court gazette', date: '2024-03-03', passage: 'Odo was jailed.' }] },
    { media: [{ source: 'Court gazette' }], original: { date: 'later' } },
  ]);
});

test('JSON lines are read alike', async () => {
  const objects = [
    { name: 'Odo', text: 'a', source: 'Quay', date: '2020', aliases: ['Otto'] },
    { name: 'Odo', text: 'b', source: 'Quay', date: 2021 },
  ];
  const file = listFile('reports.json', objects.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const { entries } = await readList(adverseMediaJson, [file]);
  expect(entries.map(({ media }) => media)).toEqual([
    [
      { source: 'Quay', date: '2021', passage: 'b' },
      { source: 'Quay', date: '2020', passage: 'a' },
    ],
  ]);
});

const long = (chars: number): string => 'x'.repeat(chars);

test.each([
  ['no text', '1,Odo,,,Quay,2020', 'line 2: the text is missing.'],
  ['no source', '1,Odo,,a,,2020', 'line 2: the source is missing.'],
  ['no name', '1,,,a,Quay,2020', 'line 2: the name is missing.'],
  ['another form of date', '1,Odo,,a,Quay,03/04/2020', 'line 2: the date does not have the form YYYY'],
  [
    'a text above the limit',
    `1,Odo,,${long(LIMITS.mediaTextCharsMax + 1)},Quay,2020`,
    'line 2: the text has more than 100000',
  ],
  [
    'a source above the limit',
    `1,Odo,,a,${long(LIMITS.mediaLabelCharsMax + 1)},2020`,
    'line 2: the source has more than',
  ],
])('%s is refused with the line and the column', async (_, row, reason) => {
  expect(await refusalOf(read(`${HEAD}${row}\n`))).toContain(reason);
});

test('an address of another kind, two types of one id and too many reports are refused', async () => {
  expect(await refusalOf(read('name,text,source,url\nOdo,a,Quay,javascript:alert(1)\n'))).toContain(
    'line 2: the url is not a web address',
  );
  expect(await refusalOf(read('id,name,type,text,source\n1,Odo,person,a,Quay\n1,Odo,vessel,b,Quay\n'))).toContain(
    'line 3: the type is vessel, and person in another row with this id.',
  );
  const rows = Array.from({ length: LIMITS.mediaOfEntryMax + 1 }, (_, at) => `1,Odo,,report ${at},Quay,2020\n`);
  expect(await refusalOf(read(HEAD + rows.join('')))).toContain('more than 1000 reports on this entry');
});

test('a mapping of a report without its text and source is refused', async () => {
  const reading = readList(plainCsv, [csv('name,day\nOdo,2020\n')], { name: 'name', date: 'day' });
  expect(await refusalOf(reading)).toContain('"date" is mapped, so you must also map "text" and "source".');
});

test('of a long text the part around the name is kept, by whole words', () => {
  const fog = 'fog over the harbour '.repeat(200);
  const passage = passageOf(`${fog}The court fined José Núñez-Ortega on Monday. ${fog}`, ['JOSE NUNEZ-ORTEGA']);
  expect(passage).toContain('The court fined José Núñez-Ortega on Monday.');
  expect(passage.length).toBeLessThanOrEqual(LIMITS.mediaPassageCharsMax);
  expect(passage).toMatch(/^…(?:fog|over|the|harbour) .* (?:fog|over|the|harbour)…$/);
});

test('an alias or a part of the name shows the place too; without any the start is kept', () => {
  const fog = 'fog '.repeat(600);
  expect(passageOf(`${fog}The Heron fled. ${fog}`, ['Odo Fenwright', 'The Heron'])).toContain('The Heron fled.');
  expect(passageOf(`${fog}Mr Fenwright fled. ${fog}`, ['FENWRIGHT, Odo'])).toContain('Mr Fenwright fled.');
  expect(passageOf(`At first. ${fog}`, ['Odo Fenwright'])).toMatch(/^At first\. .*…$/);
  expect(passageOf(` short\n text `, ['Odo'])).toBe('short text');
});

test('a text without spaces is cut between characters, never within one', () => {
  const passage = passageOf(`${'😀'.repeat(900)}王小明${'😀'.repeat(900)}`, ['王小明']);
  expect(passage).toContain('王小明');
  expect(passage.isWellFormed()).toBe(true);
  expect(passage.length).toBeLessThanOrEqual(LIMITS.mediaPassageCharsMax);
});
