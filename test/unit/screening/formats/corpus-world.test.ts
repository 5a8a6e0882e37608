import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ColumnMap } from '../../../../server/datasets/file.ts';
import { must } from '../../../../server/lib/assert.ts';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import type { ListFormat } from '../../../../server/screening/formats/format.ts';
import type { ListEntry } from '../../../../server/screening/types.ts';
import { inWholeRunAlone, isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { skipUnless } from '../../../support/skip.ts';
import { listFile, type ReadList, readList, refusalOf } from './list-file.ts';

/** A folder that contains a folder `lists` of published files, gzipped or not. */
const CORPUS = process.env['CUSTOS_CORPUS'] ?? '';
const SEED = testSeed();
const CUTS = 4;
/** Larger files take seconds to read, so they are cut only once. */
const LARGE_BYTES = 10_000_000;

function needs(name: string): ReturnType<typeof skipUnless> {
  if (CORPUS === '') return skipUnless(false, 'CUSTOS_CORPUS names no folder of published lists');
  if (!isWholeRun()) return inWholeRunAlone('15 s');
  return skipUnless(existsSync(join(CORPUS, 'lists', name)), `the folder of published lists lacks ${name}`);
}

async function bytesOf(name: string): Promise<Buffer> {
  const bytes = await readFile(join(CORPUS, 'lists', name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function textOf(name: string): Promise<string> {
  return (await bytesOf(name)).toString('utf8');
}

async function recognise(name: string, columns?: ColumnMap): Promise<ListFormat> {
  const file = listFile(name, await bytesOf(name));
  return must(
    LIST_FORMATS.find((format) => format.recognises([file], columns)),
    'the form is known',
  );
}

async function read(name: string, columns?: ColumnMap): Promise<ReadList & { format: string }> {
  const format = await recognise(name, columns);
  return { ...(await readList(format, [listFile(name, await bytesOf(name))], columns)), format: format.id };
}

const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;
const ofType = (entries: ListEntry[], type: ListEntry['type']): number =>
  entries.filter((entry) => entry.type === type).length;
const all = <K extends 'names' | 'birthDates' | 'identifiers' | 'nationalities'>(
  entries: ListEntry[],
  key: K,
): number => entries.reduce((sum, entry) => sum + entry[key].length, 0);

describe.each([
  ['un_consolidated_2026-08-01.xml.gz', 1_011, '2026-08-01'],
  ['un_consolidated_2025-05.xml.gz', 877, '2025-04-19'],
])('%s', (name, entries, publishedAt) => {
  test('has as many entries, weak names and numbers as it has elements', needs(name), async () => {
    const [text, list] = [await textOf(name), await read(name)];
    expect([list.format, list.reading]).toEqual(['un_xml', { publishedAt, recordsDeclared: null, orphans: {} }]);
    expect([list.entries.length, list.rows, count(text, /<DATAID>/g)]).toEqual([entries, entries, entries]);
    expect(ofType(list.entries, 'person')).toBe(count(text, /<INDIVIDUAL>/g));
    expect(list.entries.every(({ listedAt, programs }) => listedAt !== null && programs.length === 1)).toBe(true);
    expect(new Set(list.entries.map(({ original }) => original['reference_number'])).size).toBe(entries);
    const years = count(text, /<(?:YEAR|DATE|FROM_YEAR)>\d/g);
    expect(all(list.entries, 'birthDates')).toBeGreaterThan(0.97 * years);
    // A few passports are named twice, in two languages.
    const numbers = count(text, /<NUMBER>\s*[^\s<]/g);
    expect(all(list.entries, 'identifiers')).toBeGreaterThan(0.98 * numbers);
    expect(all(list.entries, 'identifiers')).toBeLessThanOrEqual(numbers);
    const weak = list.entries.flatMap(({ names }) => names.filter(({ quality }) => quality === 'weak'));
    expect(weak.length).toBeGreaterThan(0.99 * count(text, /<QUALITY>Low</g));
    const unknown = list.entries.flatMap(({ countries }) => countries).filter((code) => !/^[A-Z]{2}$/.test(code));
    expect(unknown.length).toBeLessThan(0.01 * list.entries.length);
  });
});

test('Canada has as many entries as records', needs('sema_2025-05.xml.gz'), async () => {
  const [text, list] = [await textOf('sema_2025-05.xml.gz'), await read('sema_2025-05.xml.gz')];
  expect([list.format, list.reading.orphans]).toEqual(['ca_sema_xml', {}]);
  expect([list.entries.length, count(text, /<record>/g)]).toEqual([4_759, 4_759]);
  expect(ofType(list.entries, 'person')).toBe(count(text, /<LastName>/g));
  expect(ofType(list.entries, 'vessel')).toBe(count(text, /<ShipIMONumber>/g));
  expect(list.entries.filter(({ listedAt }) => listedAt !== null).length).toBe(count(text, /<DateOfListing>/g));
});

/** The reference numbers of the sheet, counted in its XML without the reader under test. */
async function referencesOf(name: string): Promise<string[]> {
  const { fromBufferPromise } = await import('yauzl');
  const archive = await fromBufferPromise(await bytesOf(name), { lazyEntries: true });
  const texts = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    texts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  const strings = [...(texts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    [...(item ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(''),
  );
  const cells = (texts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="A\d+"([^>]*)><v>(\d+)<\/v>/g);
  return [...cells]
    .slice(1)
    .map(([, attributes, value]) => (/t="s"/.test(attributes ?? '') ? (strings[Number(value)] ?? '') : (value ?? '')));
}

test(
  'Australia has as many entries as references without a letter, and as many names as rows',
  needs('dfat_2026-08.xlsx'),
  async () => {
    const name = 'dfat_2026-08.xlsx';
    const [references, list] = [await referencesOf(name), await read(name)];
    const numbers = new Set(references.map((reference) => reference.replace(/[a-z]+$/, '')));
    expect([list.format, list.reading]).toEqual([
      'au_dfat_xlsx',
      { publishedAt: '2026-07-23', recordsDeclared: null, orphans: {} },
    ]);
    expect([list.entries.length, numbers.size, references.filter((text) => /^\d+$/.test(text)).length]).toEqual([
      3_846, 3_846, 3_846,
    ]);
    expect([list.rows, references.length]).toEqual([11_068, 11_068]);
    // A few names occur twice under one reference.
    expect(all(list.entries, 'names')).toBeGreaterThan(0.99 * references.length);
    expect(list.entries.filter(({ original }) => 'date_of_birth' in original).length).toBeLessThan(3);
  },
);

test(
  'the UK spreadsheet has as many entries as numbers, but for those without a name',
  needs('FCDO_SL_2025-08-11.ods'),
  async () => {
    const list = await read('FCDO_SL_2025-08-11.ods');
    expect([list.format, list.rows, list.entries.length, list.reading.orphans]).toEqual([
      'uk_sl_ods',
      5_302,
      5_300,
      { no_name: 2 },
    ]);
    expect([ofType(list.entries, 'entity'), ofType(list.entries, 'vessel')]).toEqual([1_087, 461]);
    expect(list.entries.every(({ listedAt }) => listedAt !== null)).toBe(true);
  },
);

interface Line {
  schema: string;
  target?: boolean;
}

describe.each([
  ['zala_entities.ftm.json.gz', 14],
  ['parteispenden_entities.ftm.json.gz', 96],
  ['donations.ijson.gz', 95],
])('%s', (name, targets) => {
  test('has as many entries as it has targets', needs(name), async () => {
    const lines = (await textOf(name))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const things = lines.filter(({ schema }) => ['Person', 'Company', 'Organization'].includes(schema));
    const list = await read(name);
    expect(list.format).toBe('ftm_json');
    expect([list.entries.length, things.filter(({ target }) => target !== false).length]).toEqual([targets, targets]);
    expect(list.rows).toBe(lines.length);
    expect(list.reading.orphans['not_listed'] ?? 0).toBe(things.length - targets);
  });
});

/** Lists that others made from the published ones, with their own columns. */
describe.each<[string, ColumnMap, string, number, number]>([
  [
    'eu_fsf_2025-05_parsed.csv.gz',
    {
      name: 'Name',
      aliases: 'Alias',
      nationalities: 'Nationality',
      type: 'Designation',
      separator: ',',
      topics: '=sanction',
    },
    'plain_csv',
    5_316,
    0,
  ],
  [
    'uk_ofsi_2025-05_parsed.csv.gz',
    {
      name: 'Name',
      aliases: 'Alias',
      nationalities: 'Nationality',
      programs: 'Sanction Type',
      separator: ',',
      topics: '=sanction',
    },
    'plain_csv',
    2_523,
    1,
  ],
  [
    'everypolitician_2015-11.ndjson.gz',
    {
      id: 'id',
      name: 'name',
      aliases: 'aliases',
      genders: 'gender',
      birth_dates: 'birth',
      countries: 'country',
      identifiers: 'ids',
      roles: 'memberships',
      type: '=person',
      topics: '=pep',
    },
    'plain_json',
    49_484,
    0,
  ],
])('%s', (name, columns, format, entries, nameless) => {
  test('goes in through a mapping', needs(name), async () => {
    const list = await read(name, columns);
    expect([list.format, list.entries.length, list.reading.orphans['no_name'] ?? 0]).toEqual([
      format,
      entries,
      nameless,
    ]);
    // Each of these files has one record per line.
    const lines = (await textOf(name)).trim().split('\n').length;
    expect(list.rows).toBe(format === 'plain_csv' ? lines - 1 : lines);
  });
});

describe.each([
  'delta_20240527194702-wnk.json',
  'delta_20240528074703-npf.json',
  'sample_300_statements.json.gz',
  'us_legislators_current.yaml.gz',
])('%s', (name) => {
  test('is refused with what to do', needs(name), async () => {
    const refusal = await refusalOf(readList(await recognise(name), [listFile(name, await bytesOf(name))]));
    expect(refusal).toContain(`${name}: the format is not supported: `);
  });
});

describe.each([
  'un_consolidated_2026-08-01.xml.gz',
  'sema_2025-05.xml.gz',
  'zala_entities.ftm.json.gz',
  'parteispenden_entities.ftm.json.gz',
  'eu_fsf_2025-05_parsed.csv.gz',
  'everypolitician_2015-11.ndjson.gz',
])('%s', (name) => {
  test(`cut off (seed ${SEED}) or changed is refused with the line`, needs(name), async () => {
    const format = await recognise(name);
    const bytes = await bytesOf(name);
    const random = seededRandom(SEED);
    const cuts = bytes.length > LARGE_BYTES ? 1 : CUTS;
    for (let cut = 0; cut < cuts; cut += 1) {
      const at = Math.floor(bytes.length * (0.3 + 0.69 * random()));
      // A cut between two lines or in a CSV row's last field is not noticeable; ten bytes into a line it is.
      const end = name.includes('.xml') ? at : bytes.lastIndexOf('\n', at) + 10;
      const refusal = await refusalOf(readList(format, [listFile('cut', bytes.subarray(0, end))]));
      expect(refusal, `cut at ${end}`).toMatch(/^list_invalid: cut, line \d+: .{20}/);
    }
    const at = bytes.indexOf(name.includes('.xml') ? '</' : '\n', bytes.length >> 1);
    const broken = Buffer.concat([bytes.subarray(0, at), Buffer.from('\n"x,<y'), bytes.subarray(at)]);
    const refusal = await refusalOf(readList(format, [listFile('broken', broken)]));
    expect(refusal).toMatch(/^list_invalid: broken, line \d+: /);
  });
});

describe.each(['dfat_2026-08.xlsx', 'FCDO_SL_2025-08-11.ods'])('%s', (name) => {
  test(`cut off or changed anywhere (seed ${SEED}) is refused`, needs(name), async () => {
    const format = await recognise(name);
    const bytes = await bytesOf(name);
    const random = seededRandom(SEED);
    const cut = bytes.subarray(0, Math.floor(bytes.length * (0.3 + 0.69 * random())));
    expect(await refusalOf(readList(format, [listFile('cut', cut)]))).toContain('the archive is damaged or cut off');
    const changed = Buffer.from(bytes);
    // Within the sheet, which makes up most of the archive.
    const at = Math.floor(bytes.length * (0.3 + 0.4 * random()));
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    expect(await refusalOf(readList(format, [listFile('changed', changed)]))).toMatch(/^list_invalid: changed/);
  });
});
