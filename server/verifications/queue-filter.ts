import { placeOf, type QueueEntry } from './queue-entry.ts';
import type { QueueGroup } from './queue-groups.ts';
import type { QueueIndex } from './queue-index.ts';
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

export type Test = (entry: QueueEntry) => boolean;

/** Where records of a group begin and end whose time is asked for. */
export interface Part {
  group: QueueGroup;
  from: number;
  to: number;
}

/** All but the statuses and the text, the cheapest first. */
export function testsOf(filter: QueueFilter): Test[] {
  const { createdFromMs, createdToMs } = filter;
  const tests: Test[] = [(entry) => isOfGroup(entry, filter)];
  if (createdFromMs !== undefined) tests.push((entry) => entry.createdAtMs >= createdFromMs);
  if (createdToMs !== undefined) tests.push((entry) => entry.createdAtMs < createdToMs);
  return tests;
}

/** What all records of a group have in common. */
function isOfGroup(
  {
    livemode: live,
    kind,
    assignee: given,
    reasons: codes,
  }: Omit<QueueGroup, 'status' | 'entries' | 'waiting' | 'inOrder'>,
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

/** The records that the filter lets through, as parts of groups; null where times are out of order, so that each has to be looked at. */
export function partsOf(
  index: QueueIndex,
  filter: QueueFilter,
  statuses?: readonly VerificationStatus[],
): Part[] | null {
  const { createdFromMs = Number.NEGATIVE_INFINITY, createdToMs = Number.POSITIVE_INFINITY } = filter;
  const ofTime = filter.createdFromMs !== undefined || filter.createdToMs !== undefined;
  const parts: Part[] = [];
  for (const group of index.groups()) {
    if (!isOfGroup(group, filter) || !(statuses?.includes(group.status) ?? true)) continue;
    if (ofTime && !group.inOrder) return null;
    const at = (ms: number): number => placeOf(group.entries, (one) => one.createdAtMs < ms);
    const [from, to] = ofTime ? [at(createdFromMs), at(createdToMs)] : [0, group.entries.length];
    if (from < to) parts.push({ group, from, to });
  }
  return parts;
}
