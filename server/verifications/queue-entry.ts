import type { Verification, VerificationKind } from './types.ts';

/** What the queue knows of one record without opening it. */
export interface QueueEntry extends Pick<Verification, 'id' | 'livemode' | 'status' | 'createdAtMs' | 'updatedAtMs'> {
  /** Grows with each new record. */
  seq: number;
  kind: VerificationKind;
  /** When it last began to wait for a person, waiting or not; null: it never did. */
  reviewSinceMs: number | null;
  assignee: string | null;
  /** Codes of what kept it from being completed. */
  reasons: readonly string[];
  alertsOpen: number;
  /** `searchableWords`; null: not read yet. Personal: in memory only. */
  words: string | null;
  /** Nobody has told whom it is about, and documents may. */
  unnamed: boolean;
}

/** Whether it waits for a person. */
export function isWaiting({ status }: Pick<QueueEntry, 'status'>): boolean {
  return status === 'needs_review';
}

/** Since when it waits, or last did. */
export function sinceOf({ reviewSinceMs, updatedAtMs }: QueueEntry): number {
  return reviewSinceMs ?? updatedAtMs;
}

/** Since when a record waits for a person; null: it does not. */
export function waitingSince(entry: QueueEntry): number | null {
  return isWaiting(entry) ? sinceOf(entry) : null;
}

/** The order of those that wait, the longest first. */
export function byWaiting(a: QueueEntry, b: QueueEntry): number {
  return sinceOf(a) - sinceOf(b) || a.seq - b.seq;
}

/** The order in which they came. */
export function bySeq(a: QueueEntry, b: QueueEntry): number {
  return a.seq - b.seq;
}

/** The order of the times at which they came, by the clock of then. */
export function byTime(a: QueueEntry, b: QueueEntry): number {
  return a.createdAtMs - b.createdAtMs || a.seq - b.seq;
}

/** How many of a list in this order stand before `entry`, wherever that is. */
export function placeOf<T>(sorted: readonly T[], isBefore: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  const last = sorted.at(-1);
  // Most come after all that there are.
  if (last === undefined || isBefore(last)) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
