import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/** A place in a list whose newest item comes first. */
export interface Cursor {
  /** Ids, exclusive of the item; not both. */
  startingAfter?: string;
  endingBefore?: string;
}

export interface PageRequest extends Cursor {
  /** Columns that rows must have, by name; `undefined` asks for nothing. */
  where: Record<string, string | number | undefined>;
  /** A column that rows must not have so. */
  unless?: { column: string; value: string } | undefined;
  limit: number;
  /** The `seq` of an id that the cursor names; throws where there is none. */
  seqOf(id: string, field: 'starting_after' | 'ending_before'): number;
}

/**
 * The rows of one page of a table that has a `seq`, newest first. `endingBefore` gives the page just before that item,
 * still newest first; `hasMore` then tells of still newer ones. Names of tables and columns are the program's own.
 */
export function readPage<Row>(db: Db, table: string, request: PageRequest): { rows: Row[]; hasMore: boolean } {
  const { where, unless, limit, startingAfter, endingBefore } = request;
  const backwards = endingBefore !== undefined;
  const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
  const conditions = wanted.map(([column]) => `${column} = @${column}`);
  if (unless) conditions.push(`${unless.column} <> @unless`);
  const cursorId = endingBefore ?? startingAfter;
  if (cursorId !== undefined) conditions.push(backwards ? 'seq > @cursor' : 'seq < @cursor');
  const order = backwards ? 'ASC' : 'DESC';
  const sql = `SELECT * FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY seq ${order} LIMIT @count`;
  const rows = prepared(db, sql).all({
    ...Object.fromEntries(wanted),
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
