import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/**
 * Preloaded (`node --import`) into a process that is to be killed. It counts moments: before and after each call of Node that changes
 * what lies on the disk, and each commit, checkpoint and script of SQLite, in all threads together. At the one it was told, the process
 * sends itself SIGKILL. A script may also import it and arm itself. The product knows nothing of it; the log file is not counted.
 */
export interface Order {
  /** Count from 0, and die at this moment; 0: count alone. */
  arm?: number;
  /** Answer how many have been. */
  count?: true;
}

const SHARED = 'kills.moments';
const [MADE, DIE_AT, ARMED] = [0, 1, 2] as const;

const cells = (getEnvironmentData(SHARED) as Int32Array | undefined) ?? new Int32Array(new SharedArrayBuffer(12));

/** Counts from 0, in all threads, and dies at this moment; 0: counts alone. What was compiled is kept for the next process first. */
export function arm(dieAt: number): void {
  flushCompileCache();
  Atomics.store(cells, MADE, 0);
  Atomics.store(cells, DIE_AT, dieAt);
  Atomics.store(cells, ARMED, 1);
}

/** How many there have been since. */
export const momentsSoFar = (): number => Atomics.load(cells, MADE);

function moment(): void {
  if (Atomics.load(cells, ARMED) === 0) return;
  if (Atomics.add(cells, MADE, 1) + 1 === Atomics.load(cells, DIE_AT)) process.kill(process.pid, 'SIGKILL');
}

type Call = (...args: unknown[]) => unknown;
type Holder = Record<string, Call>;

/** Puts a moment before each call of these and one after, whether it gives a promise or not. */
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
  // What stands in a transaction is nothing until its COMMIT, which is a statement like another.
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
  // Whoever was to kill it has gone.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (order: Order) => {
    if (order.arm !== undefined) arm(order.arm);
    if (order.arm !== undefined || order.count) process.send?.({ moments: momentsSoFar() });
  });
}
