import { randomInt } from 'node:crypto';
import pg from 'pg';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { Logger } from '../../lib/log.ts';

/** The hub's connections to PostgreSQL. Times are milliseconds in `bigint` columns and arrive as numbers. */
export type HubPool = pg.Pool & { presence: Presence };

/** Whether the database answers: the log says it once when it is away, and once when it is back. */
interface Presence {
  /** Returns the refusal of what cannot be done now. */
  lost(cause: unknown): AppError;
  found(): void;
}

/** The oldest PostgreSQL that the hub supports. */
const POSTGRES_MAJOR_MIN = 15;
const INT8 = 20;

/** A `bigint` of the hub counts or is a time in milliseconds: both are exact as numbers. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (...asked) =>
  asked[0] === INT8 ? Number : pg.types.getTypeParser(...asked);

/**
 * Opens the pool; it connects when it is used.
 *
 * @param url as in `CUSTOS_HUB_DATABASE_URL`, for example `postgresql://custos@host/custos?sslmode=verify-full`
 */
export function openPool(url: string, log: Logger, connectionsMax: number = LIMITS.hubDatabaseConnectionsMax): HubPool {
  const pool = new pg.Pool({
    connectionString: url,
    types: { getTypeParser },
    max: connectionsMax,
    connectionTimeoutMillis: LIMITS.hubDatabaseConnectMs,
    statement_timeout: LIMITS.hubStatementMs,
    lock_timeout: LIMITS.hubLockMs,
    idle_in_transaction_session_timeout: LIMITS.hubIdleTransactionMs,
    application_name: 'custos-hub',
  });
  // An idle connection ended, and the pool opens another one. Without a listener the process would end.
  pool.on('error', () => {});
  // The same while a transaction has the connection: its next statement fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => {}));
  return Object.assign(pool, { presence: createPresence(log) });
}

function createPresence(log: Logger): Presence {
  let isAway = false;
  return {
    lost(cause) {
      const code = codeOf(cause);
      if (!isAway) log.error('hub_database_away', { code });
      isAway = true;
      const detail = `The hub cannot use its database now (${code}). Check that PostgreSQL is running, has space, and can be reached. The hub continues by itself once its database answers.`;
      // Not all branches at the same moment.
      const retryAfterSeconds = randomInt(1, LIMITS.hubRetryAfterSecondsMax + 1);
      return new AppError('database_unavailable', { detail, retryAfterSeconds }, cause);
    },
    found() {
      if (isAway) log.info('hub_database_back');
      isAway = false;
    },
  };
}

/** Returns PostgreSQL's code of an error, or the system's. */
const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? 'no answer';

/**
 * What PostgreSQL says when it cannot work for now: connection, resources, shutdown or timeout, input and output; a standby that only reads, and a lock
 * that was not free in time.
 */
const CANNOT_WORK = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$|^55P03$/;

/** Returns whether an error of a statement means that PostgreSQL cannot work now. */
export const isUnavailable = (error: unknown): boolean => CANNOT_WORK.test(codeOf(error));

/**
 * Throws `invalid_configuration` unless the database keeps what the hub relies on: its version, text in UTF-8, commits that wait for the disk, and a
 * user to whom row-level security applies.
 */
export async function checkDatabase(pool: HubPool): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string; commit: string; unbound: boolean }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
       current_setting('synchronous_commit') AS commit, (rolsuper OR rolbypassrls) AS unbound
     FROM pg_roles WHERE rolname = current_user`,
  );
  const [found] = rows;
  const major = Math.floor(Number(found?.version ?? 0) / 10_000);
  if (major < POSTGRES_MAJOR_MIN)
    refuse(`PostgreSQL ${major} is too old; the hub needs ${POSTGRES_MAJOR_MIN} or later.`);
  if (found?.encoding !== 'UTF8') refuse('The database of the hub must have the encoding UTF8.');
  if (found?.commit === 'off') refuse('The database of the hub must have synchronous_commit on.');
  if (found?.unbound) {
    refuse(
      "The hub's database user must be no superuser and must not have BYPASSRLS: row-level security would not apply.",
    );
  }
}

function refuse(detail: string): never {
  throw new AppError('invalid_configuration', detail);
}
