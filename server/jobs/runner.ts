import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { within } from '../lib/within.ts';
import type { Job, JobKind, JobQueue } from './queue.ts';

/** Handles jobs of one kind. */
export interface JobHandler {
  /** Runs in the transaction of the claim. */
  started(job: Job): void;
  /** Does the work and concludes it, including the end of the job. Stops early, by throwing, when `signal` is aborted. */
  run(job: Job, owner: string, signal: AbortSignal): Promise<void>;
  /** Called after `run` threw: requeues the job or ends it, in a separate transaction. Called again if it throws itself. */
  failed(job: Job, owner: string, error: unknown): void;
}

export interface JobRunner {
  start(): void;
  /** Signals that a job may be due now. */
  wake(): void;
  /** Takes no new job and waits up to `timeoutMs` for running ones; the rest continue after the next start. */
  stop(timeoutMs: number): Promise<void>;
  /** Resolves when nothing runs and nothing is due. */
  settle(): Promise<void>;
}

/**
 * Runs due jobs, at most `concurrency` at once, each under a lease that a heartbeat extends. Each process has a new
 * `owner`, so a job that an earlier process held is never concluded twice.
 */
export function createJobRunner(deps: {
  queue: JobQueue;
  handlers: Record<JobKind, JobHandler>;
  log: Logger;
  owner: string;
  concurrency: number;
}): JobRunner {
  const { queue, handlers, log, owner } = deps;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let started = false;
  let timer: NodeJS.Timeout | undefined;

  /** A full disk must not end the process: the next heartbeat extends the lease. */
  const keepLease = (job: Job): void => {
    try {
      queue.extend(job.verificationId, owner);
    } catch (error) {
      log.error('job.lease_not_extended', { verification: job.verificationId }, error);
    }
  };
  /** Repeats `failed` until it has stored the failure: a job of this process that is never ended would never be claimed again. */
  const settleFailure = async (job: Job, failure: unknown): Promise<void> => {
    while (started) {
      try {
        // If `run` threw after its conclusion, this process no longer owns the job.
        if (queue.extend(job.verificationId, owner)) handlers[job.kind].failed(job, owner, failure);
        return;
      } catch (error) {
        log.error('job.unsettled', { verification: job.verificationId }, error);
        await new Promise((resolve) => setTimeout(resolve, LIMITS.jobBackoffMs));
      }
    }
  };
  const runOne = async (job: Job): Promise<void> => {
    const heartbeat = setInterval(keepLease, LIMITS.jobHeartbeatMs, job);
    try {
      await handlers[job.kind].run(job, owner, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error('job.failed', { verification: job.verificationId, attempt: job.attempts }, error);
      await settleFailure(job, error);
    } finally {
      clearInterval(heartbeat);
    }
  };
  const claimDue = (): void => {
    while (running.size < deps.concurrency) {
      const job = queue.claim(owner, (claimed) => handlers[claimed.kind].started(claimed));
      if (!job) break;
      const work: Promise<void> = runOne(job).finally(() => {
        running.delete(work);
        fill();
      });
      running.add(work);
    }
  };
  /** Never throws: timers call it, and an error there would end the process. */
  const fill = (): void => {
    clearTimeout(timer);
    if (!started || stopping.signal.aborted) return;
    let waitMs: number | null = LIMITS.jobBackoffMs;
    try {
      claimDue();
      waitMs = running.size < deps.concurrency ? queue.nextDueMs() : null;
    } catch (error) {
      log.error('job.claim_failed', {}, error);
    }
    if (waitMs !== null) timer = setTimeout(fill, Math.min(waitMs + 1, LIMITS.jobLeaseMs));
  };
  return {
    start() {
      started = true;
      fill();
    },
    wake: fill,
    async stop(timeoutMs) {
      started = false;
      clearTimeout(timer);
      await within(Promise.allSettled(running), timeoutMs);
      stopping.abort();
    },
    async settle() {
      while (running.size > 0 || (started && queue.nextDueMs() !== null)) {
        if (running.size > 0) await Promise.race(running);
        else await new Promise((resolve) => setTimeout(resolve, Math.min(queue.nextDueMs() ?? 0, 50)));
      }
    },
  };
}
