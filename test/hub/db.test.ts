import { expect, test } from 'vitest';
import type { Migration } from '../../server/db/migrate.ts';
import { migrateHub } from '../../server/hub/db/migrate.ts';
import { HUB_MIGRATIONS } from '../../server/hub/db/migrations/all.ts';
import { checkDatabase, type HubPool, openPool } from '../../server/hub/db/pool.ts';
import { type Tx, transact, wallOf } from '../../server/hub/db/transact.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { describeHub, hubDatabase, postgresOf, SILENT } from '../support/hub/database.ts';

/** Adds one to a counter as a careless program does: it reads, then writes. */
const addOne = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.query<{ value: number }>('SELECT value FROM counter');
  await tx.query('UPDATE counter SET value = $1', [Number(rows[0]?.value) + 1]);
};

const counted = async (pool: HubPool): Promise<number> => {
  const { rows } = await pool.query<{ value: number }>('SELECT value FROM counter');
  return Number(rows[0]?.value);
};

describeHub("the hub's database", (program) => {
  test('is one that the hub accepts, and numbers and times arrive as numbers', async () => {
    await using database = await hubDatabase(program);
    await checkDatabase(database.pool);
    const { rows } = await database.pool.query('SELECT 1764340433000::bigint AS at, 2 AS small');
    expect(rows).toEqual([{ at: 1764340433000, small: 2 }]);
  });

  test('a user above row-level security is refused, and so are commits that do not wait', async () => {
    await using database = await hubDatabase(program);
    const server = await postgresOf(program);
    const name = new URL(database.url.replace('@/', '@x/')).pathname.slice(1);
    const superuser = openPool(server.urlOf(name, 'postgres'), SILENT);
    await expect(checkDatabase(superuser)).rejects.toMatchObject({ code: 'invalid_configuration' });
    await superuser.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
    await superuser.end();
    const unsynced = openPool(database.url, SILENT);
    await expect(checkDatabase(unsynced)).rejects.toThrow('synchronous_commit');
    await unsynced.end();
  });

  test('a transaction that others disturb runs again until it commits', async () => {
    await using database = await hubDatabase(program);
    const { pool } = database;
    await pool.query('CREATE TABLE counter (value bigint NOT NULL)');
    await pool.query('INSERT INTO counter VALUES (0)');
    let runs = 0;
    const work = async (tx: Tx): Promise<void> => {
      runs++;
      await addOne(tx);
    };
    await Promise.all(Array.from({ length: 8 }, () => transact(pool, 'all', work, { isolation: 'serializable' })));
    expect(await counted(pool)).toBe(8);
    expect(runs).toBeGreaterThan(8);
  });

  test('of two transactions in a deadlock both commit', async () => {
    await using database = await hubDatabase(program);
    const { pool } = database;
    await pool.query('CREATE TABLE pair (id integer PRIMARY KEY, value integer NOT NULL)');
    await pool.query('INSERT INTO pair VALUES (1, 0), (2, 0)');
    let waiting = 0;
    let meet = (): void => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const lockBoth = (first: number, second: number): Promise<void> =>
      transact(pool, 'all', async (tx) => {
        await tx.query('UPDATE pair SET value = value + 1 WHERE id = $1', [first]);
        if (++waiting === 2) meet();
        await both;
        await tx.query('UPDATE pair SET value = value + 1 WHERE id = $1', [second]);
      });
    await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
    const { rows } = await pool.query('SELECT value FROM pair ORDER BY id');
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
    // PostgreSQL may choose each of them once.
    expect(waiting).toBeGreaterThanOrEqual(3);
  });

  test('a transaction that never succeeds is given up, and nothing of it stays', async () => {
    await using database = await hubDatabase(program);
    const { pool } = database;
    await pool.query('CREATE TABLE counter (value bigint NOT NULL)');
    let runs = 0;
    const work = async (tx: Tx): Promise<void> => {
      runs++;
      await tx.query('INSERT INTO counter VALUES (1)');
      await tx.query("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$");
    };
    await expect(transact(pool, 'all', work)).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(LIMITS.hubTransactionTriesMax);
    const { rowCount } = await pool.query('SELECT FROM counter');
    expect(rowCount).toBe(0);
  });

  test('a fault rolls back, and its connection serves the next transaction', async () => {
    await using database = await hubDatabase(program);
    const pool = openPool(database.url, SILENT, 1);
    await pool.query('CREATE TABLE counter (value bigint NOT NULL)');
    const fault = new Error('a fault of the program');
    const failing = transact(pool, 'all', async (tx) => {
      await tx.query('INSERT INTO counter VALUES (1)');
      throw fault;
    });
    await expect(failing).rejects.toBe(fault);
    const seen = await transact(pool, 'all', async (tx) => (await tx.query('SELECT FROM counter')).rowCount);
    expect(seen).toBe(0);
    await pool.end();
  });

  test('a transaction reaches only rows of its branches, whatever it asks', async () => {
    await using database = await hubDatabase(program);
    const { pool } = database;
    await pool.query(`CREATE TABLE walled (branch text NOT NULL, value integer NOT NULL); ${wallOf('walled')}`);
    await transact(pool, 'all', async (tx) => {
      await tx.query("INSERT INTO walled VALUES ('brn_a', 1), ('brn_b', 2), ('brn_c', 3)");
    });
    const seenBy = (reach: readonly string[]): Promise<number[]> =>
      transact(pool, reach, async (tx) => {
        const { rows } = await tx.query<{ value: number }>('SELECT value FROM walled ORDER BY value');
        return rows.map(({ value }) => value);
      });
    expect(await seenBy(['brn_a', 'brn_c'])).toEqual([1, 3]);
    expect(await seenBy([])).toEqual([]);
    const changed = await transact(
      pool,
      ['brn_a'],
      async (tx) => (await tx.query('UPDATE walled SET value = 9')).rowCount,
    );
    expect(changed).toBe(1);
    const foreign = transact(pool, ['brn_a'], (tx) => tx.query("INSERT INTO walled VALUES ('brn_b', 4)"));
    await expect(foreign).rejects.toThrow('row-level security');
    // Outside of a transaction with a reach there is nothing to see.
    expect((await pool.query('SELECT FROM walled')).rowCount).toBe(0);
    await expect(seenBy(["brn_a'; DROP TABLE walled; --"])).rejects.toThrow('no special characters');
  });

  test('processes that start at once migrate once, and a newer schema is refused', async () => {
    await using database = await hubDatabase(program);
    const { pool } = database;
    const next: Migration = {
      version: HUB_MIGRATIONS.length + 1,
      name: 'next',
      sql: 'CREATE TABLE next (id integer); SELECT pg_sleep(0.1)',
    };
    const all = [...HUB_MIGRATIONS, next];
    await Promise.all(Array.from({ length: 4 }, () => migrateHub(pool, all)));
    const { rows } = await pool.query('SELECT version, name FROM schema_versions ORDER BY version');
    expect(rows).toEqual(all.map(({ version, name }) => ({ version, name })));
    expect(all.map(({ version }) => version)).toEqual(all.map((_, at) => at + 1));
    await expect(migrateHub(pool, HUB_MIGRATIONS)).rejects.toMatchObject({ code: 'folder_newer' });
  });
});
