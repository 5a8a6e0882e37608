import { LIMITS } from '../lib/limits.ts';
import { type Entry, nextHead } from '../parcel/entries.ts';
import type { ParcelHeader } from '../parcel/parcel.ts';

/** Pure rules: what becomes of a parcel, given what the hub knows. Order is (line, seq), never time. */

/** What the hub knows of a line. */
export interface KnownLine {
  last: number;
  head: string;
  /** The highest number that a parcel of it claimed to have a receipt for. */
  receiptsThrough: number;
  /** The greatest length of the branch's audit log so far, and the branch's time then. */
  auditCount: number;
  auditAtMs: number;
  /** When its successor began, in the branch's time; null for the newest line. */
  closedFromMs: number | null;
}

/** What contradicts the known history. The parcel is kept as proof. */
export type Contradiction = 'line_behind' | 'line_forked' | 'audit_rewritten';

export type Verdict =
  /** The entries from this number on are new; there may be none. */
  { take: number } | { expectedSeq: number } | { contradiction: Contradiction };

/** Returns whether a parcel's time is impossible: in the hub's future, or before the branch enrolled. Sticks and waiting parcels are rightly old. */
export function isClockWrong(
  branchTimeMs: number,
  { nowMs, enrolledAtMs }: { nowMs: number; enrolledAtMs: number },
): boolean {
  return branchTimeMs > nowMs + LIMITS.hubClockOffMsMax || branchTimeMs < enrolledAtMs - LIMITS.hubClockOffMsMax;
}

/** Returns the number up to which both know the line; the heads there must agree. Null: there is a gap between. */
export function commonSeq(
  { first, last }: Pick<ParcelHeader, 'first' | 'last'>,
  line: Pick<KnownLine, 'last'>,
): number | null {
  return first > line.last + 1 ? null : Math.min(last, line.last);
}

/** Returns the parcel's head after entry `seq`, which is one of its entries or the one before them. */
export function headIn(
  { prev_head, first }: Pick<ParcelHeader, 'prev_head' | 'first'>,
  entries: readonly Entry[],
  seq: number,
): string {
  return entries.slice(0, seq - first + 1).reduce(nextHead, prev_head);
}

/**
 * Judges a parcel of a known line.
 * @param heads what the parcel and the hub have as head at `commonSeq`
 */
export function judgeChain(
  header: Pick<ParcelHeader, 'first' | 'last' | 'receipts_through' | 'branch_time'>,
  line: KnownLine,
  heads: { parcel: string; hub: string },
): Verdict {
  if (commonSeq(header, line) === null) return { expectedSeq: line.last + 1 };
  if (heads.parcel !== heads.hub) {
    // A restored branch forgot receipts that this line already named. Two machines from one image both remember them.
    return { contradiction: header.receipts_through < line.receiptsThrough ? 'line_behind' : 'line_forked' };
  }
  const brings = header.last > line.last;
  if (brings && line.closedFromMs !== null && Date.parse(header.branch_time) > line.closedFromMs) {
    // The branch goes on with a newer line, so another machine writes the former one.
    return { contradiction: 'line_forked' };
  }
  return { take: line.last + 1 };
}

/** What the branch's audit log was: its length, and its newest link in hexadecimal digits. */
export interface AuditPoint {
  count: number;
  head: string;
}

/**
 * Judges what a parcel states of the branch's audit log: a log only grows, and its links never change. A parcel may be older than the one before it,
 * which was sealed again after an erasure.
 * @param stated all points that the parcel states
 * @param anchors what earlier parcels of the line stated at the same lengths
 */
export function isAuditRewritten(
  { audit, stated, branchTimeMs }: { audit: AuditPoint; stated: readonly AuditPoint[]; branchTimeMs: number },
  line: Pick<KnownLine, 'auditCount' | 'auditAtMs'> | null,
  anchors: readonly AuditPoint[],
): boolean {
  if (line && audit.count < line.auditCount && branchTimeMs > line.auditAtMs) return true;
  const known = new Map(anchors.map(({ count, head }) => [count, head]));
  return stated.some(({ count, head }) => count > audit.count || (known.get(count) ?? head) !== head);
}
