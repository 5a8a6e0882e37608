import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { ImageEngine } from '../../models/ports.ts';
import type { SourceResult } from '../../server/authenticity/result.ts';
import { collectTrust, readTrustFile } from '../../server/authenticity/trust-files.ts';
import { type NamedFile, verifyFiles } from '../../server/commands/authenticity/verify-files.ts';
import { CorpusError } from './corpus.ts';

const FOLDER = 'authenticity';
const EXPECTED = 'expected.csv';
const NOT_JUDGED = 'not_judged';

const rows = z.array(
  z.object({
    path: z.string().min(1),
    kind: z.string().min(1),
    result: z.enum(['valid', 'invalid', 'signer_unknown', 'parsed', 'unsupported', NOT_JUDGED]),
    /** YYYY-MM-DD or a time: the moment of the check; empty: now. */
    at: z.string(),
  }),
);
type Row = z.infer<typeof rows>[number];

/** Kinds of rows whose files are trusted, unless the row says that they are wrong or not judged. */
const TRUSTED_KINDS: readonly string[] = [
  'anchor',
  'csca',
  'csca-master-list',
  'crl',
  'icao-ldif',
  'vds-signer',
  'iaca',
];
/** Rows of one of these kinds in one folder are one source: the files of a chip, or a mobile document with its issuers. */
const SETS: Readonly<Record<string, string>> = { 'pa-set': 'chip', mdoc: 'mdoc' };
/** A row that asks only whether a seal can be read is right as well where its signer is among the trusted ones. */
const READ_ALONE = 'idb';

export interface AuthenticityReport {
  right: number;
  wrong: number;
  /** Called `unsupported` although something else is expected. */
  unsupported: number;
  of: number;
  kinds: Record<string, { right: number; wrong: number; unsupported: number; of: number }>;
  /** Each row that is not right: `path: expected, found (reasons)`. */
  misses: string[];
}

/** The folder with `expected.csv`: `authenticity/` of the corpus at `root`, or `root` itself; null if it has none. */
export function authenticityFolder(root: string): string | null {
  return [join(root, FOLDER), root].find((folder) => existsSync(join(folder, EXPECTED))) ?? null;
}

/** Verifies every row of `expected.csv` as `custos authenticity verify` does, with the trust lists of the same corpus. Throws `CorpusError`. */
export async function measureAuthenticity(
  folder: string,
  image: Pick<ImageEngine, 'decodeJpeg2000'>,
): Promise<AuthenticityReport> {
  const all = readRows(folder);
  const read = ({ path }: Row): NamedFile => ({ path, bytes: readFileSync(join(folder, path)) });
  const trusted = all.filter(
    ({ kind, result }) => TRUSTED_KINDS.includes(kind) && ['valid', 'parsed'].includes(result),
  );
  const trustFiles = trusted.flatMap((row) => readTrustFile(read(row).bytes) ?? []);
  const trust = collectTrust(trustFiles);
  const report: AuthenticityReport = { right: 0, wrong: 0, unsupported: 0, of: 0, kinds: {}, misses: [] };
  for (const row of all) {
    if (row.result === NOT_JUDGED) continue;
    const files = (row.kind in SETS ? all.filter((other) => isSameSet(row, other)) : [row]).map(read);
    const options = { trust, atMs: momentOf(row), mdocAtMs: row.at === '' ? null : momentOf(row), image };
    if (row.kind === 'mdoc') {
      const own = files.flatMap(({ bytes }) => readTrustFile(bytes) ?? []);
      if (own.length > 0) options.trust = collectTrust([...trustFiles, ...own]);
    }
    const verified = await verifyFiles(files, options);
    const own = verified.find((one) => one.files.some(({ path }) => path === row.path));
    const source =
      row.kind in SETS && own?.kind !== SETS[row.kind] ? verified.find(({ kind }) => kind === SETS[row.kind]) : own;
    const { result, reasons } = source ?? own ?? { result: 'unsupported' as const, reasons: [] };
    count(report, row, result, reasons);
  }
  return report;
}

const isSameSet = (row: Row, other: Row): boolean =>
  other.kind === row.kind && dirname(other.path) === dirname(row.path) && other.result !== NOT_JUDGED;

function count(report: AuthenticityReport, row: Row, result: SourceResult, reasons: readonly string[]): void {
  const isRead = row.kind === READ_ALONE && row.result === 'parsed' && result === 'valid';
  const how = result === row.result || isRead ? 'right' : result === 'unsupported' ? 'unsupported' : 'wrong';
  const kind = report.kinds[row.kind] ?? { right: 0, wrong: 0, unsupported: 0, of: 0 };
  report.kinds[row.kind] = kind;
  for (const counts of [report, kind]) {
    counts[how] += 1;
    counts.of += 1;
  }
  if (how !== 'right') report.misses.push(`${row.path}: ${row.result}, found ${result} (${reasons.join(', ')})`);
}

function readRows(folder: string): Row[] {
  const path = join(folder, EXPECTED);
  const parsed = rows.safeParse(
    parse(readFileSync(path), { columns: true, skip_empty_lines: true, relax_column_count: true }),
  );
  if (!parsed.success) throw new CorpusError(`${path} is not a table of path, kind, result and at.`);
  for (const { path: file } of parsed.data) {
    if (!existsSync(join(folder, file))) throw new CorpusError(`${path} names ${file}, which is not there.`);
  }
  return parsed.data;
}

function momentOf({ at, path }: Row): number {
  if (at === '') return Date.now();
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) throw new CorpusError(`${path} has no date in "at".`);
  return moment;
}

/** Returns the lines of a table by kind, then the rows that are not right. */
export function authenticityTable({ kinds, misses, ...all }: AuthenticityReport): string[] {
  const line = (
    name: string,
    { right, wrong, unsupported, of }: Omit<AuthenticityReport, 'kinds' | 'misses'>,
  ): string => `| ${name} | ${right} | ${wrong} | ${unsupported} | ${of} |`;
  return [
    '| authenticity | right | wrong | unsupported | of |',
    '|---|---|---|---|---|',
    ...Object.entries(kinds).map(([name, counts]) => line(name, counts)),
    line('all', all),
    ...misses,
  ];
}
