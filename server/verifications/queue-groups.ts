import { assert } from '../lib/assert.ts';
import { byDue, bySeq, byTime, byWaiting, isWaiting, placeOf, type QueueEntry } from './queue-entry.ts';

/** Records with the same values in everything that the queue filters by, except their time. */
export interface QueueGroup extends Pick<QueueEntry, 'livemode' | 'kind' | 'status' | 'assignee' | 'reasons'> {
  /** In order of creation. */
  entries: QueueEntry[];
  /** The same records, the longest waiting first. Empty if they do not wait. */
  waiting: QueueEntry[];
  /** The same records, the earliest due time first. */
  due: QueueEntry[];
  /** The same records by creation time. The order differs if the clock was set back. */
  byTime: QueueEntry[];
  /** Whether the clock never was set back, so that both orders are the same. */
  inOrder: boolean;
}

/** There are a few hundred groups however many records there are, so pages and counts do not need to visit each record. */
export interface QueueGroups {
  add(entry: QueueEntry): void;
  /** Must be called before anything of the entry changes. */
  remove(entry: QueueEntry): void;
  all(): Iterable<QueueGroup>;
}

export function createQueueGroups(): QueueGroups {
  const groups = new Map<string, QueueGroup>();
  return {
    add(entry) {
      const key = keyOf(entry);
      const group = groups.get(key) ?? newGroup(entry);
      groups.set(key, group);
      const place = put(group.entries, entry, bySeq);
      if (put(group.byTime, entry, byTime) !== place) group.inOrder = false;
      if (!isWaiting(entry)) return;
      put(group.waiting, entry, byWaiting);
      put(group.due, entry, byDue);
    },
    remove(entry) {
      const key = keyOf(entry);
      const group = groups.get(key);
      assert(group !== undefined, 'an entry leaves the group that it came into');
      take(group.entries, entry, bySeq);
      take(group.byTime, entry, byTime);
      if (isWaiting(entry)) {
        take(group.waiting, entry, byWaiting);
        take(group.due, entry, byDue);
      }
      if (group.entries.length === 0) groups.delete(key);
    },
    all: () => groups.values(),
  };
}

type Order = (a: QueueEntry, b: QueueEntry) => number;

function put(list: QueueEntry[], entry: QueueEntry, order: Order): number {
  const at = placeOf(list, (one) => order(one, entry) < 0);
  list.splice(at, 0, entry);
  return at;
}

function take(list: QueueEntry[], entry: QueueEntry, order: Order): void {
  const at = placeOf(list, (one) => order(one, entry) < 0);
  assert(list[at] === entry, 'an entry stands where it was put');
  list.splice(at, 1);
}

function newGroup({ livemode, kind, status, assignee, reasons }: QueueEntry): QueueGroup {
  return { livemode, kind, status, assignee, reasons, entries: [], waiting: [], due: [], byTime: [], inOrder: true };
}

function keyOf({ livemode, kind, status, assignee, reasons }: QueueEntry): string {
  return `${livemode ? 'live' : 'test'} ${kind} ${status} ${assignee ?? ''} ${reasons.join(' ')}`;
}
