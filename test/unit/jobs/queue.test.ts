import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { transact } from '../../../server/db/transact.ts';
import { createJobQueue } from '../../../server/jobs/queue.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';

function queueOf(...ids: string[]) {
  return queueOfKinds(...ids.map((id) => [id, 'kyc'] as const));
}

function queueOfKinds(...jobs: (readonly [id: string, kind: 'kyc' | 'kyb'])[]) {
  const db = memoryDatabase();
  const clock = testClock();
  const queue = createJobQueue({ db, clock });
  for (const [id, kind] of jobs) {
    db.prepare(
      "INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission) VALUES (?, ?, 1, 'pending', 0, 0, 'key', x'00')",
    ).run(id, kind);
    queue.enqueue(id, kind);
    clock.advance(1);
  }
  return { db, clock, queue, claim: (owner = 'a') => queue.claim(owner, () => {})?.verificationId ?? null };
}

describe('job queue', () => {
  it('gives each job once, oldest first', () => {
    const { claim, queue } = queueOf('one', 'two');
    expect([claim(), claim(), claim()]).toEqual(['one', 'two', null]);
    expect(queue.counts()).toEqual({ queued: 0, running: 2, done: 0, dead: 0 });
  });

  it('lets neither kind wait for all of the other', () => {
    const companies = ['c1', 'c2', 'c3', 'c4'].map((id) => [id, 'kyb'] as const);
    const { claim, queue } = queueOfKinds(...companies, ['p1', 'kyc'], ['p2', 'kyc'], ['p3', 'kyc']);
    expect([claim(), claim()], 'one of each while both run').toEqual(['p1', 'c1']);
    queue.finish('c1', 'a', 'done');
    expect(claim(), 'fewer companies run').toBe('c2');
    queue.finish('p1', 'a', 'done');
    expect(claim(), 'fewer people run').toBe('p2');
    queue.finish('c2', 'a', 'done');
    queue.finish('p2', 'a', 'done');
    expect([claim(), claim(), claim(), claim()]).toEqual(['c3', 'p3', 'c4', null]);
  });

  it('takes turns where one runs at a time', () => {
    const { claim, queue } = queueOfKinds(['c1', 'kyb'], ['c2', 'kyb'], ['c3', 'kyb'], ['p1', 'kyc'], ['p2', 'kyc']);
    const order = Array.from({ length: 5 }, () => {
      const id = claim() ?? '';
      queue.finish(id, 'a', 'done');
      return id;
    });
    expect(order).toEqual(['p1', 'c1', 'p2', 'c2', 'c3']);
  });

  it('takes back what started() refuses', () => {
    const { queue } = queueOf('one');
    expect(() =>
      queue.claim('a', () => {
        throw new Error('no record');
      }),
    ).toThrow('no record');
    expect(queue.counts()).toMatchObject({ queued: 1, running: 0 });
  });

  it('takes a job that has ended back as a new one, and leaves one that has not', () => {
    const { claim, queue, db } = queueOf('one', 'two');
    claim();
    queue.enqueueAgain('one');
    queue.enqueueAgain('two');
    expect(queue.counts()).toMatchObject({ queued: 1, running: 1 });
    db.prepare('UPDATE jobs SET attempts = 3, interruptions = 7').run();
    queue.finish('one', 'a', 'dead', 'internal');
    queue.enqueueAgain('one');
    expect(db.prepare("SELECT * FROM jobs WHERE verification_id = 'one'").get()).toMatchObject({
      state: 'queued',
      attempts: 0,
      interruptions: 0,
      problem: null,
      lease_owner: null,
    });
    expect([claim(), claim(), claim()].sort()).toEqual(['one', 'two', null].sort());
  });

  it('gives a job to another owner only when the lease has run out', () => {
    const { claim, clock, queue } = queueOf('one');
    claim('a');
    clock.advance(LIMITS.jobLeaseMs - 1);
    expect(claim('b')).toBeNull();
    expect(queue.extend('one', 'a')).toBe(true);
    clock.advance(LIMITS.jobLeaseMs);
    expect(claim('a')).toBeNull();
    expect(claim('b')).toBe('one');
    expect(queue.extend('one', 'a')).toBe(false);
    expect(() => queue.finish('one', 'a', 'done')).toThrow('holder of the lease');
    queue.finish('one', 'b', 'done');
    expect(queue.counts()).toMatchObject({ done: 1, running: 0 });
  });

  it('puts a failed job back for later and counts its attempts', () => {
    const { claim, clock, queue } = queueOf('one');
    claim();
    queue.retryLater('one', 'a', 'engine_timeout');
    expect(claim()).toBeNull();
    expect(queue.nextDueMs()).toBe(LIMITS.jobBackoffMs);
    clock.advance(LIMITS.jobBackoffMs);
    expect(queue.claim('a', () => {})?.attempts).toBe(2);
  });

  it('counts no attempt for an interrupted run, until there are too many of them', () => {
    const { queue } = queueOf('one');
    for (let i = 0; i < LIMITS.jobInterruptionsMax; i++) {
      expect(queue.claim('a', () => {})?.attempts).toBe(1);
      expect(queue.releaseAll()).toBe(1);
    }
    expect(queue.claim('a', () => {})?.attempts).toBe(1);
    queue.releaseAll();
    expect(queue.claim('a', () => {})?.attempts).toBe(2);
  });

  it('wakes once after each transaction that adds jobs, and never after it is closed', async () => {
    const { db, queue, claim } = queueOf('one', 'two');
    await setImmediate();
    const due: (string | null)[] = [];
    const stop = queue.subscribe(() => due.push(db.inTransaction ? 'inside' : claim()));
    for (const id of ['one', 'two']) {
      expect(claim()).toBe(id);
      queue.finish(id, 'a', 'done');
    }
    transact(db, () => {
      queue.enqueueAgain('one');
      queue.enqueueAgain('two');
    });
    expect(due).toEqual([]);
    await setImmediate();
    expect(due).toEqual(['one']);
    stop();
    queue.enqueueAgain('one');
    await setImmediate();
    expect(due).toEqual(['one']);
  });
});
