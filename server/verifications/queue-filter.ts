import { bySeq, placeOf, type QueueEntry } from './queue-entry.ts';
import type { QueueGroup } from './queue-groups.ts';
import type { QueueIndex } from './queue-index.ts';
import type { VerificationKind, VerificationStatus } from './types.ts';

/** Which records to return. Every given condition must hold. */
export interface QueueFilter {
  livemode: boolean;
  kinds: readonly VerificationKind[];
  statuses?: readonly VerificationStatus[];
  /** Any of these codes. */
  reasons?: readonly string[];
  /** null: not assigned. */
  assignee?: string | null;
  /** Inclusive. */
  createdFromMs?: number;
  /** Exclusive. */
  createdToMs?: number;
  /** Words that begin words of a name or of the reference, in any order; or an id, or its beginning. */
  text?: string;
}

export type Test = (entry: QueueEntry) => boolean;

/** The records of a group within a period: those of `entries`, in order of creation, from one index up to but not including another. */
export interface Part {
  group: QueueGroup;
  entries: readonly QueueEntry[];
  from: number;
  to: number;
}

/** Returns tests for everything except the statuses and the text, the cheapest first. */
export function testsOf(filter: QueueFilter): Test[] {
  const { createdFromMs, createdToMs } = filter;
  const tests: Test[] = [(entry) => isOfGroup(entry, filter)];
  if (createdFromMs !== undefined) tests.push((entry) => entry.createdAtMs >= createdFromMs);
  if (createdToMs !== undefined) tests.push((entry) => entry.createdAtMs < createdToMs);
  return tests;
}

/** Tests what all records of a group have in common. */
function isOfGroup(
  {
    livemode: live,
    kind,
    assignee: given,
    reasons: codes,
  }: Omit<QueueGroup, 'status' | 'entries' | 'waiting' | 'due' | 'byTime' | 'inOrder'>,
  { livemode, kinds, assignee, reasons }: QueueFilter,
): boolean {
  if (live !== livemode || !kinds.includes(kind)) return false;
  if (assignee !== undefined && given !== assignee) return false;
  return reasons === undefined || codes.some((code) => reasons.includes(code));
}

export function allOf(tests: readonly Test[]): Test {
  return (entry) => {
    for (const test of tests) if (!test(entry)) return false;
    return true;
  };
}

/** Returns the records that match the filter, apart from its text, as parts of groups. */
export function partsOf(index: QueueIndex, filter: QueueFilter, statuses?: readonly VerificationStatus[]): Part[] {
  return [...index.groups()]
    .filter((group) => isOfGroup(group, filter) && (statuses?.includes(group.status) ?? true))
    .map((group) => partOf(group, filter))
    .filter(({ from, to }) => from < to);
}

function partOf(group: QueueGroup, { createdFromMs, createdToMs }: QueueFilter): Part {
  const { entries, byTime, inOrder } = group;
  const at = (ms: number): number => placeOf(byTime, (one) => one.createdAtMs < ms);
  const from = createdFromMs === undefined ? 0 : at(createdFromMs);
  const to = createdToMs === undefined ? entries.length : at(createdToMs);
  if (inOrder || to - from === entries.length) return { group, entries, from, to };
  const ofTime = byTime.slice(from, to).sort(bySeq);
  return { group, entries: ofTime, from: 0, to: ofTime.length };
}
