import { byWaiting, isWaiting, type QueueEntry, sinceOf } from './queue-entry.ts';
import { allOf, type Part, partsOf, type QueueFilter, testsOf } from './queue-filter.ts';
import type { QueueIndex } from './queue-index.ts';
import { readText } from './queue-text.ts';
import type { VerificationKind, VerificationStatus } from './types.ts';

export interface QueueCounts {
  /** Counts everything that matches the filter. */
  total: number;
  kinds: Record<VerificationKind, number>;
  /** Counts without the filter's `statuses`, like everything below. */
  statuses: Record<VerificationStatus, number>;
  /** Of records in `needs_review`, the most frequent first. */
  reasons: { code: string; count: number }[];
  oldestWaiting: { id: string; sinceMs: number } | null;
}

/** Counts the records that match the filter, by the properties that the queue filters by. */
export async function countQueue(index: QueueIndex, filter: QueueFilter): Promise<QueueCounts> {
  const entries = await index.entries();
  const text = readText(index, filter.text ?? '');
  const tally = newTally(filter);
  if (text === null) for (const part of partsOf(index, filter)) tally.addPart(part);
  else {
    const passes = allOf([...testsOf(filter), text.passes]);
    for (const entry of text.size === null ? entries : text.candidates()) if (passes(entry)) tally.add(entry);
  }
  return tally.counts();
}

/** Adds up what matches a filter, one record or a part of a group at a time. */
function newTally({ statuses, createdFromMs, createdToMs }: QueueFilter) {
  const isAsked = (status: VerificationStatus): boolean => statuses?.includes(status) ?? true;
  const ofTime = createdFromMs !== undefined || createdToMs !== undefined;
  const byStatus = { pending: 0, processing: 0, completed: 0, failed: 0, needs_review: 0 };
  const kinds = { kyc: 0, kyb: 0 };
  /** Of waiting records. Records with the same reasons share one list of them. */
  const lists = new Map<readonly string[], number>();
  let oldest: QueueEntry | null = null;
  const addMany = ({ kind, status, reasons }: Pick<QueueEntry, 'kind' | 'status' | 'reasons'>, n: number): void => {
    byStatus[status] += n;
    if (isWaiting({ status })) lists.set(reasons, (lists.get(reasons) ?? 0) + n);
    if (isAsked(status)) kinds[kind] += n;
  };
  const look = (entry: QueueEntry | undefined): void => {
    if (entry && isWaiting(entry) && (oldest === null || byWaiting(entry, oldest) < 0)) oldest = entry;
  };
  return {
    add(entry: QueueEntry): void {
      addMany(entry, 1);
      look(entry);
    },
    addPart({ group, entries, from, to }: Part): void {
      addMany(group, to - from);
      if (!isWaiting(group)) return;
      // Records created within a period may have begun to wait in any order.
      for (const entry of ofTime ? entries.slice(from, to) : group.waiting.slice(0, 1)) look(entry);
    },
    counts: (): QueueCounts => ({
      total: kinds.kyc + kinds.kyb,
      kinds,
      statuses: byStatus,
      reasons: countCodes(lists),
      oldestWaiting: oldest && { id: oldest.id, sinceMs: sinceOf(oldest) },
    }),
  };
}

/** Returns the counts, the most frequent first. */
function countCodes(lists: ReadonlyMap<readonly string[], number>): QueueCounts['reasons'] {
  const codes = new Map<string, number>();
  for (const [list, records] of lists) for (const code of list) codes.set(code, (codes.get(code) ?? 0) + records);
  return [...codes]
    .map(([code, count]) => ({ code, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
