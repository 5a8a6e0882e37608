import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { ScreeningResultAnswer } from '../api/contract/screenings.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { writeCsvRow } from './csv.ts';
import type { CommandIo } from './io.ts';

/** Screens one query; `where` names it in an error. */
export type Screen = (query: object, where: string) => ScreeningResultAnswer;

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
];

/** One line for each hit, and one for each row without any; with `--json` one JSON object for each row. */
export async function screenFile(screen: Screen, path: string, json: boolean, io: CommandIo): Promise<void> {
  if (!json) io.out(writeCsvRow(COLUMNS));
  let row = 0;
  let sliceStartMs = performance.now();
  for await (const query of readQueries(path)) {
    row += 1;
    const result = screen(query, `Row ${row}`);
    if (json) io.out(`${JSON.stringify({ row, ...result })}\n`);
    else for (const line of rowsOf(row, result)) io.out(writeCsvRow(line));
    if (performance.now() - sliceStartMs < LIMITS.screeningSliceMs) continue;
    await new Promise(setImmediate);
    sliceStartMs = performance.now();
  }
}

function rowsOf(row: number, { passed, hits }: ScreeningResultAnswer): (string | number)[][] {
  const said = passed === null ? '' : String(passed);
  if (hits.length === 0) return [[row, said, ...Array.from({ length: COLUMNS.length - 2 }, () => '')]];
  return hits.map(({ score, strength, entity, list, matched_name }) => {
    const found = [entity.id, entity.name, entity.type, list.code, list.version, matched_name];
    return [row, said, score, strength, ...found];
  });
}

async function* readQueries(path: string): AsyncGenerator<object> {
  const rows = createReadStream(path)
    .on('error', (error) => rows.destroy(error))
    .pipe(parse({ columns: true, bom: true, trim: true, skip_empty_lines: true }));
  try {
    for await (const row of rows as AsyncIterable<Record<string, string>>) yield queryOf(row);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid_command', 'The file is no CSV file with a header that can be read. Check it.', cause);
  }
}

function queryOf({ country, identifier, ...row }: Record<string, string>): object {
  const given = Object.entries(row).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(given),
    ...(country ? { countries: [country] } : {}),
    ...(identifier ? { identifiers: [{ value: identifier }] } : {}),
  };
}
