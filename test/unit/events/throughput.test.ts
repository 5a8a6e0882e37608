import { expect, it, vi } from 'vitest';
import { createThroughput } from '../../../server/events/throughput.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';

const HOUR_MS = 3600 * 1000;
const SECOND_MS = 1_000;

function rig() {
  const db = memoryDatabase();
  const clock = testClock();
  const insert = db.prepare(
    "INSERT INTO events (id, kind, subject_id, livemode, created_at, body) VALUES (?, ?, ?, ?, ?, '{}')",
  );
  let count = 0;
  const happen = (kind: string, subject: string, livemode = true): void => {
    insert.run(`evt_${++count}`, kind, subject, Number(livemode), clock.now());
  };
  /** A verification that waits and runs for these numbers of seconds. */
  const verify = (
    subject: string,
    seconds: { wait: number; run: number },
    end = 'completed',
    kind = 'verification',
  ) => {
    happen(`${kind}.created`, subject);
    clock.advance(seconds.wait * SECOND_MS);
    happen(`${kind}.processing`, subject);
    clock.advance(seconds.run * SECOND_MS);
    happen(`${kind}.${end}`, subject);
  };
  return { db, clock, happen, verify, throughput: createThroughput({ db, clock }) };
}

const NONE = { created: 0, completed: 0, failed: 0, needs_review: 0 };
const DAY = { hours: 24, bucketHours: 1, livemode: true };

it('counts what became of verifications by the hour, by kind and mode, the running hour last', async () => {
  const { clock, verify, happen, throughput } = rig();
  verify('ver_1', { wait: 1, run: 2 });
  verify('kyb_ver_1', { wait: 1, run: 2 }, 'needs_review', 'kyb.verification');
  happen('verification.created', 'ver_test', false);
  happen('watchlist.alert.created', 'alt_1');
  clock.advance(HOUR_MS);
  verify('ver_2', { wait: 1, run: 2 }, 'failed');
  const buckets = await throughput.read(DAY);
  expect(buckets).toHaveLength(24);
  expect(buckets.at(-1)).toMatchObject({ kyc: { ...NONE, created: 1, failed: 1 }, kyb: NONE });
  expect(buckets.at(-2)).toMatchObject({
    kyc: { ...NONE, created: 1, completed: 1 },
    kyb: { ...NONE, created: 1, needs_review: 1 },
  });
  expect(buckets.slice(0, -2).every(({ kyc, runMs }) => kyc.created === 0 && runMs === null)).toBe(true);
  expect(buckets.map(({ fromMs }) => fromMs)).toEqual(buckets.map(({ toMs }) => toMs - HOUR_MS));
  const test = await throughput.read({ ...DAY, livemode: false });
  expect(test.at(-2)?.kyc).toEqual({ ...NONE, created: 1 });
});

it('tells how long the half and 95 of a hundred waited and ran at most', async () => {
  const { verify, throughput } = rig();
  for (let i = 1; i <= 20; i++) verify(`ver_${i}`, { wait: 21 - i, run: i });
  const last = (await throughput.read(DAY)).at(-1);
  expect(last?.runMs).toEqual({ p50: 10 * SECOND_MS, p95: 19 * SECOND_MS });
  expect(last?.waitingMs).toEqual({ p50: 10 * SECOND_MS, p95: 19 * SECOND_MS });
});

it('does not take the time that a record waits for a person for work, and counts a second run by itself', async () => {
  const { clock, happen, verify, throughput } = rig();
  verify('ver_1', { wait: 1, run: 2 }, 'needs_review');
  clock.advance(20 * 60 * SECOND_MS);
  happen('verification.processing', 'ver_1');
  clock.advance(4 * SECOND_MS);
  happen('verification.needs_review', 'ver_1');
  clock.advance(20 * 60 * SECOND_MS);
  happen('verification.completed', 'ver_1');
  const last = (await throughput.read(DAY)).at(-1);
  expect(last?.kyc).toEqual({ created: 1, completed: 1, failed: 0, needs_review: 2 });
  expect(last?.runMs).toEqual({ p50: 2 * SECOND_MS, p95: 4 * SECOND_MS });
  expect(last?.waitingMs).toEqual({ p50: SECOND_MS, p95: SECOND_MS });
});

it('reads what came since alone, in lots, and forgets what is too old', async () => {
  const { db, clock, happen, verify, throughput } = rig();
  for (let i = 0; i < 700; i++) verify(`ver_${i}`, { wait: 0, run: 0 });
  const month = { hours: LIMITS.throughputHoursMax, bucketHours: 24, livemode: true };
  const all = async () => (await throughput.read(month)).reduce((sum, { kyc }) => sum + kyc.created, 0);
  expect(await all()).toBe(700);
  db.exec('DELETE FROM events WHERE seq < 2000');
  happen('verification.created', 'ver_new');
  expect(await all()).toBe(701);
  clock.advance((LIMITS.throughputHoursMax + 1) * HOUR_MS);
  happen('verification.created', 'ver_newer');
  expect(await all()).toBe(1);
  expect(await throughput.read(month)).toHaveLength(30);
});

it('begins where the time asked for begins, and answers two questions at once by one reading', async () => {
  const { db, clock, verify } = rig();
  for (let i = 0; i < 30; i++) verify(`ver_old_${i}`, { wait: 0, run: 0 });
  clock.advance((LIMITS.throughputHoursMax + 1) * HOUR_MS);
  verify('ver_1', { wait: 0, run: 0 });
  const throughput = createThroughput({ db, clock });
  const prepare = vi.spyOn(db, 'prepare');
  const [one, other] = await Promise.all([throughput.read(DAY), throughput.read(DAY)]);
  expect(one).toEqual(other);
  expect(one.at(-1)?.kyc.completed).toBe(1);
  expect(prepare.mock.calls.filter(([sql]) => sql.startsWith('SELECT seq, kind')).length).toBeLessThanOrEqual(1);
});

it('keeps a limited number of times of an hour, the last ones', async () => {
  const { verify, throughput } = rig();
  for (let i = 0; i < LIMITS.throughputSamplesPerHourMax; i++) verify(`ver_${i}`, { wait: 0, run: 0 });
  for (let i = 0; i < LIMITS.throughputSamplesPerHourMax; i++) verify(`new_${i}`, { wait: 0, run: 0.001 });
  const last = (await throughput.read(DAY)).at(-1);
  expect(last?.kyc.completed).toBe(2 * LIMITS.throughputSamplesPerHourMax);
  expect(last?.runMs).toEqual({ p50: 1, p95: 1 });
});
