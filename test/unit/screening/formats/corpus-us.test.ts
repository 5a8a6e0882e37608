import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import type { ListFormat } from '../../../../server/screening/formats/format.ts';
import { inWholeRunAlone, isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { skipUnless } from '../../../support/skip.ts';
import { listFile, type ReadList, readList, refusalOf } from './list-file.ts';

/** A folder that contains a folder `lists` of published files, gzipped or not. */
const CORPUS = process.env['CUSTOS_CORPUS'] ?? '';
const SEED = testSeed();
const CUTS = 4;

function needs(...names: string[]): ReturnType<typeof skipUnless> {
  if (CORPUS === '') return skipUnless(false, 'CUSTOS_CORPUS names no folder of published lists');
  if (!isWholeRun()) return inWholeRunAlone('8 s');
  const lacking = names.filter((name) => !existsSync(join(CORPUS, 'lists', name)));
  return skipUnless(lacking.length === 0, `the folder of published lists lacks ${lacking.join(', ')}`);
}

async function bytesOf(name: string): Promise<Buffer> {
  const bytes = await readFile(join(CORPUS, 'lists', name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function filesOf(names: readonly string[]): Promise<ReturnType<typeof listFile>[]> {
  return Promise.all(names.map(async (name) => listFile(name.replace(/\.gz$/, ''), await bytesOf(name))));
}

async function recognise(names: readonly string[]): Promise<ListFormat | undefined> {
  const files = await filesOf(names);
  return LIST_FORMATS.find((format) => format.recognises(files));
}

async function read(format: ListFormat | undefined, names: readonly string[]): Promise<ReadList> {
  return readList(must(format, 'the form is known'), await filesOf(names));
}

/** The number of rows that begin with a number: OFAC's CSV has one row per line. */
function numberedLines(bytes: Buffer): number {
  return (bytes.toString('latin1').match(/^\d+,/gm) ?? []).length;
}

const SDN_SIDES = ['alt_2025-02.csv.gz', 'add_2025-02.csv.gz', 'sdn_comments_2025-02.csv.gz'];
const CONSOLIDATED = ['cons_prim.csv.gz', 'cons_alt.csv.gz', 'cons_add.csv.gz'];

describe.each([
  ['sdn_2024-05-03.csv.gz', 14_965],
  ['sdn_2024-07-02.csv.gz', 15_443],
])('%s', (name, rows) => {
  test('has as many entries as rows', needs(name), async () => {
    const format = await recognise([name]);
    expect(format?.list?.code).toBe('us_ofac_sdn');
    const list = await read(format, [name]);
    expect(numberedLines(await bytesOf(name))).toBe(rows);
    expect([list.entries.length, list.rows, list.reading.orphans]).toEqual([rows, rows, {}]);
    expect(list.entries.filter(({ type }) => type === 'person').length).toBe(
      ((await bytesOf(name)).toString('latin1').match(/,"individual",/g) ?? []).length,
    );
    // Every birth date that OFAC wrote is recognised.
    const written = list.entries.flatMap(({ original }) => String(original['remarks'] ?? '').match(/\bDOB /g) ?? []);
    const read_ = list.entries.flatMap(({ birthDates }) => birthDates);
    expect(read_.length).toBeGreaterThan(0.99 * written.length);
  });
});

test(
  'aliases and addresses of a later day are counted where their entry is not there',
  needs('sdn_2024-07-02.csv.gz', ...SDN_SIDES),
  async () => {
    const names = ['sdn_2024-07-02.csv.gz', ...SDN_SIDES];
    const { entries, rows, reading } = await read(await recognise(names), names);
    expect(entries.length).toBe(15_443);
    expect(reading.orphans).toEqual({ alias: 1_109, address: 1_852, comment: 1 });
    const ids = new Set(entries.map(({ sourceId }) => sourceId));
    const orphansOf = async (name: string): Promise<number> =>
      [...(await bytesOf(name)).toString('latin1').matchAll(/^(\d+),/gm)].filter(([, id]) => !ids.has(id ?? '')).length;
    expect(await Promise.all(SDN_SIDES.map(orphansOf))).toEqual([1_109, 1_852, 1]);
    const lines = await Promise.all(names.map(async (name) => numberedLines(await bytesOf(name))));
    expect(rows).toBe(lines.reduce((sum, count) => sum + count, 0));
  },
);

test(
  'the consolidated list as CSV is distinguished from the SDN list, and is complete',
  needs(...CONSOLIDATED),
  async () => {
    const format = await recognise(CONSOLIDATED);
    expect(format?.list?.code).toBe('us_ofac_cons');
    const { entries, reading } = await read(format, CONSOLIDATED);
    expect([entries.length, numberedLines(await bytesOf('cons_prim.csv.gz')), reading.orphans]).toEqual([442, 442, {}]);
  },
);

test('the consolidated list as XML has as many entries as it says', needs('cons_2025-03-28.xml.gz'), async () => {
  const name = 'cons_2025-03-28.xml.gz';
  const format = await recognise([name]);
  expect(format?.list?.code).toBe('us_ofac_cons');
  const { entries, reading } = await read(format, [name]);
  expect(reading).toEqual({ publishedAt: '2025-03-28', recordsDeclared: 443, orphans: {} });
  expect(entries.length).toBe(443);
});

test(
  'both forms of the consolidated list tell the same of the same entries',
  needs('cons_2025-03-28.xml.gz', ...CONSOLIDATED),
  async () => {
    const xml = await read(await recognise(['cons_2025-03-28.xml.gz']), ['cons_2025-03-28.xml.gz']);
    const csv = await read(await recognise(CONSOLIDATED), CONSOLIDATED);
    const byId = new Map(csv.entries.map((entry) => [entry.sourceId, entry]));
    const both = xml.entries
      .flatMap((entry) => [[entry, byId.get(entry.sourceId)] as const])
      .filter(([, other]) => other);
    const same = both.filter(
      ([a, b]) => a.names[0].name === b?.names[0].name && a.type === b.type && `${a.birthDates}` === `${b.birthDates}`,
    );
    expect(both.length).toBeGreaterThan(400);
    expect(same.length).toBeGreaterThan(0.98 * both.length);
  },
);

test('the Consolidated Screening List has as many entries as rows', needs('consolidated_2022-04.csv.gz'), async () => {
  const name = 'consolidated_2022-04.csv.gz';
  const format = await recognise([name]);
  expect(format?.list?.code).toBe('us_csl');
  const { entries } = await read(format, [name]);
  // A row begins with its id (a number, or a hash in hex) and the name of its list.
  const rows = (await bytesOf(name))
    .toString('utf8')
    .match(/^(?:\d+|[0-9a-f]{40}),"?[A-Z][^\n]*? - (?:Treasury|State|Bureau)/gm);
  expect([entries.length, rows?.length]).toEqual([14_160, 14_160]);
  expect(new Set(entries.map(({ sourceId }) => sourceId)).size).toBe(14_160);
  expect(new Set(entries.map(({ programs }) => programs[0])).size).toBe(13);
  expect(entries.every(({ topics }) => !topics.includes('other'))).toBe(true);
});

test('the advanced sample is read', needs('sample_sdn_advanced.xml'), async () => {
  const name = 'sample_sdn_advanced.xml';
  const format = await recognise([name]);
  expect(format?.list?.code).toBe('us_ofac_sdn');
  const { entries, reading } = await read(format, [name]);
  expect(entries.length).toBe(((await bytesOf(name)).toString().match(/<DistinctParty /g) ?? []).length);
  expect(reading.publishedAt).toBe('2026-03-23');
});

/** Main files in which every cut is noticed: OFAC's CSV by its end mark, XML by its end tags. */
const WHOLE = ['sdn_2024-07-02.csv.gz', 'cons_prim.csv.gz', 'cons_2025-03-28.xml.gz', 'sample_sdn_advanced.xml'];

describe.each(WHOLE)('%s', (name) => {
  test(`cut off anywhere (seed ${SEED}) or changed is refused with the line`, needs(name), async () => {
    const format = await recognise([name]);
    const bytes = await bytesOf(name);
    const random = seededRandom(SEED);
    const cuts = Array.from({ length: CUTS }, () => Math.floor(bytes.length * (0.3 + 0.69 * random())));
    cuts.push(bytes.lastIndexOf('\n', bytes.length >> 1) + 1, bytes.length - 12);
    for (const cut of cuts) {
      const refusal = await refusalOf(
        readList(must(format, 'the form is known'), [listFile('cut', bytes.subarray(0, cut))]),
      );
      expect(refusal, `cut at ${cut}`).toMatch(/^list_invalid: cut, line \d+: .{20}/);
    }
    const at = bytes.indexOf(name.includes('.csv') ? '\n' : '</', bytes.length >> 1);
    const broken = Buffer.concat([bytes.subarray(0, at), Buffer.from('\n"x,<y'), bytes.subarray(at)]);
    expect(await refusalOf(readList(must(format, 'the form is known'), [listFile('broken', broken)]))).toMatch(
      /^list_invalid: broken, line \d+: /,
    );
  });
});

test(
  'a row of the Consolidated Screening List that is cut off is refused; a cut between rows cannot be seen',
  needs('consolidated_2022-04.csv.gz'),
  async () => {
    const name = 'consolidated_2022-04.csv.gz';
    const format = must(await recognise([name]), 'the form is known');
    const bytes = await bytesOf(name);
    const end = bytes.lastIndexOf('\n', bytes.length >> 1) + 1;
    const refusal = await refusalOf(readList(format, [listFile('cut', bytes.subarray(0, end + 60))]));
    expect(refusal).toMatch(/^list_invalid: cut, line \d+: .{20}/);
    const { entries } = await readList(format, [listFile('cut', bytes.subarray(0, end))]);
    expect(entries.length).toBeGreaterThan(5_000);
  },
);
