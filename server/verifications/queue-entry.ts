import type { Verification, VerificationKind } from './types.ts';

/** What the queue knows of one record without opening it. */
export interface QueueEntry extends Pick<Verification, 'id' | 'livemode' | 'status' | 'createdAtMs' | 'updatedAtMs'> {
  /** Increases with each new record. */
  seq: number;
  kind: VerificationKind;
  /** When it last entered review, whether or not it still waits. null: it never did. */
  reviewSinceMs: number | null;
  /** The due time of its last wait for review, whether or not it still waits. null: it had none. */
  reviewDueMs: number | null;
  assignee: string | null;
  /** The reason codes that kept it from `completed`. */
  reasons: readonly string[];
  alertsOpen: number;
  /** As written by `searchableWords`. null: not read yet. Personal data: in memory only. */
  words: string | null;
  /** The submission does not say whom it is about, but documents may. */
  unnamed: boolean;
}

/** Whether it waits for a review. */
export function isWaiting({ status }: Pick<QueueEntry, 'status'>): boolean {
  return status === 'needs_review';
}

/** Returns since when it waits, or when it last began to. */
export function sinceOf({ reviewSinceMs, updatedAtMs }: QueueEntry): number {
  return reviewSinceMs ?? updatedAtMs;
}

/** Returns since when a record waits for a review, or null if it does not. */
export function waitingSince(entry: QueueEntry): number | null {
  return isWaiting(entry) ? sinceOf(entry) : null;
}

/** Compares by waiting time, the longest first. */
export function byWaiting(a: QueueEntry, b: QueueEntry): number {
  return sinceOf(a) - sinceOf(b) || a.seq - b.seq;
}

/** Returns until when a record may wait for a review. null: it does not wait, or has no deadline. */
export function dueTime(entry: Pick<QueueEntry, 'status' | 'reviewDueMs'>): number | null {
  return isWaiting(entry) ? entry.reviewDueMs : null;
}

/** Compares by due time, the earliest first. Records without a due time are last. */
export function byDue(a: QueueEntry, b: QueueEntry): number {
  const dueOf = ({ reviewDueMs }: QueueEntry): number => reviewDueMs ?? Number.MAX_SAFE_INTEGER;
  return dueOf(a) - dueOf(b) || a.seq - b.seq;
}

/** Compares by order of creation. */
export function bySeq(a: QueueEntry, b: QueueEntry): number {
  return a.seq - b.seq;
}

/** Compares by creation time, as the clock showed it. */
export function byTime(a: QueueEntry, b: QueueEntry): number {
  return a.createdAtMs - b.createdAtMs || a.seq - b.seq;
}

/** Returns how many items of a sorted list precede an entry, whether or not the entry is in it. */
export function placeOf<T>(sorted: readonly T[], isBefore: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  const last = sorted.at(-1);
  // Most new entries go to the end.
  if (last === undefined || isBefore(last)) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
