import { beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../server/db/open.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { createDispatcher } from '../../../server/webhooks/dispatcher.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const clock = testClock();
const newId = createIds(clock);
let db: Db;
let began: string[];
let ends: Map<string, (ok: boolean) => void>;
beforeEach(() => {
  db = memoryDatabase();
  // Only lanes are tested here: their deliveries have no verification and no event.
  db.pragma('foreign_keys = OFF');
  began = [];
  ends = new Map();
});

/** Writes deliveries that are due, and returns their ids. */
function due(lane: string, count: number): string[] {
  const insert = db.prepare(
    `INSERT INTO webhook_deliveries (id, event_seq, livemode, verification_id, lane, state, next_at, created_at, updated_at)
     VALUES (?, 1, 1, 'ver_x', ?, 'pending', ?, 0, 0)`,
  );
  return Array.from({ length: count }, () => {
    const id = newId('whd');
    insert.run(id, lane, clock.now());
    return id;
  });
}

const laneOf = (id: string): string =>
  db.prepare('SELECT lane FROM webhook_deliveries WHERE id = ?').pluck().get(id) as string;
const beganIn = (prefix: string): number => began.filter((id) => laneOf(id).startsWith(prefix)).length;

/** Attempts that end when the test says so. */
function dispatcher() {
  const made = createDispatcher({
    db,
    clock,
    log: createLogger(clock, () => {}),
    unblock: () => {},
    attempt: (id) => {
      began.push(id);
      return new Promise((resolve) =>
        ends.set(id, (ok) => {
          ends.delete(id);
          const later = clock.now() + 60_000;
          const state = ok ? 'delivered' : 'pending';
          db.prepare('UPDATE webhook_deliveries SET state = ?, next_at = ? WHERE id = ?').run(state, later, id);
          resolve(ok);
        }),
      );
    },
  });
  made.start();
  return made;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('gives each receiver a limited number of attempts at once, and the next when one ends', async () => {
  due('whe_a', 10);
  due('whe_b', 2);
  const made = dispatcher();
  expect([beganIn('whe_a'), beganIn('whe_b')]).toEqual([LIMITS.webhookLaneAttemptsMax, 2]);
  ends.get(began[0] ?? '')?.(true);
  await turn();
  expect(beganIn('whe_a')).toBe(LIMITS.webhookLaneAttemptsMax + 1);
  await made.stop(0);
});

it('tries one that fails no more than once at a time, until it answers', async () => {
  due('whe_a', 20);
  const made = dispatcher();
  for (const id of [...began]) ends.get(id)?.(false);
  await turn();
  const first = LIMITS.webhookLaneAttemptsMax;
  expect(began).toHaveLength(first + LIMITS.webhookFailingLaneAttemptsMax);
  ends.get(began.at(-1) ?? '')?.(true);
  await turn();
  expect(began).toHaveLength(first + LIMITS.webhookFailingLaneAttemptsMax + first);
  await made.stop(0);
});

it(
  'leaves half of the places of webhook_urls to receivers that do not fail, and all of theirs to endpoints',
  inWholeRunAlone('1 s'),
  async () => {
    const lanes = Array.from({ length: 200 }, (_, i) => `url_hanging${i}`);
    for (const lane of lanes) due(lane, 2);
    const made = dispatcher();
    expect(beganIn('url_hanging')).toBe(LIMITS.webhookUrlAttemptsMax);
    // All fail, one after the other, until only receivers that failed before occupy places.
    for (let round = 0; round < 10; round++) {
      for (const end of [...ends.values()]) end(false);
      await turn();
    }
    clock.advance(60_000);
    made.wake();
    expect(ends.size).toBe(LIMITS.webhookUrlAttemptsMax / 2);
    due('url_healthy', 3);
    due('whe_endpoint', 3);
    made.wake();
    expect([beganIn('url_healthy'), beganIn('whe_endpoint')]).toEqual([3, 3]);
    await made.stop(0);
  },
);

it('goes on after an attempt that could not be recorded', inWholeRunAlone('2 s'), async () => {
  due('whe_a', 1);
  let attempts = 0;
  const made = createDispatcher({
    db,
    clock,
    log: createLogger(clock, () => {}),
    unblock: () => {},
    async attempt(id) {
      attempts += 1;
      if (attempts === 1) throw new Error('the disk is full');
      db.prepare("UPDATE webhook_deliveries SET state = 'delivered' WHERE id = ?").run(id);
      return true;
    },
  });
  made.start();
  await made.settle();
  expect(attempts).toBe(2);
  await made.stop(0);
});

it('finds what is due by an index, however much was delivered', () => {
  const plan = (sql: string): string => JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  const from = "FROM webhook_deliveries INDEXED BY webhook_deliveries_due WHERE state = 'pending'";
  // A scan of this index covers only the waiting deliveries.
  const lanes = plan(`SELECT lane, min(next_at) ${from} GROUP BY lane ORDER BY 2`);
  expect(lanes).toContain('USING COVERING INDEX webhook_deliveries_due');
  expect(lanes).not.toContain('GROUP BY');
  const first = plan(`SELECT id ${from} AND lane = 'a' AND next_at <= 1 ORDER BY next_at, seq LIMIT 1`);
  expect(first).toContain('webhook_deliveries_due (lane=? AND next_at<?)');
  expect(first).not.toContain('ORDER BY');
});

it('makes due what was blocked once, and again where the database failed', async () => {
  let unblocked = 0;
  const made = createDispatcher({
    db,
    clock,
    log: createLogger(clock, () => {}),
    unblock() {
      unblocked += 1;
      if (unblocked === 1) throw new Error('the disk is full');
    },
    attempt: async () => true,
  });
  made.wake();
  expect(unblocked, 'nothing before its start').toBe(0);
  made.start();
  made.wake();
  made.wake();
  expect(unblocked).toBe(2);
  await made.stop(0);
});
