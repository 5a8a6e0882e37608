import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/**
 * Returns the `seq` of approximately the first row of an append-only table that was written at `sinceMs` or later. A
 * binary search reads about twenty single rows, without an index of times. Exact if the clock was never set back;
 * otherwise rows written around then may be on the other side. Returns one more than the last `seq` if all rows are
 * older. `part`: searches only these rows, `last` included. Names of tables and columns come from the program.
 */
export function seqSince(
  db: Db,
  table: string,
  column: string,
  sinceMs: number,
  part?: { first: number; last: number },
): number {
  const edge = (which: 'min' | 'max'): number | null =>
    prepared(db, `SELECT ${which}(seq) FROM ${table}`).pluck().get() as number | null;
  const next = prepared(db, `SELECT seq, ${column} AS at FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT 1`);
  let low = part?.first ?? edge('min') ?? 1;
  let high = (part?.last ?? edge('max') ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = next.get(middle) as { seq: number; at: number } | undefined;
    if (row === undefined || row.at >= sinceMs) high = middle;
    else low = row.seq + 1;
  }
  return low;
}
