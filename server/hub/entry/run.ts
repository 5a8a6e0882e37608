import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConsole } from '../../api/console.ts';
import { listenAt } from '../../lan/listener.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { createIds } from '../../lib/ids.ts';
import { lazily } from '../../lib/lazily.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { Logger } from '../../lib/log.ts';
import { readVersion } from '../../lib/version.ts';
import { loadMasterKey } from '../../vault/master-key.ts';
import type { HubAccess } from '../access/deps.ts';
import { openAccess } from '../access/open.ts';
import { hasOperators } from '../access/operators.ts';
import { createHubApp, readHubFiles } from '../api/app.ts';
import { findPostgres, type LocalPostgres, startPostgres } from '../db/local-postgres.ts';
import { migrateHub } from '../db/migrate.ts';
import { HUB_MIGRATIONS } from '../db/migrations/all.ts';
import { checkDatabase, type HubPool, openPool } from '../db/pool.ts';
import { transact } from '../db/transact.ts';
import { type Hub, openHub } from '../open.ts';
import { listenForBranches } from '../wire/listener.ts';
import type { HubConfig } from './config.ts';

const BUILT = fileURLToPath(new URL('../../../renderer/dist', import.meta.url));
const files = lazily(() => readHubFiles(join(BUILT, 'hub')));
const manual = lazily(() => readConsole(BUILT));

/** A hub that runs. */
export interface RunningHub {
  hub: Hub;
  access: HubAccess;
  /** Of the console. */
  url: string;
  /** The addresses at which branches reach it. */
  addresses: string[];
  /** For the first administrator; null: there is one. */
  setupCode: string | null;
  /** Which PostgreSQL it started; null: the database is elsewhere. */
  postgres: string | null;
  stop(): Promise<void>;
}

/** Starts a hub: its database where the configuration names none, its console, and the listener for branches. Throws `invalid_configuration`. */
export async function runHub(config: HubConfig, { clock, log }: { clock: Clock; log: Logger }): Promise<RunningHub> {
  await using undo = new AsyncDisposableStack();
  const spoolFolder = join(config.dataDir, 'spool');
  mkdirSync(config.dataDir, { recursive: true });
  // PostgreSQL may run as another user, who must reach its own folder in this one. Each folder in it is for its owner alone.
  chmodSync(config.dataDir, 0o711);
  mkdirSync(spoolFolder, { recursive: true, mode: 0o700 });
  const { pool, postgres } = undo.use(await openDatabase(config, log));
  await checkDatabase(pool);
  await migrateHub(pool, HUB_MIGRATIONS);

  const newId = createIds(clock);
  const hub = await openHub({
    pool,
    keysFolder: config.keysDir,
    readMasterKey: () => masterKeyOf(config),
    clock,
    newId,
    log,
  });
  undo.defer(hub.begin());
  const access = openAccess({ pool, clock, newId, factorRoles: config.secondFactor }, hub.keys.secret);

  const branchHost = config.branchHost ?? '127.0.0.1';
  const names = [...new Set([...(config.addresses ?? []).map(hostOf), branchHost, '127.0.0.1', 'localhost'])];
  const listener = await listenForBranches(hub, { address: config.branchHost, port: config.branchPort }, names);
  undo.defer(() => listener.close(LIMITS.drainTimeoutMs));
  const addresses = config.addresses ?? [`https://${inUrl(branchHost)}:${listener.place.port}`];

  const site = { hub: config.name, addresses };
  const parts = { access, hub, site, version: readVersion(), spoolFolder };
  const { app, dress } = createHubApp(parts, {
    built: files(),
    manual: manual(),
    host: config.host,
    names: config.allowedHosts,
  });
  const certificate = config.certificate && {
    chain: readGiven(config.certificate.file),
    key: readGiven(config.certificate.keyFile),
  };
  const front = await listenAt({ address: config.host, port: config.port }, certificate, { handler: app, dress });
  undo.defer(() => front.close(LIMITS.drainTimeoutMs));
  const isNew = !(await transact(pool, 'all', hasOperators, { readOnly: true }));
  const running = undo.move();
  return {
    hub,
    access,
    url: `${certificate ? 'https' : 'http'}://${inUrl(config.host)}:${front.place.port}`,
    addresses,
    setupCode: isNew ? access.setup.open() : null,
    postgres,
    stop: () => running.disposeAsync(),
  };
}

/** Opens the database, and starts a PostgreSQL where the configuration names none. Throws `invalid_configuration`. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<HubConfig, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<{ pool: HubPool; postgres: string | null } & AsyncDisposable> {
  await using undo = new AsyncDisposableStack();
  const local = databaseUrl === null ? await startLocal(ownPostgres(dataDir)) : null;
  if (local) undo.defer(() => local.server.stop());
  const pool = openPool(databaseUrl ?? local?.server.url ?? '', log);
  undo.defer(() => pool.end());
  await reach(pool);
  const opened = undo.move();
  return { pool, postgres: local?.name ?? null, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Returns the folder of a PostgreSQL that the hub starts itself. */
export const ownPostgres = (dataDir: string): string => join(dataDir, 'postgres');

async function startLocal(folder: string): Promise<{ server: LocalPostgres; name: string }> {
  const [program] = findPostgres();
  if (program === undefined) {
    throw new AppError(
      'invalid_configuration',
      'No PostgreSQL was found on this machine. Set CUSTOS_HUB_DATABASE_URL.',
    );
  }
  return { server: await startPostgres({ folder, program }), name: program.name };
}

async function reach(pool: HubPool): Promise<void> {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'no answer';
    throw new AppError(
      'invalid_configuration',
      `The hub cannot use its database (${code}). Check CUSTOS_HUB_DATABASE_URL.`,
      error,
    );
  }
}

/** Returns the hub's master key; makes it for a hub that has no keys yet. */
export function masterKeyOf({ masterKeyFile, keysDir }: HubConfig): Buffer {
  mkdirSync(dirname(masterKeyFile), { recursive: true, mode: 0o700 });
  const storeIsNew = !existsSync(keysDir);
  return loadMasterKey({ kind: 'file', path: masterKeyFile }, { storeIsNew, salt: Buffer.alloc(0), sealed: null });
}

function readGiven(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError(
      'invalid_configuration',
      `The file ${path} cannot be read. Check its path and permissions.`,
      error,
    );
  }
}

const hostOf = (address: string): string => new URL(address).hostname.replace(/^\[|\]$/g, '');
const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
