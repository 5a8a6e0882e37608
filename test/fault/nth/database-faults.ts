import Database from 'better-sqlite3';
import { armedVariant, aside, type Failing, strikes } from './gate.ts';

interface DatabaseFailing extends Failing {
  message: string;
  /** Whether SQLite itself ends the transaction, as it may on a full disk. */
  endsTransaction?: true;
  /** Whether a commit is done although it is reported as failed: a failing fsync leaves that open. */
  commits?: true;
}

const BOTH = ['once', 'on'] as const;
const ONCE = ['once'] as const;

/** How a statement fails, with SQLite's own messages. */
export const DATABASE_FAILURES: readonly DatabaseFailing[] = [
  { code: 'SQLITE_FULL', message: 'database or disk is full', ways: BOTH, endsTransaction: true },
  { code: 'SQLITE_IOERR_FSYNC', message: 'disk I/O error', ways: ONCE, commits: true },
  { code: 'SQLITE_IOERR_WRITE', message: 'disk I/O error', ways: BOTH, endsTransaction: true },
  { code: 'SQLITE_BUSY', message: 'database is locked', ways: ONCE },
  { code: 'SQLITE_READONLY', message: 'attempt to write a readonly database', ways: BOTH },
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
      return SPARED.test(this.source) ? go() : failOrGo(this.database, this.source, go);
    };
  }
  const { exec, pragma } = Database.prototype;
  // No power failure happens here, so waiting for the disk would only cost time.
  Database.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace(/^synchronous = \w+$/, 'synchronous = OFF'), options);
  };
  Database.prototype.exec = function (source) {
    return failOrGo(this, source, () => exec.call(this, source));
  };
}

function failOrGo<T>(db: Database.Database, source: string, go: () => T): T {
  const failing = DATABASE_FAILURES[armedVariant('database')];
  if (!failing || !strikes('database')) return go();
  if (failing.commits && source === 'COMMIT') go();
  else if (failing.endsTransaction && db.inTransaction) aside(() => db.prepare('ROLLBACK').run());
  throw new Database.SqliteError(failing.message, failing.code);
}
