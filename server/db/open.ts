import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../lib/errors.ts';

export type Db = Database.Database;

/** How long a write waits for another connection's write. */
export const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens (or creates) a SQLite file with the pragmas that every file of the appliance needs: WAL, every commit on disk before it is acknowledged
 * (`synchronous=FULL`; the library is compiled with NORMAL), foreign keys, freed pages overwritten.
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

/** Opens an existing SQLite file read-only, for example in a thread next to the one that writes. */
export function openReadOnly(path: string): Db {
  return new Database(path, { readonly: true, fileMustExist: true });
}

/** Returns the current content of a SQLite file in one piece, for small files. */
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

/** Opens a copy from `copyDatabase` in memory. */
export function openCopy(content: Buffer): Db {
  return new Database(content);
}

/**
 * Locks the data folder for this process: an exclusive transaction on a separate small file. The operating system
 * releases it when the process ends, however it ends. Throws `folder_in_use` if another process holds it.
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
 * Creates the file for its owner only, whatever the umask and the folder allow; SQLite gives its companion files the
 * same mode. Does not open an existing file: closing it would release this process's locks on it (POSIX).
 */
function makePrivate(path: string): void {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
