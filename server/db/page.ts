import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/** A position in a list, newest item first. */
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
  limit: number;
  /** Returns the `seq` of an id that the cursor names; throws if there is none. */
  seqOf(id: string, field: 'starting_after' | 'ending_before'): number;
}

/**
 * Returns one page of the rows of a table that has a `seq`, newest first. `endingBefore` returns the page just before that item, still newest first;
 * `hasMore` then means that there are newer ones. Names of tables and columns come from the program.
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
