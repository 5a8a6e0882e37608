import type { HubPool } from './db/pool.ts';
import { transact } from './db/transact.ts';

/** Returns the month of a time in UTC as the number 202611. */
export function monthOf(timeMs: number): number {
  const date = new Date(timeMs);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Returns a function that makes the partition of entries of a month, unless it did so before. */
export function createMonths(pool: HubPool): { ensure(month: number): Promise<void> } {
  const made = new Map<number, Promise<void>>();
  return {
    ensure(month) {
      const known = made.get(month);
      if (known !== undefined) return known;
      const making = makePartition(pool, month).catch((error: unknown) => {
        made.delete(month);
        throw error;
      });
      made.set(month, making);
      return making;
    },
  };
}

const DUPLICATE = new Set(['42P07', '23505']);

async function makePartition(pool: HubPool, month: number): Promise<void> {
  try {
    await transact(pool, 'all', (tx) =>
      tx.query(`CREATE TABLE IF NOT EXISTS entries_${month} PARTITION OF entries FOR VALUES IN (${month})`),
    );
  } catch (error) {
    // Another process made it at the same moment.
    if (!DUPLICATE.has((error as { code?: string }).code ?? '')) throw error;
  }
}
