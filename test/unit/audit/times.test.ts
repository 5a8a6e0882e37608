import { expect, it } from 'vitest';
import { listAudit } from '../../../server/audit/list.ts';
import { createAuditTimes } from '../../../server/audit/times.ts';
import type { Db } from '../../../server/db/open.ts';
import { memoryDatabase } from '../../support/database.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const DAY_MS = 24 * 3600 * 1000;

function logOf(times: readonly number[]): { db: Db; add(at: number): void } {
  const db = memoryDatabase();
  const insert = db.prepare(
    "INSERT INTO audit (seq, at, actor, action, details, link) VALUES (?, ?, 'system', 'a', '{}', x'00')",
  );
  let seq = 0;
  const add = (at: number): void => {
    seq += 1;
    insert.run(seq, at);
  };
  db.transaction(() => times.forEach(add))();
  return { db, add };
}

it('hides nothing of a time, though the clock was ahead for a while', async () => {
  const before = Array.from({ length: 30 }, (_, at) => at * 1_000);
  const ahead = Array.from({ length: 40 }, (_, at) => 400 * DAY_MS + at * 1_000);
  const after = Array.from({ length: 30 }, (_, at) => DAY_MS + at * 1_000);
  const { db, add } = logOf([...before, ...ahead, ...after]);
  const times = createAuditTimes(db);
  const count = async (fromMs: number, untilMs: number): Promise<number> =>
    listAudit(db, { fromMs, untilMs, within: await times.between(fromMs, untilMs), limit: 200 }).rows.length;
  expect(await count(0, 30 * DAY_MS)).toBe(60);
  expect(await count(DAY_MS, 30 * DAY_MS)).toBe(30);
  expect(await count(399 * DAY_MS, 500 * DAY_MS)).toBe(40);
  expect(await count(30 * DAY_MS, 60 * DAY_MS)).toBe(0);
  add(2 * DAY_MS);
  expect(await count(0, 30 * DAY_MS)).toBe(61);
});

it('finds whatever a look at each entry finds, however the clock goes', async () => {
  const seed = testSeed();
  console.info(`Times of the log: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  let now = 100 * DAY_MS;
  const tick = (): number => {
    const draw = random();
    now += draw < 0.02 ? (random() - 0.5) * 100 * DAY_MS : draw < 0.1 ? -random() * 60_000 : random() * 3_600_000;
    return Math.round(now);
  };
  const all = Array.from({ length: 5_000 }, tick);
  const { db, add } = logOf(all);
  const times = createAuditTimes(db);
  for (let round = 0; round < 60; round++) {
    const fromMs = random() < 0.2 ? Number.NEGATIVE_INFINITY : (all[Math.floor(random() * all.length)] ?? 0);
    const untilMs = random() < 0.2 ? Number.POSITIVE_INFINITY : fromMs + random() * 20 * DAY_MS;
    const { first, end } = await times.between(fromMs, untilMs);
    const outside = all.filter((at, i) => at >= fromMs && at < untilMs && (i + 1 < first || i + 1 >= end));
    expect(outside, `from ${fromMs} until ${untilMs} of seed ${seed}`).toEqual([]);
    const next = tick();
    all.push(next);
    add(next);
  }
  expect(await createAuditTimes(logOf([]).db).between(0, 1)).toMatchObject({ end: 0 });
});
