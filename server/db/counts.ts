import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/** Tables whose rows are counted as they change (the migration `counts`). */
export type Counted = 'verifications' | 'jobs' | 'webhook_deliveries';

/**
 * How many rows a table has by their parts: of `jobs` and `webhook_deliveries` the state, of `verifications`, of which those that are
 * erased are left out, `kind livemode status`. Parts of which there are none are left out.
 */
export function countsOf(db: Db, what: Counted): { part: string; n: number }[] {
  const select = prepared(db, 'SELECT part, n FROM counts WHERE what = ? AND n <> 0');
  return select.all(what) as ReturnType<typeof countsOf>;
}
