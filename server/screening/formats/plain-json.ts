import { isObject, type JsonObject, textsOf } from '../../datasets/json-lines.ts';
import type { PlainColumn } from './plain-columns.ts';

/** How an object in one of our columns is written as the text that `plain.ts` describes: its keys, in their order. */
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

/** The values of a column: texts, numbers, lists of them, or objects with the keys above. */
export function jsonValues(column: PlainColumn, value: unknown): string[] {
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
