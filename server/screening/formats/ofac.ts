import { Readable } from 'node:stream';
import { failAt, type ListFile, rowError } from '../../datasets/file.ts';
import { type CsvRow, firstRow, readRows } from '../../datasets/rows.ts';
import type { ListEntry } from '../types.ts';
import { countOrphan, createEntryCheck, type ImportJob, type ListFormat } from './format.ts';
import { addSideRows, makeEntry, type SidePart, type SideRows } from './ofac-csv-entry.ts';
import { areConsolidated, OFAC_CONSOLIDATED, OFAC_SDN } from './ofac-facts.ts';

/**
 * OFAC's lists as CSV: `sdn.csv` or `cons_prim.csv`, and where given the aliases (`alt.csv`, `cons_alt.csv`), addresses
 * (`add.csv`, `cons_add.csv`) and the remarks' continuation over 1,000 characters (`sdn_comments.csv`,
 * `cons_comments.csv`). No header, `-0-` for null, closed by MS-DOS's end-of-file mark; the columns are those of OFAC's
 * data specification (dat_spec.txt). Which file is which is told by the number of columns, SDN and consolidated by the
 * programmes. The side files are held in memory, the main file streams.
 */
const PART_COLUMNS = { main: 12, address: 6, alias: 5, comment: 2 } as const;
type Part = keyof typeof PART_COLUMNS;
const PARTS = Object.keys(PART_COLUMNS) as Part[];

/** Of one entry in one side file; the most that one had of OFAC's was 95. */
const SIDE_ROWS_MAX = 5_000;

/** Of a row's start: number, name, type, and the programmes. */
const PROGRAMS_OF_ROWS = /^\d+,"(?:[^"]|"")*",[^,"]*(?:"[^"]*")?,"([^"]*)"/gm;

export const ofacSdnCsv = ofacCsv('ofac_csv', OFAC_SDN);
export const ofacConsolidatedCsv = ofacCsv('ofac_cons_csv', OFAC_CONSOLIDATED);

function ofacCsv(id: string, list: ListFormat['list']): ListFormat {
  return {
    id,
    list,
    recognises(files) {
      const parts = files.map(partOf);
      const main = files[parts.indexOf('main')];
      if (!main || parts.includes(null) || new Set(parts).size !== parts.length) return false;
      return isConsolidated(main) === (list === OFAC_CONSOLIDATED);
    },
    read,
  };
}

async function* read(files: readonly ListFile[], job: ImportJob): AsyncGenerator<ListEntry> {
  const sides = new Map<string, SideRows>();
  for (const file of files) {
    const part = partOf(file);
    if (part !== null && part !== 'main') await readSideFile(file, part, sides, job);
  }
  const main = files.find((file) => partOf(file) === 'main');
  if (main) yield* readMainFile(main, sides, job);
  for (const rows of sides.values()) countOrphans(rows, job);
}

async function* readMainFile(file: ListFile, sides: Map<string, SideRows>, job: ImportJob): AsyncGenerator<ListEntry> {
  const check = createEntryCheck();
  for await (const row of readMarkedRows(file)) {
    const fields = checkRow(file, row, PART_COLUMNS.main);
    const id = fields[0] ?? '';
    check(id, failAt(file, row.line));
    const rows = sides.get(id);
    const entry = makeEntry(file, { ...row, fields }, rows?.comment ?? []);
    if (rows) addSideRows(entry, rows);
    sides.delete(id);
    job.onRow();
    yield entry;
  }
}

async function readSideFile(
  file: ListFile,
  part: SidePart,
  sides: Map<string, SideRows>,
  job: ImportJob,
): Promise<void> {
  for await (const row of readMarkedRows(file)) {
    const [id = '', ...fields] = checkRow(file, row, PART_COLUMNS[part]);
    const rows = sides.get(id) ?? { alias: [], address: [], comment: [] };
    if (rows[part].length >= SIDE_ROWS_MAX) throw rowError(file, row.line, `the entry ${id} has too many rows.`);
    rows[part].push(fields);
    sides.set(id, rows);
    job.onRow();
  }
}

function countOrphans(rows: SideRows, { reading }: ImportJob): void {
  for (const part of PARTS) {
    if (part !== 'main') for (const _ of rows[part]) countOrphan(reading, part);
  }
}

function partOf(file: ListFile): Part | null {
  const row = firstRow(file);
  if (!/^\d+$/.test(row[0] ?? '')) return null;
  return PARTS.find((part) => PART_COLUMNS[part] === row.length) ?? null;
}

function isConsolidated({ head }: ListFile): boolean {
  return areConsolidated([...head.matchAll(PROGRAMS_OF_ROWS)].map(([, programs = '']) => programs.split('] [')));
}

function checkRow(file: ListFile, row: CsvRow, columns: number): string[] {
  if (row.fields.length !== columns) {
    throw rowError(file, row.line, `${columns} columns are needed, and there are ${row.fields.length}.`);
  }
  if (!/^\d+$/.test(row.fields[0] ?? '')) throw rowError(file, row.line, 'the first column is not a number.');
  return row.fields.map((field) => (field === '-0-' ? '' : field));
}

/** MS-DOS's end-of-file mark, the last byte of every CSV file that OFAC publishes. */
const END_MARK = 0x1a;
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The rows of one of OFAC's CSV files. Throws `list_invalid` as `readRows` does, and where the end mark is lacking: a
 * file that was cut off between two rows is told by that alone.
 */
async function* readMarkedRows(file: ListFile): AsyncGenerator<CsvRow> {
  const end = { byte: 0 };
  let line = 1;
  const open = (): Readable => Readable.from(watchEnd(file, end), { objectMode: false });
  for await (const row of readRows({ ...file, open })) {
    yield row;
    line = row.line;
  }
  if (end.byte === END_MARK) return;
  throw rowError(
    file,
    line,
    "the file ends here without OFAC's end mark (byte 1A): it was cut off, or changed by another program. Get the file again from its publisher.",
  );
}

async function* watchEnd(file: ListFile, end: { byte: number }): AsyncGenerator<Buffer> {
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    end.byte = chunk.findLast((byte) => !WHITE_SPACE.has(byte)) ?? end.byte;
    yield chunk;
  }
}
