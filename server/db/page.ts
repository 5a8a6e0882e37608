import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/** A position in a list. */
export interface Cursor {
  /** Ids, exclusive of the item; not both. */
  startingAfter?: string;
  endingBefore?: string;
}

export interface PageRequest extends Cursor {
  /** Column values that rows must have, by name; `undefined` sets no condition. */
  where: Record<string, string | number | undefined>;
  /** A column value that rows must not have. */
  unless?: { column: string; value: string } | undefined;
  /** Numbers that a column may not exceed, and must have, by name; `undefined` sets no condition. */
  atMost?: Record<string, number | undefined>;
  /** The smallest value of a column first, instead of the newest row. `kept`: the column that still holds the value of a row that left the list. */
  smallestFirst?: { column: string; kept: string };
  limit: number;
  /** Returns the `seq` of an id that the cursor names; throws if there is none. */
  seqOf(id: string, field: 'starting_after' | 'ending_before'): number;
}

/**
 * Returns one page of the rows of a table that has a `seq`, by default newest first. `endingBefore` returns the page just before that item, in the same
 * order; `hasMore` then means that there are more before it. Names of tables and columns come from the program.
 */
export function readPage<Row>(db: Db, table: string, request: PageRequest): { rows: Row[]; hasMore: boolean } {
  const { where, unless, atMost = {}, smallestFirst: by, limit, startingAfter, endingBefore } = request;
  const backwards = endingBefore !== undefined;
  const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
  const conditions = wanted.map(([column]) => `${column} = @${column}`);
  if (unless) conditions.push(`${unless.column} <> @unless`);
  const bounds = Object.entries(atMost).filter(([, value]) => value !== undefined);
  conditions.push(...bounds.map(([column]) => `${column} <= @${column}`));
  const rises = (by !== undefined) !== backwards;
  const [isAfter, order] = rises ? ['>', 'ASC'] : ['<', 'DESC'];
  const cursorId = endingBefore ?? startingAfter;
  if (cursorId !== undefined)
    conditions.push(
      by
        ? `(${by.column}, seq) ${isAfter} (SELECT ${by.kept}, seq FROM ${table} WHERE seq = @cursor)`
        : `seq ${isAfter} @cursor`,
    );
  const sorted = `${by ? `${by.column} ${order}, ` : ''}seq ${order}`;
  const sql = `SELECT * FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${sorted} LIMIT @count`;
  const rows = prepared(db, sql).all({
    ...Object.fromEntries([...wanted, ...bounds]),
    ...(unless && { unless: unless.value }),
    ...(cursorId === undefined
      ? {}
      : { cursor: request.seqOf(cursorId, backwards ? 'ending_before' : 'starting_after') }),
    count: limit + 1,
  }) as Row[];
  const page = rows.slice(0, limit);
  if (backwards) page.reverse();
  return { rows: page, hasMore: rows.length > limit };
}
