import pg from 'pg';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { Logger } from '../../lib/log.ts';

/** The hub's connections to PostgreSQL. Times are milliseconds in `bigint` columns and arrive as numbers. */
export type HubPool = pg.Pool;

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
  // An idle connection ended: the pool opens another one. Without a listener the process would end.
  pool.on('error', (error) => log.warn('hub_database_connection_ended', { code: (error as { code?: string }).code }));
  // The same while a transaction has the connection: its next statement fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

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
