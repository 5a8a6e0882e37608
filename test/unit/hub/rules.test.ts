import { describe, expect, test } from 'vitest';
import {
  commonSeq,
  headIn,
  isAuditRewritten,
  isClockWrong,
  judgeChain,
  type KnownLine,
} from '../../../server/hub/rules.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { makeEntry, NO_HEAD, nextHead } from '../../../server/parcel/entries.ts';

const LINE: KnownLine = {
  last: 100,
  head: 'h',
  receiptsThrough: 90,
  auditCount: 50,
  auditAtMs: 1_000,
  closedFromMs: null,
};
const header = (first: number, last: number, more: { receipts_through?: number; branch_time?: string } = {}) => ({
  first,
  last,
  receipts_through: 90,
  branch_time: '2026-01-15T12:00:00.000Z',
  ...more,
});
const SAME = { parcel: 'h', hub: 'h' };
const OTHER = { parcel: 'x', hub: 'h' };

describe('the chain', () => {
  test('what follows is taken, what is known is taken again, a gap names the next number', () => {
    expect(judgeChain(header(101, 150), LINE, SAME)).toEqual({ take: 101 });
    expect(judgeChain(header(51, 150), LINE, SAME)).toEqual({ take: 101 });
    expect(judgeChain(header(1, 100), LINE, SAME)).toEqual({ take: 101 });
    expect(judgeChain(header(102, 150), LINE, SAME)).toEqual({ expectedSeq: 101 });
  });

  test('another head is a restored branch if it forgot receipts, else a second machine', () => {
    expect(judgeChain(header(60, 110, { receipts_through: 59 }), LINE, OTHER)).toEqual({
      contradiction: 'line_behind',
    });
    expect(judgeChain(header(91, 110), LINE, OTHER)).toEqual({ contradiction: 'line_forked' });
  });

  test('a closed line takes what was sealed before its successor began', () => {
    const closed = { ...LINE, closedFromMs: Date.parse('2026-01-15T12:00:00.000Z') };
    expect(judgeChain(header(101, 110), closed, SAME)).toEqual({ take: 101 });
    const late = header(101, 110, { branch_time: '2026-01-15T12:00:00.001Z' });
    expect(judgeChain(late, closed, SAME)).toEqual({ contradiction: 'line_forked' });
    expect(judgeChain({ ...late, first: 1, last: 100 }, closed, SAME)).toEqual({ take: 101 });
  });

  test('the heads to compare are those at the last number that both know', () => {
    expect(commonSeq(header(101, 150), LINE)).toBe(100);
    expect(commonSeq(header(1, 50), LINE)).toBe(50);
    expect(commonSeq(header(102, 150), LINE)).toBeNull();
    const entries = [1, 2, 3].map((seq) => makeEntry({ seq, kind: 'health', record: null, content: { seq } }));
    const at = (seq: number) => headIn({ prev_head: NO_HEAD, first: 1 }, entries, seq);
    expect(at(0)).toBe(NO_HEAD);
    expect(at(2)).toBe(entries.slice(0, 2).reduce(nextHead, NO_HEAD));
    expect(at(3)).toBe(entries.reduce(nextHead, NO_HEAD));
  });
});

describe('clock and audit log', () => {
  test('a clock is wrong in the future and before the enrolment, not for what waited long', () => {
    const hub = { nowMs: 1e12, enrolledAtMs: 1e12 - 400 * 24 * 3600 * 1000 };
    const off = LIMITS.hubClockOffMsMax;
    expect(isClockWrong(hub.nowMs + off, hub)).toBe(false);
    expect(isClockWrong(hub.nowMs + off + 1, hub)).toBe(true);
    expect(isClockWrong(hub.enrolledAtMs, hub)).toBe(false);
    expect(isClockWrong(hub.enrolledAtMs - off - 1, hub)).toBe(true);
  });

  const audit = { count: 60, head: 'a60' };
  const states = (more: object = {}) => ({ audit, stated: [audit], branchTimeMs: 2_000, ...more });

  test('a log that grows is right, one that shrinks later is not', () => {
    expect(isAuditRewritten(states(), LINE, [])).toBe(false);
    expect(isAuditRewritten(states(), null, [])).toBe(false);
    const short = { count: 40, head: 'a40' };
    expect(isAuditRewritten(states({ audit: short, stated: [short] }), LINE, [])).toBe(true);
    // Sealed before the parcel that came before it.
    expect(isAuditRewritten(states({ audit: short, stated: [short], branchTimeMs: 500 }), LINE, [])).toBe(false);
  });

  test('another link at a kept length, or a point beyond the end, contradicts', () => {
    const point = { count: 55, head: 'a55' };
    expect(isAuditRewritten(states({ stated: [audit, point] }), LINE, [point])).toBe(false);
    expect(isAuditRewritten(states({ stated: [audit, point] }), LINE, [{ count: 55, head: 'other' }])).toBe(true);
    expect(isAuditRewritten(states({ stated: [audit, { count: 61, head: 'a61' }] }), LINE, [])).toBe(true);
  });
});
