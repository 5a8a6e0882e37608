import Database from 'better-sqlite3';
import { armedVariant, aside, type Failing, strikes } from './gate.ts';

/** What a statement wants from the disk. A commit alone waits for it; the start of a transaction locks, so it counts as a write. */
type Want = 'read' | 'write' | 'commit';

interface DatabaseFailing extends Failing {
  message: string;
  /** The statements that SQLite may answer so. */
  wants: readonly Want[];
  /** Whether SQLite itself ends the transaction, as it may on a full disk. */
  endsTransaction?: true;
  /** Whether a commit is done although it is reported as failed: a failing fsync leaves that open. */
  commits?: true;
}

const WRITES: readonly Want[] = ['write', 'commit'];
const BOTH = ['once', 'on'] as const;
const ONCE = ['once'] as const;
const ON = ['on'] as const;

/** How a statement fails, with SQLite's own codes and messages (sqlite.org/rescode.html). */
export const DATABASE_FAILURES: readonly DatabaseFailing[] = [
  { code: 'SQLITE_FULL', message: 'database or disk is full', ways: ON, wants: WRITES, endsTransaction: true },
  { code: 'SQLITE_IOERR_FSYNC', message: 'disk I/O error', ways: ONCE, wants: ['commit'], commits: true },
  { code: 'SQLITE_IOERR_WRITE', message: 'disk I/O error', ways: BOTH, wants: WRITES, endsTransaction: true },
  { code: 'SQLITE_IOERR_READ', message: 'disk I/O error', ways: BOTH, wants: ['read'] },
  { code: 'SQLITE_BUSY', message: 'database is locked', ways: ONCE, wants: WRITES },
  { code: 'SQLITE_READONLY', message: 'attempt to write a readonly database', ways: ON, wants: ['write'] },
];

/** These undo, or end only what is nested. They touch no disk and do not fail. */
const SPARED = /^(?:ROLLBACK|RELEASE|SAVEPOINT)/;
const METHODS = ['run', 'get', 'all', 'iterate'] as const;

type Method = (this: Database.Statement, ...args: unknown[]) => unknown;

/** From here on every statement of every database of this thread asks the gate. */
export function installDatabaseFaults(): void {
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<(typeof METHODS)[number], Method>;
  probe.close();
  for (const name of METHODS) {
    const original = statements[name];
    statements[name] = function (...args) {
      const go = (): unknown => original.apply(this, args);
      return SPARED.test(this.source) ? go() : failOrGo(this.database, wantOf(this), go);
    };
  }
  const { exec, pragma } = Database.prototype;
  // No power failure happens here, so waiting for the disk would only cost time.
  Database.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace(/^synchronous = \w+$/, 'synchronous = OFF'), options);
  };
  Database.prototype.exec = function (source) {
    return failOrGo(this, 'write', () => exec.call(this, source));
  };
}

function wantOf({ source, readonly }: Database.Statement): Want {
  if (source === 'COMMIT') return 'commit';
  return readonly && !source.startsWith('BEGIN') ? 'read' : 'write';
}

function failOrGo<T>(db: Database.Database, want: Want, go: () => T): T {
  const failing = DATABASE_FAILURES[armedVariant('database')];
  if (!failing?.wants.includes(want) || !strikes('database')) return go();
  if (failing.commits) go();
  else if (failing.endsTransaction && db.inTransaction) aside(() => db.prepare('ROLLBACK').run());
  throw new Database.SqliteError(failing.message, failing.code);
}
