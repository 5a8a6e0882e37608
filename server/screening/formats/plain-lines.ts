import { type ColumnMap, type ListFile, rowError } from '../../datasets/file.ts';
import { firstObject, isObject, type JsonObject, readJsonLines, textsOf } from '../../datasets/json-lines.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';
import { type ImportJob, oneFile } from './format.ts';
import { joinReports } from './media.ts';
import { checkMapping, hasForm, key, layoutOf, type PlainColumn } from './plain-columns.ts';
import type { PlainRecord } from './plain-entry.ts';
import { headerOf, type LinedRecord, makeEntries, splitValues } from './plain-records.ts';

/**
 * The plain format of `plain.ts` as objects, one per line, with the same columns or through a mapping. `PARTS` defines how
 * objects in them are written.
 */
export const plainJson = oneFile({
  id: 'plain_json',
  list: null,
  sizeBytesMax: LIMITS.listFileBytesMax,
  recognises: (file, columns) => isJsonForm(file, columns, false),
  read: (file, job) => makeEntries(file, readJsonRecords(file, job), job),
});

/** The media reports of `adverseMediaCsv` as objects, one per line. */
export const adverseMediaJson = oneFile({
  id: 'adverse_media_json',
  list: null,
  recognises: (file, columns) => isJsonForm(file, columns, true),
  read: (file, job) => joinReports(file, readJsonRecords(file, job), job),
});

function isJsonForm(file: ListFile, columns: ColumnMap | undefined, media: boolean): boolean {
  const first = firstObject(file);
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
  const kept = [...fields].filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
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

/** How an object in one of our columns becomes the text that `plain.ts` describes: its keys, in order. */
const PARTS: Partial<Record<PlainColumn, { keys: string[][]; between: string }>> = {
  aliases: { keys: [['name']], between: '' },
  weak_aliases: { keys: [['name']], between: '' },
  former_names: { keys: [['name']], between: '' },
  identifiers: {
    keys: [
      ['scheme', 'kind', 'type'],
      ['id', 'value', 'number'],
    ],
    between: ':',
  },
  addresses: { keys: [['full', 'text', 'address'], ['country']], between: '|' },
  roles: {
    keys: [['title', 'role'], ['country'], ['start', 'from', 'start_date'], ['end', 'until', 'end_date'], ['level']],
    between: '|',
  },
  relations: { keys: [['kind', 'relationship'], ['name'], ['id']], between: '|' },
  media: { keys: [['source', 'publisher'], ['date'], ['title']], between: '|' },
};
/** The body in which a role is held. */
const BODIES = ['org', 'organization', 'organisation'];

/** Returns the values of a column: texts, numbers, lists of them, or objects with the keys above. */
function jsonValues(column: PlainColumn, value: unknown): string[] {
  return [value].flat().flatMap((part) => (isObject(part) ? writeObject(column, part) : textsOf(part)));
}

function writeObject(column: PlainColumn, object: JsonObject): string[] {
  const parts = PARTS[column];
  if (!parts) return [];
  const texts = parts.keys.map((keys) => firstText(object, keys));
  const body = column === 'roles' ? firstText(object, BODIES) : '';
  if (body !== '') texts[0] = [texts[0], body].filter(Boolean).join(', ');
  return texts.every((text) => text === '') ? [] : [texts.join(parts.between)];
}

function firstText(object: JsonObject, keys: readonly string[]): string {
  return keys.flatMap((name) => textsOf(object[name]))[0]?.replaceAll('|', '/') ?? '';
}
