import { type ListFile, rowError } from '../../datasets/file.ts';
import { isObject, type JsonObject, readJsonLines, textsOf } from '../../datasets/json-lines.ts';

/** An entity of FollowTheMoney. */
export interface FtmEntity {
  id: string;
  schema: string;
  caption: string;
  /** Undefined if the file does not mark targets. */
  target: boolean | undefined;
  datasets: string[];
  properties: JsonObject;
  line: number;
}

/** Returns an object as an entity, or null if it is none. */
export function asEntity(value: JsonObject, line: number): FtmEntity | null {
  const { id, schema, properties, caption, target, datasets } = value;
  if (typeof id !== 'string' || id === '' || typeof schema !== 'string' || !isObject(properties)) return null;
  return {
    id,
    schema,
    caption: typeof caption === 'string' ? caption : '',
    target: typeof target === 'boolean' ? target : undefined,
    datasets: textsOf(datasets),
    properties,
    line,
  };
}

/** Yields the entities of a file, one per line. Throws `list_invalid` for a line that is none. */
export async function* readEntities(file: ListFile): AsyncGenerator<FtmEntity> {
  for await (const { value, line } of readJsonLines(file)) {
    const entity = asEntity(value, line);
    if (!entity)
      throw rowError(file, line, 'it is not a FollowTheMoney entity: id, schema and properties are required.');
    yield entity;
  }
}

/** Returns the values of a property. */
export function valuesOf(entity: FtmEntity, property: string): string[] {
  return textsOf(entity.properties[property]);
}

/** Returns the first value of the first of these properties that has one, or an empty string. */
export function firstOf(entity: FtmEntity, ...properties: string[]): string {
  return properties.flatMap((property) => valuesOf(entity, property))[0] ?? '';
}
