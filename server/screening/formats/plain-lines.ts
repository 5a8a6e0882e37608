import { type ColumnMap, type ListFile, rowError } from '../../datasets/file.ts';
import { firstObject, isObject, readJsonLines } from '../../datasets/json-lines.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';
import type { ImportJob, ListFormat } from './format.ts';
import { joinReports } from './media.ts';
import { checkMapping, hasForm, key, layoutOf } from './plain-columns.ts';
import type { PlainRecord } from './plain-entry.ts';
import { jsonValues } from './plain-json.ts';
import { headerOf, type LinedRecord, makeEntries, splitValues } from './plain-records.ts';

/**
 * The plain form of `plain.ts` as objects, one on each line, with the same columns or through a mapping;
 * `plain-json.ts` says how values are written.
 */
export const plainJson: ListFormat = {
  id: 'plain_json',
  list: null,
  sizeBytesMax: LIMITS.listFileBytesMax,
  recognises: (files, columns) => isJsonForm(files, columns, false),
  async *read([file], job) {
    if (file) yield* makeEntries(file, readJsonRecords(file, job), job);
  },
};

/** The reports in the media of `adverseMediaCsv` as objects, one on each line. */
export const adverseMediaJson: ListFormat = {
  id: 'adverse_media_json',
  list: null,
  recognises: (files, columns) => isJsonForm(files, columns, true),
  async *read([file], job) {
    if (file) yield* joinReports(file, readJsonRecords(file, job), job);
  },
};

function isJsonForm([file, ...others]: readonly ListFile[], columns: ColumnMap | undefined, media: boolean): boolean {
  const first = file && others.length === 0 ? firstObject(file) : null;
  return first !== null && hasForm(layoutOf(columns), headerOf(Object.keys(first)), media);
}

async function* readJsonRecords(file: ListFile, { columns }: ImportJob): AsyncGenerator<LinedRecord> {
  const layout = layoutOf(columns);
  let isFirst = true;
  for await (const { value, line } of readJsonLines(file)) {
    const fields = new Map(Object.entries(value).map(([name, field]) => [key(name), field]));
    if (isFirst) checkMapping(file, columns, new Set(fields.keys()));
    isFirst = false;
    const record: PlainRecord = {
      values: (column) => {
        const constant = layout.constants.get(column);
        if (constant !== undefined) return splitValues(column, constant, layout.separator);
        return jsonValues(column, fields.get(layout.columns.get(column) ?? '') ?? null);
      },
      original: originalOf(fields),
      mapped: layout.mapped,
      fail: (reason) => {
        throw rowError(file, line, reason);
      },
    };
    yield { record, line };
  }
}

function originalOf(fields: ReadonlyMap<string, unknown>): ListEntry['original'] {
  const kept = [...fields].filter(([, value]) => value !== null && !isEmptyList(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, writeValue(value)]));
}

function writeValue(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map((part) => [writeValue(part)].flat().join(', '));
  if (isObject(value))
    return Object.values(value)
      .filter((part) => part !== null)
      .map(String)
      .join(', ');
  return String(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
