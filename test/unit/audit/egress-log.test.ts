import { afterEach, expect, it, vi } from 'vitest';
import { createEgressLog } from '../../../server/audit/egress-log.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';

const SENT = { host: '10.0.0.5', port: 443, allowed: true, why: 'webhook' };
const REFUSED = { host: '10.0.0.5', port: 443, allowed: false, why: 'not_allowed' };
const TRIED = { host: 'custos.invalid', port: null, allowed: false, why: 'no_connections' };
const MINUTE_MS = 60_000;

afterEach(() => vi.useRealTimers());

it('holds one entry for a destination, a verdict and a minute, newest first', () => {
  const db = memoryDatabase();
  const clock = testClock();
  const log = createEgressLog({ db, clock });
  const startMs = clock.now();
  log.note(SENT);
  clock.advance(1_000);
  log.note(SENT);
  log.note(REFUSED);
  expect(log.list(10).entries).toHaveLength(2);
  log.note(SENT);
  log.note(TRIED);
  clock.advance(MINUTE_MS);
  log.note(SENT);
  expect(log.list(10)).toEqual({
    entries: [
      { seq: 4, ...SENT, firstAtMs: startMs + 1_000 + MINUTE_MS, lastAtMs: startMs + 1_000 + MINUTE_MS, times: 1 },
      { seq: 3, ...TRIED, firstAtMs: startMs + 1_000, lastAtMs: startMs + 1_000, times: 1 },
      { seq: 2, ...REFUSED, firstAtMs: startMs + 1_000, lastAtMs: startMs + 1_000, times: 1 },
      { seq: 1, ...SENT, firstAtMs: startMs, lastAtMs: startMs + 1_000, times: 3 },
    ],
    hasMore: false,
  });
  expect(log.list(2)).toMatchObject({ entries: [{ seq: 4 }, { seq: 3 }], hasMore: true });
});

it('is written by itself and at the end, and stays', () => {
  vi.useFakeTimers();
  const db = memoryDatabase();
  const clock = testClock();
  const count = db.prepare('SELECT coalesce(sum(times), 0) FROM egress').pluck();
  const log = createEgressLog({ db, clock });
  log.note(SENT);
  expect(count.get()).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(count.get()).toBe(1);
  log.note(SENT);
  log.close();
  expect(count.get()).toBe(2);
  expect(createEgressLog({ db, clock }).list(10).entries).toMatchObject([{ host: '10.0.0.5', times: 2 }]);
});

it('keeps what cannot be written for the next time', () => {
  vi.useFakeTimers();
  const db = memoryDatabase();
  const log = createEgressLog({ db, clock: testClock() });
  db.exec("CREATE TRIGGER full BEFORE INSERT ON egress BEGIN SELECT RAISE(ABORT, 'full'); END");
  log.note(SENT);
  vi.advanceTimersByTime(2_000);
  // Entries written before the failure are still reported.
  expect(log.list(10).entries).toEqual([]);
  db.exec('DROP TRIGGER full');
  log.note(SENT);
  vi.advanceTimersByTime(2_000);
  expect(db.prepare('SELECT times FROM egress').pluck().all()).toEqual([2]);
});

it('stays bounded, in memory and on disk', () => {
  const db = memoryDatabase();
  const clock = testClock();
  const log = createEgressLog({ db, clock });
  for (let i = 0; i < LIMITS.egressPendingMax + 50; i++) log.note({ ...TRIED, host: `${i}.invalid` });
  expect(log.list(1).entries).toMatchObject([{ host: '*', times: 50 }]);
  log.note({ ...TRIED, host: 'x'.repeat(LIMITS.egressHostCharsMax + 10) });
  expect(log.list(1).entries[0]?.host).toHaveLength(LIMITS.egressHostCharsMax);
  for (let round = 0; round * LIMITS.egressPendingMax < LIMITS.egressEntriesKept; round++) {
    clock.advance(MINUTE_MS);
    for (let i = 0; i < LIMITS.egressPendingMax; i++) log.note({ ...TRIED, host: `${i}.invalid` });
    log.list(1);
  }
  expect(db.prepare('SELECT count(*) FROM egress').pluck().get()).toBe(LIMITS.egressEntriesKept);
});
