import { syncFile } from '../lib/durable.ts';
import { BUSY_TIMEOUT_MS, type Db } from './open.ts';

/**
 * Writes the whole write-ahead log into the database and cuts it to nothing, on the disk too, so that no former content of a page is
 * left in it. False if another connection still reads from it after `waitMs`; then it stays.
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
