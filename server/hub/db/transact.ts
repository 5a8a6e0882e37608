import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { assert } from '../../lib/assert.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { type HubPool, isUnavailable } from './pool.ts';

/** One running transaction. */
export type Tx = pg.ClientBase;

/** The branches whose rows a transaction may see and change; `all` for the hub's own work. Row-level security enforces it. */
export type Reach = 'all' | readonly string[];

export interface TransactOptions {
  /** `read committed` by default: what is decided on must then be locked by `FOR UPDATE`. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
}

/** The setting that the policies of row-level security read. */
const REACH = 'custos.reach';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/**
 * Runs `work` in one transaction and returns its result; rolls back if it throws. If PostgreSQL gives up because of other transactions (40001, 40P01),
 * the whole of `work` runs again: it must change nothing but the database. Throws `database_unavailable` if PostgreSQL cannot work now; if it went away
 * during the commit, the work may have been done.
 */
export async function transact<T>(
  pool: HubPool,
  reach: Reach,
  work: (tx: Tx) => Promise<T>,
  options: TransactOptions = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transactOnce(pool, reach, work, options);
    } catch (error) {
      if (!isRepeatable(error) || tries >= LIMITS.hubTransactionTriesMax) throw error;
      await sleep(randomInt(1, Math.min(2 ** tries, LIMITS.hubTransactionWaitMsMax) + 1));
    }
  }
}

async function transactOnce<T>(
  pool: HubPool,
  reach: Reach,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed', readOnly = false }: TransactOptions,
): Promise<T> {
  const { presence } = pool;
  const tx = await pool.connect().catch((error: unknown) => {
    throw presence.lost(error);
  });
  let broken: Error | undefined;
  try {
    await tx.query(
      `BEGIN ISOLATION LEVEL ${isolation} ${readOnly ? 'READ ONLY' : 'READ WRITE'}; SET LOCAL ${REACH} = '${reachText(reach)}'`,
    );
    const result = await work(tx);
    await tx.query('COMMIT');
    presence.found();
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').catch((failed: Error) => {
      broken = failed;
    });
    if (error instanceof AppError) throw error;
    throw broken || isUnavailable(error) ? presence.lost(error) : error;
  } finally {
    // With an error, the pool closes the connection.
    tx.release(broken);
  }
}

/** Returns whether PostgreSQL gave up a transaction that can succeed when it runs again. */
export function isRepeatable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

function reachText(reach: Reach): string {
  if (reach === 'all') return '*';
  for (const branch of reach) assert(/^[a-z0-9_]+$/.test(branch), 'the id of a branch has no special characters');
  return reach.join(',');
}

/**
 * Returns the SQL of a migration that lets transactions see and change only rows of the branches in their reach, whatever their queries say. A
 * transaction without a reach sees none. PostgreSQL expects half of the rows to pass a CASE. Of an OR it expects one in a hundred, and then reads a
 * whole table for a page in its order.
 *
 * @param column the one with the id of the branch
 */
export function wallOf(table: string, column = 'branch'): string {
  const reach = `current_setting('${REACH}', true)`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY reach ON ${table} USING (
      CASE WHEN ${reach} = '*' THEN true ELSE ${column} = ANY (string_to_array(${reach}, ',')) END);`;
}
