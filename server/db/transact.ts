import type { Db } from './open.ts';

/**
 * Runs `work` in one immediate transaction and returns its result; rolls back if it throws. `work` is synchronous: with
 * a promise, other requests could write inside the transaction.
 */
export function transact<T>(db: Db, work: () => T extends Promise<unknown> ? never : T): T {
  return db.transaction(work).immediate() as T;
}

/**
 * Does the same for data that can be recomputed: it does not wait for the disk. The end of this process loses nothing; a power failure may lose the
 * whole transaction, unless a later `transact` wrote it to disk with its own. Inside another transaction it is part of that one.
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
