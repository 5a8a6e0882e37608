import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/** Tables whose row counts triggers maintain (the migration `counts`). */
export type Counted = 'verifications' | 'jobs' | 'webhook_deliveries' | 'capture_sessions';

/**
 * Returns how many rows a table has, by part: for `jobs` and `webhook_deliveries` the state, for `verifications`,
 * without the erased ones, `kind livemode status`, for `capture_sessions` `livemode state`. Omits parts with no rows.
 */
export function countsOf(db: Db, what: Counted): { part: string; n: number }[] {
  const select = prepared(db, 'SELECT part, n FROM counts WHERE what = ? AND n <> 0');
  return select.all(what) as ReturnType<typeof countsOf>;
}
