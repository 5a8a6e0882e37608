import type { Db } from './open.ts';

/**
 * Runs `work` in one immediate transaction and returns what it returned; rolls back where it throws. `work` is
 * synchronous: a promise inside a transaction would let other requests' writes into it.
 */
export function transact<T>(db: Db, work: () => T extends Promise<unknown> ? never : T): T {
  return db.transaction(work).immediate() as T;
}
