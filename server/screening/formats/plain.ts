import { type ColumnMap, type ListFile, rowError } from '../../datasets/file.ts';
import { firstObject } from '../../datasets/json-lines.ts';
import { type CsvRow, firstRow, readRows } from '../../datasets/rows.ts';
import { LIMITS } from '../../lib/limits.ts';
import { type ImportJob, oneFile } from './format.ts';
import { joinReports } from './media.ts';
import { checkMapping, hasForm, layoutOf, type PlainColumn, type PlainLayout } from './plain-columns.ts';
import type { PlainRecord } from './plain-entry.ts';
import { headerOf, type LinedRecord, makeEntries, splitValues } from './plain-records.ts';

/**
 * Our own plain format, for an institution's own lists: one CSV file, comma separated, UTF-8 or Latin-1, with a header.
 * Columns may be in any order. Only `name` is required. Other columns are kept and not searched.
 *
 * | column | content |
 * |---|---|
 * | `id` | the publisher's own number, unique in the file |
 * | `name` | the primary name |
 * | `type` | `person`, `entity`, `vessel`, `aircraft` (or `individual`, `company`, `ship`, ...); empty: unknown |
 * | `aliases`, `weak_aliases`, `former_names` | other names |
 * | `birth_dates` | `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `1961~` (about), `1961/1963` (between) |
 * | `birth_places` | as written |
 * | `genders` | `male`, `female` |
 * | `nationalities`, `countries` | ISO 3166-1 codes or English names; `countries`: residence, registration, flag |
 * | `identifiers` | numbers, or `kind:number`, or `kind/country:number` |
 * | `addresses` | on one line, with a bar and the country at the end: `1 Quay Road, Valletta\|MT` |
 * | `roles` | `title\|country\|from\|until\|level`; levels: `national`, `regional`, `local`, `international` |
 * | `relations` | `kind\|name\|id` |
 * | `media` | `source\|date\|title` |
 * | `programs` | as written |
 * | `topics` | `sanction`, `pep`, `relative_or_associate`, `crime`, `adverse_media`, `export_control`, `debarment`, `other` |
 * | `listed_at` | `YYYY-MM-DD` |
 * | `remarks` | free text |
 *
 * Several values of one column are separated by `;`. A file with other columns is read through a mapping from our columns to its columns: `{name:
 * 'Name', aliases: 'Alias', separator: 'comma'}` (the separator itself, or `comma`, `semicolon`, `bar`, `newline`). `=value` is a value that every
 * entry has (`{topics: '=pep'}`). A value of a mapped file that cannot be read is kept for a reader, not refused.
 */
export const plainCsv = oneFile({
  id: 'plain_csv',
  list: null,
  sizeBytesMax: LIMITS.listFileBytesMax,
  recognises: (file, columns) => isCsvForm(file, columns, false),
  read: (file, job) => makeEntries(file, readCsvRecords(file, job), job),
});

/**
 * An institution's own media reports, in a file like the one above. `name`, `text` and `source` are required, and distinguish
 * it from a plain list. Columns in addition to those of a plain list:
 *
 * | column | content |
 * |---|---|
 * | `text` | the report; of a long text the part around the name is kept (`passage.ts`) |
 * | `source` | the newspaper, the agency |
 * | `date` | `YYYY`, `YYYY-MM`, `YYYY-MM-DD` |
 * | `title` | the report's title |
 * | `url` | its page, `http` or `https` |
 *
 * Each row is one report. Rows with the same `id` make one entry. Without ids, rows with the same name, type and birth dates do (`media.ts`).
 */
export const adverseMediaCsv = oneFile({
  id: 'adverse_media_csv',
  list: null,
  recognises: (file, columns) => isCsvForm(file, columns, true),
  read: (file, job) => joinReports(file, readCsvRecords(file, job), job),
});

function isCsvForm(file: ListFile, columns: ColumnMap | undefined, media: boolean): boolean {
  if (firstObject(file)) return false;
  return hasForm(layoutOf(columns), headerOf(firstRow(file)), media);
}

async function* readCsvRecords(file: ListFile, { columns }: ImportJob): AsyncGenerator<LinedRecord> {
  const layout = layoutOf(columns);
  let header: Map<string, number> | null = null;
  for await (const row of readRows(file)) {
    if (header) {
      yield { record: csvRecord(file, row, header, layout), line: row.line };
    } else {
      header = headerOf(row.fields);
      checkMapping(file, columns, new Set(header.keys()));
    }
  }
}

function csvRecord(file: ListFile, row: CsvRow, header: ReadonlyMap<string, number>, layout: PlainLayout): PlainRecord {
  if (row.fields.length !== header.size) {
    throw rowError(file, row.line, `${header.size} columns are required, and there are ${row.fields.length}.`);
  }
  const value = (column: string): string => row.fields[header.get(column) ?? -1] ?? '';
  return {
    values: (column) => splitValues(column, textOf(column, layout, value), layout.separator),
    original: Object.fromEntries([...header.keys()].map((column) => [column, value(column)])),
    mapped: layout.mapped,
    fail: (reason) => {
      throw rowError(file, row.line, reason);
    },
  };
}

function textOf(column: PlainColumn, layout: PlainLayout, value: (column: string) => string): string {
  const theirs = layout.columns.get(column);
  return layout.constants.get(column) ?? (theirs === undefined ? '' : value(theirs));
}
