import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, test } from 'vitest';
import {
  findPostgres,
  type LocalPostgres,
  type PostgresProgram,
  startPostgres,
} from '../../../server/hub/db/local-postgres.ts';
import { migrateHub } from '../../../server/hub/db/migrate.ts';
import { HUB_MIGRATIONS } from '../../../server/hub/db/migrations/all.ts';
import { type HubPool, openPool } from '../../../server/hub/db/pool.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { isWholeRun } from '../long.ts';
import { skipUnless } from '../skip.ts';

/** A database with the hub's newest schema, for one test. */
export interface HubDatabase extends AsyncDisposable {
  pool: HubPool;
  url: string;
  /** Its whole content as text, to look for what must not be there. */
  dump(): Promise<string>;
}

export const SILENT = createLogger(systemClock, () => {});
const TEMPLATE = 'template_hub';
const servers = new Map<string, Promise<LocalPostgres>>();
let made = 0;

/**
 * Declares tests for each PostgreSQL of this machine; without the whole run only for the first. Where there is none, they are skipped with that reason.
 */
export function describeHub(name: string, body: (program: PostgresProgram) => void): void {
  const found = findPostgres();
  const chosen = isWholeRun() ? found : found.slice(0, 1);
  for (const program of chosen) describe(`${name} on ${program.name}`, () => body(program));
  if (chosen.length === 0)
    test(name, skipUnless(false, 'no PostgreSQL was found, neither of Debian nor of npm'), () => {});
}

/** Starts PostgreSQL at its first use in this process, with which it ends. Power cuts aside, it is as in production. */
export function postgresOf(program: PostgresProgram): Promise<LocalPostgres> {
  const running = servers.get(program.programs) ?? start(program);
  servers.set(program.programs, running);
  return running;
}

async function start(program: PostgresProgram): Promise<LocalPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'custos-pg-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({ folder, program, isDurable: false, settings: { max_connections: '200' } });
  await asOwner(server, `CREATE DATABASE ${TEMPLATE}`);
  const pool = openPool(server.urlOf(TEMPLATE), SILENT);
  await migrateHub(pool, HUB_MIGRATIONS);
  await pool.end();
  return server;
}

/** Makes a new database with the newest schema; `await using` removes it. */
export async function hubDatabase(program: PostgresProgram): Promise<HubDatabase> {
  return makeDatabase(await postgresOf(program), TEMPLATE);
}

async function makeDatabase(server: LocalPostgres, template: string): Promise<HubDatabase> {
  const name = `hub_${++made}`;
  await asOwner(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = server.urlOf(name);
  const pool = openPool(url, SILENT);
  return {
    pool,
    url,
    dump: () => dump(server.urlOf(name, 'postgres')),
    async [Symbol.asyncDispose]() {
      if (!pool.ended) await pool.end();
      // PostgreSQL itself may be cleaning it up just now, which its owner cannot end.
      const superuser = server.urlOf('postgres', 'postgres');
      await withClient(superuser, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** Makes a copy of a database as it is now, as a backup has it; it must have no running transaction. */
export async function copyDatabase(program: PostgresProgram, from: HubDatabase): Promise<HubDatabase> {
  const server = await postgresOf(program);
  const source = new URL(from.url.replace('@/', '@x/')).pathname.slice(1);
  // PostgreSQL copies only a database without connections; the pool opens new ones.
  const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()';
  await withClient(server.urlOf('postgres', 'postgres'), (client) => client.query(sql, [source]));
  return makeDatabase(server, source);
}

async function asOwner(server: LocalPostgres, sql: string): Promise<void> {
  await withClient(server.url, (client) => client.query(sql));
}

/** Returns every row of every table. */
function dump(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT format('%I', relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
    );
    const parts: string[] = [];
    for (const { name } of rows) {
      const { rows: content } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      parts.push(`${name}\n`, ...content.map(({ row }) => `${row}\n`));
    }
    return parts.join('');
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
