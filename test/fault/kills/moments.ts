import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/**
 * Preloaded (`node --import`) into a process that the tests kill. It counts moments in all threads together: before and after each Node call that
 * changes the disk, and each commit, checkpoint and script of SQLite. At the requested moment the process sends itself SIGKILL. A script may also
 * import this module and arm itself. The product knows nothing of it; the log file is not counted.
 */
export interface Order {
  /** Count from 0, and die at this moment; 0: only count. */
  arm?: number;
  /** Answer with the number of moments. */
  count?: true;
}

const SHARED = 'kills.moments';
const [MADE, DIE_AT, ARMED] = [0, 1, 2] as const;

const cells = (getEnvironmentData(SHARED) as Int32Array | undefined) ?? new Int32Array(new SharedArrayBuffer(12));

/** Counts from 0, in all threads, and dies at this moment; 0: only counts. First stores compiled code for the next process. */
export function arm(dieAt: number): void {
  flushCompileCache();
  Atomics.store(cells, MADE, 0);
  Atomics.store(cells, DIE_AT, dieAt);
  Atomics.store(cells, ARMED, 1);
}

/** The number of moments so far. */
export const momentsSoFar = (): number => Atomics.load(cells, MADE);

function moment(): void {
  if (Atomics.load(cells, ARMED) === 0) return;
  if (Atomics.add(cells, MADE, 1) + 1 === Atomics.load(cells, DIE_AT)) process.kill(process.pid, 'SIGKILL');
}

type Call = (...args: unknown[]) => unknown;
type Holder = Record<string, Call>;

/** Puts a moment before and after each of these calls, whether or not it returns a promise. */
function surround(holder: object, names: readonly string[], counts: (self: unknown, args: unknown[]) => boolean): void {
  const calls = holder as Holder;
  for (const name of names) {
    const original = calls[name];
    if (original === undefined) continue;
    calls[name] = function surrounded(this: unknown, ...args: unknown[]) {
      if (!counts(this, args)) return original.apply(this, args);
      moment();
      const result = original.apply(this, args);
      if (!(result instanceof Promise)) {
        moment();
        return result;
      }
      return result.then((value) => {
        moment();
        return value;
      });
    };
  }
}

const ALWAYS = (): boolean => true;
const CHANGES = [
  'rename',
  'unlink',
  'rm',
  'rmdir',
  'mkdir',
  'link',
  'copyFile',
  'truncate',
  'ftruncate',
  'write',
  'writev',
];
const SYNCS = ['fsync', 'fdatasync', 'writeFile', 'cp'];

async function watchFiles(): Promise<void> {
  const names = [...CHANGES, ...SYNCS];
  surround(fs, [...names, ...names.map((name) => `${name}Sync`)], ALWAYS);
  surround(fs.promises, names, ALWAYS);
  const handle = await fs.promises.open(import.meta.filename);
  surround(Object.getPrototypeOf(handle), ['write', 'writev', 'writeFile', 'sync', 'datasync', 'truncate'], ALWAYS);
  await handle.close();
  syncBuiltinESMExports();
}

function watchDatabases(): void {
  const probe = new Database(':memory:');
  const statement = probe.prepare('SELECT 1');
  // Writes in a transaction count for nothing before its COMMIT, which is a statement like any other.
  surround(Object.getPrototypeOf(statement), ['run', 'get', 'all'], (self) => {
    const { source, readonly, database } = self as Database.Statement;
    return source === 'COMMIT' || (!readonly && !database.inTransaction && !source.startsWith('BEGIN'));
  });
  surround(Database.prototype, ['exec'], (self) => !(self as Database.Database).inTransaction);
  surround(Database.prototype, ['pragma'], (_self, [text]) =>
    /checkpoint|journal_mode|user_version *=/.test(String(text)),
  );
  probe.close();
}

await watchFiles();
watchDatabases();
if (isMainThread) {
  setEnvironmentData(SHARED, cells);
  const fromStart = process.env['KILLED_AT'];
  if (fromStart !== undefined) arm(Number(fromStart));
  // The process that would kill it is gone.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (order: Order) => {
    if (order.arm !== undefined) arm(order.arm);
    if (order.arm !== undefined || order.count) process.send?.({ moments: momentsSoFar() });
  });
}
