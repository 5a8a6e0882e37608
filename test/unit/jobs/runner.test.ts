import { afterEach, describe, expect, it, vi } from 'vitest';
import { createJobQueue } from '../../../server/jobs/queue.ts';
import { createJobRunner, type JobHandler } from '../../../server/jobs/runner.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';

afterEach(() => vi.useRealTimers());

/** A runner with one queued job; `handler` replaces what the job does. */
function rig(handler: Partial<JobHandler>) {
  vi.useFakeTimers();
  const db = memoryDatabase();
  const clock = testClock();
  const queue = createJobQueue({ db, clock });
  db.prepare(
    "INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission) VALUES ('one', 'kyc', 1, 'pending', 0, 0, 'key', x'00')",
  ).run();
  queue.enqueue('one', 'kyc');
  const logged: string[] = [];
  const whole: JobHandler = {
    started: () => {},
    run: async (job, owner) => queue.finish(job.verificationId, owner, 'done'),
    failed: (job, owner) => queue.retryLater(job.verificationId, owner, 'internal'),
    ...handler,
  };
  const runner = createJobRunner({
    queue,
    handlers: { kyc: whole, kyb: whole },
    log: createLogger(clock, (line) => logged.push(line)),
    owner: 'me',
    concurrency: 1,
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { db, clock, queue, runner, logged, pass };
}

const failsOnce = (message: string): (() => void) => {
  let left = 1;
  return () => {
    if (left-- > 0) throw new Error(message);
  };
};

describe('a job is never lost in this process', () => {
  it('when recording its failure fails: it is recorded later', async () => {
    const full = failsOnce('database or disk is full');
    let runs = 0;
    const { runner, queue, logged, pass } = rig({
      async run(job, owner) {
        if (++runs === 1) throw new Error('first attempt');
        queue.finish(job.verificationId, owner, 'done');
      },
      failed(job, owner) {
        full();
        queue.retryLater(job.verificationId, owner, 'internal');
      },
    });
    runner.start();
    await pass(0);
    expect(queue.counts()).toMatchObject({ running: 1 });
    await pass(LIMITS.jobBackoffMs + 1);
    await pass(LIMITS.jobBackoffMs + 1);
    expect(queue.counts()).toMatchObject({ done: 1, running: 0 });
    expect(logged.some((line) => line.includes('job.unsettled'))).toBe(true);
  });

  it('and one that failed behind its conclusion stays concluded', async () => {
    const { runner, queue, logged, pass } = rig({
      async run(job, owner) {
        queue.finish(job.verificationId, owner, 'done');
        throw new Error('a listener');
      },
    });
    runner.start();
    await pass(LIMITS.jobBackoffMs + 1);
    expect(queue.counts()).toMatchObject({ done: 1 });
    expect(logged.some((line) => line.includes('job.unsettled'))).toBe(false);
  });

  it('when it cannot be claimed: it is claimed later', async () => {
    const { runner, queue, logged, pass } = rig({ started: failsOnce('database or disk is full') });
    runner.start();
    expect(queue.counts()).toMatchObject({ queued: 1 });
    await pass(LIMITS.jobBackoffMs + 1);
    expect(queue.counts()).toMatchObject({ done: 1 });
    expect(logged.some((line) => line.includes('job.claim_failed'))).toBe(true);
  });

  it('when its lease cannot be extended', async () => {
    const { runner, queue, logged, pass, db } = rig({
      run: (job, owner) =>
        new Promise((resolve) => {
          setTimeout(() => resolve(queue.finish(job.verificationId, owner, 'done')), LIMITS.jobHeartbeatMs + 1);
        }),
    });
    runner.start();
    db.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON jobs WHEN new.state = old.state BEGIN SELECT raise(ABORT, 'full'); END",
    );
    await pass(LIMITS.jobHeartbeatMs);
    expect(logged.some((line) => line.includes('job.lease_not_extended'))).toBe(true);
    await pass(1);
    expect(queue.counts()).toMatchObject({ done: 1 });
  });

  it('when the clock is set back', async () => {
    const { runner, queue, clock, pass } = rig({});
    clock.advance(-24 * 3600 * 1000);
    runner.start();
    await pass(0);
    expect(queue.counts()).toMatchObject({ done: 1 });
  });
});

it('a stop does not wait for a failure that cannot be told, and nothing beats afterwards', async () => {
  const { runner, db, pass } = rig({
    run: () => Promise.reject(new Error('attempt')),
    failed: () => {
      throw new Error('full');
    },
  });
  runner.start();
  await pass(0);
  const stopped = runner.stop(10);
  await pass(10);
  await stopped;
  db.close();
  await pass(2 * LIMITS.jobLeaseMs);
});
