import { assert } from '../lib/assert.ts';
import { bySeq, byWaiting, isWaiting, placeOf, type QueueEntry } from './queue-entry.ts';

/** Records that are alike in all that they are sorted out by but their time. */
export interface QueueGroup extends Pick<QueueEntry, 'livemode' | 'kind' | 'status' | 'assignee' | 'reasons'> {
  /** As they came. */
  entries: QueueEntry[];
  /** The same, the longest waiting first; none where they do not wait. */
  waiting: QueueEntry[];
  /** Whether their times are in the order in which they came: not where the clock was set back. */
  inOrder: boolean;
}

/** There are some hundreds of groups however many records there are, so that pages and counts are had without looking at each record. */
export interface QueueGroups {
  add(entry: QueueEntry): void;
  /** Before anything of it changes. */
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
      const at = placeOf(group.entries, (one) => bySeq(one, entry) < 0);
      const [before, after] = [group.entries[at - 1], group.entries[at]];
      if ((before?.createdAtMs ?? 0) > entry.createdAtMs) group.inOrder = false;
      if (after !== undefined && after.createdAtMs < entry.createdAtMs) group.inOrder = false;
      group.entries.splice(at, 0, entry);
      if (isWaiting(entry)) {
        const place = placeOf(group.waiting, (one) => byWaiting(one, entry) < 0);
        group.waiting.splice(place, 0, entry);
      }
    },
    remove(entry) {
      const key = keyOf(entry);
      const group = groups.get(key);
      assert(group !== undefined, 'an entry leaves the group that it came into');
      take(group.entries, entry, bySeq);
      if (isWaiting(entry)) take(group.waiting, entry, byWaiting);
      if (group.entries.length === 0) groups.delete(key);
    },
    all: () => groups.values(),
  };
}

function take(list: QueueEntry[], entry: QueueEntry, order: (a: QueueEntry, b: QueueEntry) => number): void {
  const at = placeOf(list, (one) => order(one, entry) < 0);
  assert(list[at] === entry, 'an entry stands where it was put');
  list.splice(at, 1);
}

function newGroup({ livemode, kind, status, assignee, reasons }: QueueEntry): QueueGroup {
  return { livemode, kind, status, assignee, reasons, entries: [], waiting: [], inOrder: true };
}

function keyOf({ livemode, kind, status, assignee, reasons }: QueueEntry): string {
  return `${livemode ? 'live' : 'test'} ${kind} ${status} ${assignee ?? ''} ${reasons.join(' ')}`;
}
