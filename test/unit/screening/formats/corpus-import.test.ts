import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ColumnMap } from '../../../../server/datasets/file.ts';
import { inspectListFile } from '../../../../server/datasets/inspect.ts';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { activeVersions } from '../../../../server/screening/store/versions.ts';
import { inWholeRunAlone, isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { skipUnless } from '../../../support/skip.ts';
import { failureOf, openScreening } from '../setup.ts';

/** A folder that contains a folder `lists` of published files, gzipped or not. */
const CORPUS = process.env['CUSTOS_CORPUS'] ?? '';
const SEED = testSeed();
const CUTS = 3;
/** Larger files take seconds to read, so they are cut only once. */
const LARGE_BYTES = 10_000_000;
/** Some files were published after the tests' today. The tests of each format cover the files' own dates. */
const DATED = { publishedAt: '2025-06-01' };

const PARSED: ColumnMap = { name: 'Name', aliases: 'Alias', nationalities: 'Nationality', separator: 'comma' };
const POLITICIANS: ColumnMap = {
  id: 'id',
  name: 'name',
  aliases: 'aliases',
  genders: 'gender',
  birth_dates: 'birth',
  countries: 'country',
  roles: 'memberships',
  type: '=person',
  topics: '=pep',
};

interface Published {
  files: string[];
  entries: number;
  format: string;
  orphans?: Record<string, number>;
  columns?: ColumnMap;
  /** Whether each line is read separately, so that a cut between two lines is not noticeable. */
  lines?: true;
}

const SDN_SIDES = ['alt_2025-02.csv.gz', 'add_2025-02.csv.gz', 'sdn_comments_2025-02.csv.gz'];
const SDN_ORPHANS = { alias: 1_109, address: 1_852, comment: 1 };
const LISTS: Published[] = [
  { files: ['sdn_2024-05-03.csv.gz'], entries: 14_965, format: 'ofac_csv' },
  { files: ['sdn_2024-07-02.csv.gz', ...SDN_SIDES], entries: 15_443, format: 'ofac_csv', orphans: SDN_ORPHANS },
  { files: ['cons_prim.csv.gz', 'cons_alt.csv.gz', 'cons_add.csv.gz'], entries: 442, format: 'ofac_cons_csv' },
  { files: ['cons_2025-03-28.xml.gz'], entries: 443, format: 'ofac_cons_xml' },
  { files: ['sample_sdn_advanced.xml'], entries: 6, format: 'ofac_advanced' },
  { files: ['consolidated_2022-04.csv.gz'], entries: 14_160, format: 'us_csl_csv', lines: true },
  { files: ['un_consolidated_2025-05.xml.gz'], entries: 877, format: 'un_xml' },
  { files: ['un_consolidated_2026-08-01.xml.gz'], entries: 1_011, format: 'un_xml' },
  { files: ['sema_2025-05.xml.gz'], entries: 4_759, format: 'ca_sema_xml' },
  { files: ['dfat_2026-08.xlsx'], entries: 3_846, format: 'au_dfat_xlsx' },
  { files: ['FCDO_SL_2025-08-11.ods'], entries: 5_300, format: 'uk_sl_ods', orphans: { no_name: 2 } },
  { files: ['zala_entities.ftm.json.gz'], entries: 14, format: 'ftm_json', orphans: { not_listed: 3 }, lines: true },
  { files: ['parteispenden_entities.ftm.json.gz'], entries: 96, format: 'ftm_json', lines: true },
  { files: ['donations.ijson.gz'], entries: 95, format: 'ftm_json', lines: true },
  { files: ['eu_fsf_2025-05_parsed.csv.gz'], entries: 5_316, format: 'plain_csv', columns: PARSED, lines: true },
  {
    files: ['uk_ofsi_2025-05_parsed.csv.gz'],
    entries: 2_523,
    format: 'plain_csv',
    orphans: { no_name: 1 },
    columns: PARSED,
    lines: true,
  },
  {
    files: ['everypolitician_2015-11.ndjson.gz'],
    entries: 49_484,
    format: 'plain_json',
    columns: POLITICIANS,
    lines: true,
  },
];

function needs(names: readonly string[]): ReturnType<typeof skipUnless> {
  if (CORPUS === '') return skipUnless(false, 'CUSTOS_CORPUS names no folder of published lists');
  if (!isWholeRun()) return inWholeRunAlone('50 s');
  const lacking = names.filter((name) => !existsSync(join(CORPUS, 'lists', name)));
  return skipUnless(lacking.length === 0, `the folder of published lists lacks ${lacking.join(', ')}`);
}

async function bytesOf(name: string): Promise<Buffer> {
  const bytes = await readFile(join(CORPUS, 'lists', name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Copies that end too early, each with a name. */
function cutsOf(bytes: Buffer, list: Published, random: () => number): [what: string, cut: Buffer][] {
  const count = bytes.length > LARGE_BYTES ? 1 : CUTS;
  return Array.from({ length: count }, () => {
    const at = Math.floor(bytes.length * (0.2 + 0.79 * random()));
    // A cut ten bytes into a line is noticeable; a cut in the last field of a CSV row is not.
    const end = list.lines ? bytes.lastIndexOf('\n', at) + 10 : at;
    return [`cut at ${end} of ${bytes.length}`, bytes.subarray(0, end)];
  });
}

/** A copy with nonsense in its middle. */
function malformed(bytes: Buffer, name: string): Buffer {
  const at = bytes.indexOf(name.includes('.xml') ? '</' : '\n', bytes.length >> 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from('\n"x,<y'), bytes.subarray(at + 1)]);
}

describe.each(LISTS)('$files', (list) => {
  const [main = ''] = list.files;
  const isArchive = !/\.(?:csv|xml|n?d?json|ijson)(?:\.gz)?$/.test(main);

  test(`is imported with its counts; cut off or malformed (seed ${SEED}) it is refused and changes nothing`, {
    ...needs(list.files),
  }, async () => {
    using screening = openScreening();
    const options = { ...DATED, code: 'published', ...(list.columns ? { columns: list.columns } : {}) };
    const paths = list.files.map((name) => join(CORPUS, 'lists', name));
    const version = await screening.importList({ ...options, paths });
    expect(version).toMatchObject({ entries: list.entries, format: list.format, orphans: list.orphans ?? {} });
    expect(version.rowsSkipped).toBe(Object.values(list.orphans ?? {}).reduce((sum, count) => sum + count, 0));

    const hash = (): string => createHash('sha256').update(JSON.stringify(screening.entries())).digest('hex');
    const before = hash();
    const bytes = await bytesOf(main);
    const bad = cutsOf(bytes, list, seededRandom(SEED));
    if (!isArchive) bad.push(['malformed', malformed(bytes, main)]);
    const [where, why] = isArchive
      ? ['', 'the archive is damaged|the format is not supported']
      : [', line \\d+', '.{20}'];
    for (const [what, content] of bad) {
      const path = screening.write('bad', content);
      const failure = await failureOf(screening.importList({ ...options, paths: [path, ...paths.slice(1)] }));
      expect(failure, what).toMatch(new RegExp(`^list_invalid: bad${where}[^:]*: (?:${why})`));
    }
    expect(activeVersions(screening.db).map(({ id }) => id)).toEqual([version.id]);
    expect(hash()).toBe(before);
  });

  test('is taken by one form alone', needs(list.files), async () => {
    const files = await Promise.all(list.files.map((name) => inspectListFile(join(CORPUS, 'lists', name))));
    const forms = LIST_FORMATS.filter((format) => format.recognises(files, list.columns)).map(({ id }) => id);
    // Our plain format needs only the column `name`, and comes last.
    expect(forms.filter((id) => id === list.format || id !== 'plain_csv')).toEqual([list.format]);
  });
});

test('rows that are gone from the end of a list are noticed where its form tells nothing of them', {
  ...needs(['consolidated_2022-04.csv.gz']),
}, async () => {
  using screening = openScreening();
  const name = 'consolidated_2022-04.csv.gz';
  const { id } = await screening.importList({ ...DATED, paths: [join(CORPUS, 'lists', name)] });
  const bytes = await bytesOf(name);
  const path = screening.write('cut.csv', bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length >> 1) + 1));
  expect(await failureOf(screening.importList({ ...DATED, paths: [path] }))).toContain('it may be cut off');
  expect(activeVersions(screening.db).map((version) => version.id)).toEqual([id]);
});

describe.each([
  'delta_20240527194702-wnk.json',
  'delta_20240528014702-pfh.json',
  'delta_20240528074703-npf.json',
  'delta_20240528134729-3iv.json',
  'sample_300_statements.json.gz',
  'us_legislators_current.yaml.gz',
  'alt_2025-02.csv.gz',
  'add_2025-02.csv.gz',
  'manifest-all.csv',
])('%s', (name) => {
  test('is no list, and is refused with what to do', needs([name]), async () => {
    using screening = openScreening();
    const failure = await failureOf(screening.importList({ ...DATED, paths: [join(CORPUS, 'lists', name)] }));
    expect(failure).toMatch(new RegExp(`^list_invalid: ${name.replaceAll('.', '\\.')}.*: the format is not supported`));
    expect(failure.length).toBeGreaterThan(80);
    expect(activeVersions(screening.db)).toEqual([]);
  });
});
