import { LIMITS } from '../lib/limits.ts';
import { transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { dropUnreadable } from './entries.ts';
import { monthOf } from './months.ts';
import { rewrapRecordKey, wrapOf } from './record-keys.ts';

type Deps = Pick<HubDeps, 'pool' | 'clock' | 'keys'>;

/**
 * Destroys wrapping keys under which erased records' keys were sealed: seals the keys of the other records under the branch's present one first. Returns
 * the number of destroyed keys. Runs every hour, so several erasures share the work and each key is gone within a day.
 */
export async function destroyWraps(deps: Deps): Promise<number> {
  const { pool, clock } = deps;
  const before = clock.now() - LIMITS.hubWrapDelayMs;
  const due = await transact(pool, 'all', async (tx) => {
    const { rows } = await tx.query<{ branch: string; wrap: string }>(
      'SELECT branch, wrap FROM wraps_due WHERE since <= $1 ORDER BY since LIMIT $2',
      [before, LIMITS.hubWrapsAtOnce],
    );
    return rows;
  });
  for (const { branch, wrap } of due) await destroyWrap(deps, branch, wrap);
  return due.length;
}

async function destroyWrap(deps: Deps, branch: string, wrap: string): Promise<void> {
  const { pool, keys } = deps;
  while ((await rewrapSome(deps, branch, wrap)) > 0);
  await transact(pool, 'all', async (tx) => {
    // The row's lock: no process makes a key or seals under one meanwhile.
    await tx.query('SELECT FROM branches WHERE id = $1 FOR UPDATE', [branch]);
    await tx.query('DELETE FROM wraps_due WHERE branch = $1 AND wrap = $2', [branch, wrap]);
    // Besides this key, those that a process made for a transaction that did not commit.
    const { rows } = await tx.query<{ name: string }>(
      `SELECT name FROM unnest($2::text[]) AS name WHERE
         NOT EXISTS (SELECT FROM record_keys WHERE branch = $1 AND wrap = name) AND
         NOT EXISTS (SELECT FROM wraps_due WHERE branch = $1 AND wrap = name) AND
         NOT EXISTS (SELECT FROM branches WHERE id = $1 AND wrap = name)`,
      [branch, keys.wraps.list(branch)],
    );
    for (const { name } of rows) keys.wraps.destroy(branch, name);
  });
}

/** Returns how many keys it sealed again or dropped; 0: none is left under the former key, and none will be. */
async function rewrapSome({ pool, clock, keys }: Deps, branch: string, wrap: string): Promise<number> {
  return transact(pool, 'all', async (tx) => {
    // The row's lock: no parcel is taken meanwhile, so nothing is sealed under the former key from here on.
    const { rows: branches } = await tx.query<{ wrap: string | null }>(
      'SELECT wrap FROM branches WHERE id = $1 FOR UPDATE',
      [branch],
    );
    const present = branches[0]?.wrap ?? null;
    const next = await wrapOf(tx, keys, {
      branch,
      wrap: present === wrap ? null : present,
      month: monthOf(clock.now()),
    });
    const { rows } = await tx.query<{ record: string; wrapped: Buffer }>(
      'SELECT record, wrapped FROM record_keys WHERE branch = $1 AND wrap = $2 LIMIT $3',
      [branch, wrap, LIMITS.hubRewrapsAtOnce],
    );
    if (rows.length === 0) return 0;
    const former = keys.wraps.find(branch, wrap);
    const records = rows.map(({ record }) => record);
    if (former === null) {
      // It is destroyed already.
      await dropUnreadable(tx, branch, records);
      return rows.length;
    }
    const wrapped = rows.map((row) => rewrapRecordKey(former, next.key, { branch, record: row.record }, row.wrapped));
    await tx.query(
      `UPDATE record_keys k SET wrap = $2, wrapped = n.wrapped
       FROM unnest($3::text[], $4::bytea[]) AS n (record, wrapped) WHERE k.branch = $1 AND k.record = n.record`,
      [branch, next.name, records, wrapped],
    );
    return rows.length;
  });
}
