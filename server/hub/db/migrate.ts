import type { Migration } from '../../db/migrate.ts';
import { AppError } from '../../lib/errors.ts';
import type { HubPool } from './pool.ts';
import { transact } from './transact.ts';

/** Several processes may start at once: the others wait for the row of a version, then find it. */
const UNIQUE_VIOLATION = '23505';
const CREATE_VERSIONS = 'CREATE TABLE IF NOT EXISTS schema_versions (version integer PRIMARY KEY, name text NOT NULL)';

/**
 * Migrates the hub's database to the newest schema, each migration in its own transaction. Throws `folder_newer` if a newer program migrated it.
 *
 * @param migrations numbered 1, 2, 3, ... without gaps; never edited once released
 */
export async function migrateHub(pool: HubPool, migrations: readonly Migration[]): Promise<void> {
  await unlessDone(async () => void (await pool.query(CREATE_VERSIONS)));
  const { rows } = await pool.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM schema_versions',
  );
  const from = rows[0]?.version ?? 0;
  if (from > migrations.length) {
    throw new AppError(
      'folder_newer',
      `The hub's database has schema version ${from}, and this program supports versions up to ${migrations.length}. Install the newer version again.`,
    );
  }
  for (const { version, name, sql } of migrations.slice(from)) {
    await unlessDone(() =>
      transact(pool, 'all', async (tx) => {
        await tx.query('INSERT INTO schema_versions (version, name) VALUES ($1, $2)', [version, name]);
        await tx.query(sql);
      }),
    );
  }
}

async function unlessDone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
  }
}
