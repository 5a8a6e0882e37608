import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import { transact } from '../../db/transact.ts';
import { LIMITS } from '../../lib/limits.ts';

/**
 * Deletes every staged version, with everything that no other version holds: what a failed or interrupted import left, and retired versions. It uses
 * small transactions with pauses, so that other work never waits long. After each, `goesOn` decides whether to continue; the rest is left for later.
 * Entities stay, so that one that returns has its old id. Those of a list that never had a version are deleted with it.
 */
export async function discardStaged(db: Db, goesOn: () => boolean = () => true): Promise<void> {
  /** Repeats this piece until nothing is left of it. Returns false if it was stopped before. */
  const toItsEnd = async (discardSome: () => number): Promise<boolean> => {
    while (goesOn()) {
      if (transact(db, discardSome) === 0) return true;
      await nextTurn();
    }
    return false;
  };
  const staged = db.prepare<[], { seq: number; code: string }>(
    "SELECT seq, code FROM watchlist_versions WHERE state = 'staged'",
  );
  for (const { seq, code } of staged.all()) {
    if (!(await toItsEnd(() => discardChunk(db, seq)))) return;
    if (!(await toItsEnd(() => discardUnused(db, code, seq)))) return;
    // Last, so that interrupted work is found again.
    transact(db, () => {
      db.prepare('DELETE FROM watchlist_versions WHERE seq = ?').run(seq);
      db.prepare(
        'DELETE FROM watchlists WHERE code = @code AND NOT EXISTS (SELECT 1 FROM watchlist_versions WHERE code = @code)',
      ).run({ code });
    });
  }
}

/**
 * Retires the oldest versions of a list until `LIMITS.listVersionsKept` are left, but never the active one. `discardStaged` then
 * deletes them. Call it inside a transaction.
 */
export function retireVersions(db: Db, code: string): number {
  return db
    .prepare(
      `UPDATE watchlist_versions SET state = 'staged' WHERE active = 0 AND seq IN (
         SELECT seq FROM watchlist_versions WHERE code = ? AND state = 'ready'
         ORDER BY active DESC, seq DESC LIMIT -1 OFFSET ?)`,
    )
    .run(code, LIMITS.listVersionsKept).changes;
}

/** Deletes some entities of a list that has no version except this one. Returns how many. */
function discardUnused(db: Db, code: string, seq: number): number {
  const others = db.prepare('SELECT 1 FROM watchlist_versions WHERE code = ? AND seq <> ?').get(code, seq);
  if (others !== undefined) return 0;
  return db
    .prepare('DELETE FROM watchlist_entities WHERE row IN (SELECT row FROM watchlist_entities WHERE code = ? LIMIT ?)')
    .run(code, LIMITS.listChunkEntries).changes;
}

function discardChunk(db: Db, seq: number): number {
  const rows = db
    .prepare<[number, number], { position: number; record: number }>(
      'SELECT position, record FROM watchlist_entries WHERE version = ? ORDER BY position LIMIT ?',
    )
    .all(seq, LIMITS.listChunkEntries);
  const removeEntry = db.prepare('DELETE FROM watchlist_entries WHERE version = ? AND position = ?');
  const removeRecord = db.prepare(
    'DELETE FROM watchlist_records WHERE row = @row AND NOT EXISTS (SELECT 1 FROM watchlist_entries WHERE record = @row)',
  );
  for (const { position, record } of rows) {
    removeEntry.run(seq, position);
    removeRecord.run({ row: record });
  }
  return rows.length;
}
