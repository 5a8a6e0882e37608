import { AppError } from '../lib/errors.ts';
import type { QueueEntry, QueueIndex } from './queue-index.ts';
import { foldedWords } from './subject-index.ts';
import type { VerificationKind, VerificationStatus } from './types.ts';

/** Which records; every condition that is given must hold. */
export interface QueueFilter {
  livemode: boolean;
  kinds: readonly VerificationKind[];
  statuses?: readonly VerificationStatus[];
  /** Any of these codes. */
  reasons?: readonly string[];
  /** null: given to nobody. */
  assignee?: string | null;
  /** Inclusive. */
  createdFromMs?: number;
  /** Exclusive. */
  createdToMs?: number;
  /** Words that begin words of a name or of the reference, in any order; an id, or its beginning. */
  text?: string;
}

export type QueueOrder = 'newest' | 'oldest' | 'longest_waiting';

export interface QueuePage {
  /** `longest_waiting`: only what waits for a person, by when it began to. */
  order: QueueOrder;
  limit: number;
  /** An id. */
  startingAfter?: string;
}

export interface QueueCounts {
  /** Of all of the filter. */
  total: number;
  kinds: Record<VerificationKind, number>;
  /** Of the filter without its `statuses`, as is all that follows. */
  statuses: Record<VerificationStatus, number>;
  /** Of what waits for a person, the most frequent first. */
  reasons: { code: string; count: number }[];
  oldestWaiting: { id: string; sinceMs: number } | null;
}

type Test = (entry: QueueEntry) => boolean;

