import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../lib/errors.ts';

export type Db = Database.Database;

/** So long a write waits for another connection's. */
export const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens (or makes) a SQLite file with the pragmas every file of ours needs: WAL, every commit on disk before it is
 * acknowledged (`synchronous=FULL`; the library is compiled with NORMAL), foreign keys, freed pages overwritten.
 */
export function openDatabase(path: string): Db {
  makePrivate(path);
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return db;
}

/** Opens a SQLite file that is there for reading alone, such as in a thread beside the one that writes. */
export function openReadOnly(path: string): Db {
  return new Database(path, { readonly: true, fileMustExist: true });
}

/** The content of a SQLite file as it is at this moment, in one piece: for small ones. */
export function copyDatabase(path: string): Buffer {
  const db = openReadOnly(path);
  try {
    const content = db.serialize();
    // Bytes 18 and 19 of a file in WAL mode are 2 (SQLite's file format, 1.3.3), and a copy has no write-ahead log.
    content.fill(1, 18, 20);
    return content;
  } finally {
    db.close();
  }
}

/** Opens such a copy in memory. */
export function openCopy(content: Buffer): Db {
  return new Database(content);
}

/**
 * Holds the data folder for this process: an exclusive transaction on a small file of its own, which the operating
 * system gives up when the process ends, however it ends. Throws `folder_in_use` if another process holds it.
 */
export function lockFolder(path: string): { release(): void } {
  makePrivate(path);
  const db = new Database(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if ((cause as { code?: string }).code !== 'SQLITE_BUSY') throw cause;
    throw new AppError(
      'folder_in_use',
      'Another Custos is running on this data folder. Stop it first, or set CUSTOS_DATA_DIR to another folder.',
      cause,
    );
  }
  return { release: () => db.close() };
}

/**
 * Made for its owner alone, whatever the umask and the folder allow; SQLite gives its files beside it the same mode. A file that is
 * there is not opened: closing it would take this process's locks on it away (POSIX).
 */
function makePrivate(path: string): void {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
