import { itemError } from '../lib/errors.ts';
import { byDue, bySeq, byWaiting, isWaiting, placeOf, type QueueEntry } from './queue-entry.ts';
import { allOf, type Part, partsOf, type QueueFilter, type Test, testsOf } from './queue-filter.ts';
import type { QueueIndex } from './queue-index.ts';
import { readText, type TextSearch } from './queue-text.ts';

export type QueueOrder = 'newest' | 'oldest' | 'longest_waiting' | 'due';

export interface QueuePage {
  /** `longest_waiting`: only records that wait for a review, by when they began to. `due`: the same records, the earliest due time first. */
  order: QueueOrder;
  limit: number;
  /** An id. */
  startingAfter?: string;
}

/** The orders of records that wait, each with the list of a group that is in it. */
const WAITING = {
  longest_waiting: { compare: byWaiting, list: 'waiting' },
  due: { compare: byDue, list: 'due' },
} as const;

/** Returns one page of what matches the filter. Throws `invalid_cursor` if the cursor has no place in this order. */
export async function searchQueue(
  index: QueueIndex,
  filter: QueueFilter,
  page: QueuePage,
): Promise<{ data: QueueEntry[]; hasMore: boolean }> {
  const entries = await index.entries();
  const after = page.startingAfter === undefined ? null : cursorEntry(index, filter, page, page.startingAfter);
  const request = { order: page.order, after, count: page.limit + 1 };
  const text = readText(index, filter.text ?? '');
  const found =
    text === null
      ? pageOfParts(partsOf(index, filter, filter.statuses), filter, request)
      : pageOfText(entries, filter, text, request);
  return { data: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

interface PageRequest {
  order: QueueOrder;
  after: QueueEntry | null;
  count: number;
}

/** Returns the first records of the parts in an order. It visits no more of each part than the page may hold. */
function pageOfParts(parts: readonly Part[], filter: QueueFilter, { order, after, count }: PageRequest): QueueEntry[] {
  if (order === 'newest') {
    const lists = parts.map(({ entries, from, to }): QueueEntry[] => {
      const end = after ? placeOf(entries, ({ seq }) => seq < after.seq) : to;
      const last = Math.max(from, Math.min(end, to));
      return entries.slice(Math.max(from, last - count), last).reverse();
    });
    return merge(lists, (a, b) => bySeq(b, a), count);
  }
  if (order === 'oldest') {
    const lists = parts.map(({ entries, from, to }): QueueEntry[] => {
      const begin = after ? placeOf(entries, ({ seq }) => seq <= after.seq) : from;
      const first = Math.max(from, begin);
      return entries.slice(first, Math.min(to, first + count));
    });
    return merge(lists, bySeq, count);
  }
  const { compare, list } = WAITING[order];
  const isAfter = (entry: QueueEntry): boolean => after === null || compare(entry, after) > 0;
  const ofTime = filter.createdFromMs !== undefined || filter.createdToMs !== undefined;
  const lists = parts.map(({ group: { [list]: all }, entries, from, to }): QueueEntry[] => {
    if (ofTime)
      return entries
        .slice(from, to)
        .filter((entry) => isWaiting(entry) && isAfter(entry))
        .sort(compare);
    const begin = placeOf(all, (entry) => !isAfter(entry));
    return all.slice(begin, begin + count);
  });
  return merge(lists, compare, count);
}

/** Returns the first items of lists that are in this order. */
function merge(
  lists: readonly (readonly QueueEntry[])[],
  order: (a: QueueEntry, b: QueueEntry) => number,
  count: number,
): QueueEntry[] {
  const heads = lists.filter((list) => list.length > 0).map((list) => ({ list, at: 0 }));
  const found: QueueEntry[] = [];
  while (found.length < count) {
    let first: { list: readonly QueueEntry[]; at: number } | null = null;
    for (const head of heads) {
      const entry = head.list[head.at];
      if (entry && (first === null || order(entry, first.list[first.at] as QueueEntry) < 0)) first = head;
    }
    if (first === null) return found;
    found.push(first.list[first.at] as QueueEntry);
    first.at += 1;
  }
  return found;
}

/** Returns the first records that a text finds, by the shorter of two ways: through the records of a word, or through all records in order. */
function pageOfText(
  entries: readonly QueueEntry[],
  filter: QueueFilter,
  text: TextSearch,
  { order, after, count }: PageRequest,
): QueueEntry[] {
  const { statuses } = filter;
  const waiting = order === 'newest' || order === 'oldest' ? null : WAITING[order];
  const asked: Test[] = [
    ...(statuses ? [({ status }: QueueEntry) => statuses.includes(status)] : []),
    ...(waiting ? [isWaiting] : []),
  ];
  const passes = allOf([...testsOf(filter), ...asked, text.passes]);
  // With a word this frequent, a page is full before as many records have been visited as contain the word.
  const isFrequent = text.size === null || text.size * text.size > count * entries.length;
  if (isFrequent && !waiting) return byAge(entries, passes, { after, order, count });
  const compare = waiting?.compare ?? (order === 'oldest' ? bySeq : (a, b) => bySeq(b, a));
  return (text.size === null ? entries : text.candidates())
    .filter((entry) => passes(entry) && (after === null || compare(entry, after) > 0))
    .sort(compare)
    .slice(0, count);
}

function byAge(entries: readonly QueueEntry[], passes: Test, { after, order, count }: PageRequest): QueueEntry[] {
  const step = order === 'oldest' ? 1 : -1;
  const first = order === 'oldest' ? 0 : entries.length - 1;
  const found: QueueEntry[] = [];
  const begin = after ? placeOf(entries, ({ seq }) => seq < after.seq) + step : first;
  for (let i = begin; found.length < count; i += step) {
    const entry = entries[i];
    if (!entry) break;
    if (passes(entry)) found.push(entry);
  }
  return found;
}

function cursorEntry(
  index: QueueIndex,
  { livemode, kinds }: QueueFilter,
  { order }: QueuePage,
  id: string,
): QueueEntry {
  const entry = index.find(id);
  const isPlaced = order === 'newest' || order === 'oldest' || entry?.reviewSinceMs != null;
  if (entry && entry.livemode === livemode && kinds.includes(entry.kind) && isPlaced) return entry;
  const message = 'starting_after is not a record in this order. Leave it out to start at the beginning.';
  throw itemError('invalid_cursor', { code: 'invalid_cursor', message, field: 'starting_after' });
}
