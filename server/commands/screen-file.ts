import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { ScreeningResultAnswer } from '../contract/screenings.ts';
import { writeCsvRow } from '../lib/csv.ts';
import { AppError, type ErrorItem } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type CommandIo, invalidCommand } from './io.ts';

/** Screens one query. The result of an invalid query holds its `errors`. */
export type Screen = (query: object) => ScreeningResultAnswer;

const COLUMNS = [
  'row',
  'passed',
  'score',
  'strength',
  'entity_id',
  'entity',
  'type',
  'list',
  'version',
  'matched_name',
  'error',
];

/** The columns that identify the subject; at least one is required. */
const SUBJECT_COLUMNS = ['name', 'first_name', 'last_name', 'identifier'];
const COLUMNS_READ = [...SUBJECT_COLUMNS, 'dob', 'gender', 'country', 'nationality', 'type', 'address'];

/**
 * Prints one line for each hit, and one for each row without a hit; with `--json` one JSON object for each row. An invalid row prints its errors,
 * and the others are still screened. Returns 1 if there was one, so nobody takes the whole file for screened.
 */
export async function screenFile(screen: Screen, path: string, json: boolean, io: CommandIo): Promise<number> {
  if (!json) io.out(writeCsvRow(COLUMNS));
  let row = 0;
  let refused = 0;
  let sliceStartMs = performance.now();
  for await (const query of readQueries(path, io)) {
    row += 1;
    const result = screen(query);
    if (result.errors) refused += 1;
    if (json) io.out(`${JSON.stringify({ row, ...result })}\n`);
    else for (const line of rowsOf(row, result)) io.out(writeCsvRow(line));
    if (performance.now() - sliceStartMs < LIMITS.screeningSliceMs) continue;
    await new Promise(setImmediate);
    sliceStartMs = performance.now();
  }
  // Nobody must take an incomplete file for names that are on no list.
  if (row === 0) throw invalidCommand('The file has no rows below its header, so nothing was screened.');
  if (refused > 0) io.err(`${refused} of ${row} rows are not valid and were not screened. See their errors.\n`);
  return refused > 0 ? 1 : 0;
}

export const faultsOf = (errors: readonly ErrorItem[]): string => errors.map(({ message }) => message).join(' ');

function rowsOf(row: number, { passed, hits, errors = [] }: ScreeningResultAnswer): (string | number)[][] {
  const said = passed === null ? '' : String(passed);
  if (hits.length === 0) {
    return [[row, said, ...Array.from({ length: COLUMNS.length - 3 }, () => ''), faultsOf(errors)]];
  }
  return hits.map(({ score, strength, entity, list, matched_name }) => {
    const found = [entity.id, entity.name, entity.type, list.code, list.version, matched_name];
    return [row, said, score, strength, ...found, ''];
  });
}

async function* readQueries(path: string, io: CommandIo): AsyncGenerator<object> {
  const rows = createReadStream(path)
    .on('error', (error) => rows.destroy(error))
    .pipe(parse({ columns: (header) => readHeader(header, io), bom: true, trim: true, skip_empty_lines: true }));
  try {
    for await (const row of rows as AsyncIterable<Record<string, string>>) yield queryOf(row);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Error && 'syscall' in cause) {
      throw invalidCommand('The file cannot be opened. Check its path and permissions.', cause);
    }
    throw invalidCommand('The file is not a CSV file with a readable header. Check the file.', cause);
  }
}

/** Reads the header. Throws `invalid_command` if no column identifies the subject; prints which columns are not used. */
function readHeader(header: string[], io: CommandIo): string[] {
  const unused = header.filter((column) => !COLUMNS_READ.includes(column));
  if (header.some((column) => SUBJECT_COLUMNS.includes(column))) {
    if (unused.length > 0) io.err(`These columns are not used: ${unused.join(', ')}.\n`);
    return header;
  }
  throw invalidCommand(
    `The first line of the file must contain comma-separated column names, including one of: ${SUBJECT_COLUMNS.join(', ')}.`,
  );
}

function queryOf({ country, identifier, ...row }: Record<string, string>): object {
  const given = Object.entries(row).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(given),
    ...(country ? { countries: [country] } : {}),
    ...(identifier ? { identifiers: [{ value: identifier }] } : {}),
  };
}
