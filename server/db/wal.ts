import { syncFile } from '../lib/durable.ts';
import { BUSY_TIMEOUT_MS, type Db } from './open.ts';

/**
 * Writes the whole write-ahead log into the database and truncates it, on disk too, so it holds no earlier content of a
 * page. Returns false if another connection still reads from it after `waitMs`; then the log stays.
 */
export function emptyWal(db: Db, waitMs = 0): boolean {
  if (db.memory) return true;
  db.pragma(`busy_timeout = ${waitMs}`);
  try {
    const [state] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (state?.busy !== 0) return false;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
  syncFile(`${db.name}-wal`);
  return true;
}