/** One page of what the filter lets through. Throws `invalid_cursor` where the cursor has no place in this order. */
export async function searchQueue(
  index: QueueIndex,
  filter: QueueFilter,
  page: QueuePage,
): Promise<{ data: QueueEntry[]; hasMore: boolean }> {
  const entries = await index.entries();
  const after = page.startingAfter === undefined ? null : cursorEntry(index, filter, page, page.startingAfter);
  const { statuses } = filter;
  const passes = allOf([...testsOf(filter), ...(statuses ? [isIn(statuses)] : [])]);
  const found =
    page.order === 'longest_waiting'
      ? longestWaiting(entries, passes, after, page.limit + 1)
      : byAge(entries, passes, { after, order: page.order, count: page.limit + 1 });
  return { data: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

/** How many records the filter lets through, by what they are sorted out by. */
export async function countQueue(index: QueueIndex, filter: QueueFilter): Promise<QueueCounts> {
  const entries = await index.entries();
  const passes = allOf(testsOf(filter));
  const isAsked = filter.statuses ? isIn(filter.statuses) : () => true;
  const counts: QueueCounts = {
    total: 0,
    kinds: { kyc: 0, kyb: 0 },
    statuses: { pending: 0, processing: 0, completed: 0, failed: 0, needs_review: 0 },
    reasons: [],
    oldestWaiting: null,
  };
  /** Of what waits; records with the same reasons share one list of them. */
  const lists = new Map<readonly string[], number>();
  let oldest: QueueEntry | null = null;
  for (const entry of entries) {
    if (!passes(entry)) continue;
    counts.statuses[entry.status] += 1;
    if (isWaiting(entry)) {
      lists.set(entry.reasons, (lists.get(entry.reasons) ?? 0) + 1);
      if (oldest === null || byWaiting(entry, oldest) < 0) oldest = entry;
    }
    if (!isAsked(entry)) continue;
    counts.total += 1;
    counts.kinds[entry.kind] += 1;
  }
  counts.reasons = countCodes(lists);
  counts.oldestWaiting = oldest && { id: oldest.id, sinceMs: sinceOf(oldest) };
  return counts;
}

/** The most frequent first. */
function countCodes(lists: ReadonlyMap<readonly string[], number>): QueueCounts['reasons'] {
  const codes = new Map<string, number>();
  for (const [list, records] of lists) for (const code of list) codes.set(code, (codes.get(code) ?? 0) + records);
  return [...codes]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** Since when a record waits for a person; null: it does not. */
export function waitingSince(entry: QueueEntry): number | null {
  return isWaiting(entry) ? sinceOf(entry) : null;
}

/** All but the statuses, the cheapest first. */
function testsOf({ livemode, kinds, reasons, assignee, createdFromMs, createdToMs, text }: QueueFilter): Test[] {
  const tests: Test[] = [(entry) => entry.livemode === livemode && kinds.includes(entry.kind)];
  if (assignee !== undefined) tests.push((entry) => entry.assignee === assignee);
  if (createdFromMs !== undefined) tests.push((entry) => entry.createdAtMs >= createdFromMs);
  if (createdToMs !== undefined) tests.push((entry) => entry.createdAtMs < createdToMs);
  if (reasons !== undefined) tests.push((entry) => entry.reasons.some((code) => reasons.includes(code)));
  return [...tests, ...textTests(text ?? '')];
}

function textTests(text: string): Test[] {
  return [...new Set(text.split(/\s+/))].flatMap((part): Test[] => {
    if (part === '') return [];
    const id = part.toLowerCase();
    if (/^(?:kyb_)?ver_/.test(id)) return [(entry) => entry.id.startsWith(id)];
    const words = foldedWords(part).map((word) => ` ${word}`);
    // Signs alone are in no name.
    return words.length === 0 ? [() => false] : words.map((word) => (entry) => entry.words?.includes(word) ?? false);
  });
}

function isIn(statuses: readonly VerificationStatus[]): Test {
  return ({ status }) => statuses.includes(status);
}

function allOf(tests: readonly Test[]): Test {
  return (entry) => {
    for (const test of tests) if (!test(entry)) return false;
    return true;
  };
}

function byAge(
  entries: readonly QueueEntry[],
  passes: Test,
  { after, order, count }: { after: QueueEntry | null; order: 'newest' | 'oldest'; count: number },
): QueueEntry[] {
  const step = order === 'oldest' ? 1 : -1;
  const first = order === 'oldest' ? 0 : entries.length - 1;
  const found: QueueEntry[] = [];
  for (let i = after ? entries.indexOf(after) + step : first; found.length < count; i += step) {
    const entry = entries[i];
    if (!entry) break;
    if (passes(entry)) found.push(entry);
  }
  return found;
}

function longestWaiting(
  entries: readonly QueueEntry[],
  passes: Test,
  after: QueueEntry | null,
  count: number,
): QueueEntry[] {
  return entries
    .filter((entry) => isWaiting(entry) && passes(entry) && (after === null || byWaiting(entry, after) > 0))
    .sort(byWaiting)
    .slice(0, count);
}

function isWaiting({ status }: QueueEntry): boolean {
  return status === 'needs_review';
}

function sinceOf({ reviewSinceMs, updatedAtMs }: QueueEntry): number {
  return reviewSinceMs ?? updatedAtMs;
}

function byWaiting(a: QueueEntry, b: QueueEntry): number {
  return sinceOf(a) - sinceOf(b) || a.seq - b.seq;
}

/** One that waits no more keeps its place among those that wait, so that a page that was worked through is followed by the next. */
function cursorEntry(
  index: QueueIndex,
  { livemode, kinds }: QueueFilter,
  { order }: QueuePage,
  id: string,
): QueueEntry {
  const entry = index.find(id);
  const isPlaced = order !== 'longest_waiting' || entry?.reviewSinceMs != null;
  if (entry && entry.livemode === livemode && kinds.includes(entry.kind) && isPlaced) return entry;
  const message = 'starting_after is no record with a place in this order. Leave it out to start anew.';
  const item = { code: 'invalid_cursor', message, field: 'starting_after' };
  throw new AppError('invalid_cursor', { detail: message, items: [item] });
}
