import type { Db } from './open.ts';

/**
 * Runs `work` in one immediate transaction and returns what it returned; rolls back where it throws. `work` is
 * synchronous: a promise inside a transaction would let other requests' writes into it.
 */
export function transact<T>(db: Db, work: () => T extends Promise<unknown> ? never : T): T {
  return db.transaction(work).immediate() as T;
}

/**
 * The same, for what can be made again: it does not wait for the disk. The end of this process loses none of it; after a power cut it may be
 * gone as a whole, unless a later `transact` brought it to the disk with its own. Inside of another transaction it is a part of that.
 */
export function transactUnsynced<T>(db: Db, work: () => T extends Promise<unknown> ? never : T): T {
  if (db.inTransaction) return transact(db, work);
  db.pragma('synchronous = NORMAL');
  try {
    return transact(db, work);
  } finally {
    db.pragma('synchronous = FULL');
  }
}
