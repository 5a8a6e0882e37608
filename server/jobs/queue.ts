import { countsOf } from '../db/counts.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { createAfterCommit } from '../lib/after-commit.ts';
import { assert } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';

export type JobKind = 'kyc' | 'kyb';
const KINDS: readonly JobKind[] = ['kyc', 'kyb'];
export type JobState = 'queued' | 'running' | 'done' | 'dead';

export interface Job {
  verificationId: string;
  kind: JobKind;
  /** How many attempts were made, this one included; interrupted ones do not count. */
  attempts: number;
}

/** One durable job per verification. Call everything but `claim` inside the caller's transaction. */
export interface JobQueue {
  enqueue(verificationId: string, kind: JobKind): void;
  /** Puts a finished job back into the queue as a new one; leaves an unfinished job as it is. */
  enqueueAgain(verificationId: string): void;
  /**
   * Takes the next due job under a lease and runs `started` in the same transaction; returns null if none is due. If jobs of people and companies
   * wait, the kind with fewer running jobs goes first, then the kind that did not go last: neither waits for all jobs of the other, however long they
   * take. Another owner's job is due again once its lease has expired; this owner's job still counts as running, however long the machine slept.
   */
  claim(owner: string, started: (job: Job) => void): Job | null;
  /** Returns false if the lease was lost: the work must not be concluded then. */
  extend(verificationId: string, owner: string): boolean;
  /** Throws `AssertionFailure` if the lease was lost. */
  finish(verificationId: string, owner: string, state: 'done' | 'dead', problem?: string): void;
  retryLater(verificationId: string, owner: string, problem: string): void;
  /** Called at start: the previous process is gone, so its leases are void. Returns how many jobs went back to the queue. */
  releaseAll(): number;
  /** Milliseconds until the next queued job is due; null if there is none. */
  nextDueMs(): number | null;
  /** When the first queued job became or becomes due; null if there is none. */
  oldestDueMs(): number | null;
  counts(): Record<JobState, number>;
  /** `wake` is called after commits that queued a job. Returns the function that unsubscribes. */
  subscribe(wake: () => void): () => void;
}

export function createJobQueue(deps: { db: Db; clock: Clock }): JobQueue {
  const { db, clock } = deps;
  const { changed, subscribe } = createAfterCommit();
  const insert = db.prepare(
    "INSERT INTO jobs (verification_id, kind, state, run_at, created_at, updated_at) VALUES (?, ?, 'queued', ?, ?, ?)",
  );
  const again = db.prepare(`
    UPDATE jobs SET state = 'queued', attempts = 0, interruptions = 0, problem = NULL, run_at = @now, updated_at = @now
    WHERE verification_id = @id AND state IN ('done', 'dead')`);
  // No job waits longer than the backoff: one that seems to was stored before the clock was set back, and is due.
  const selectDue = db.prepare(`
    SELECT verification_id AS verificationId, kind, attempts FROM jobs
    WHERE kind = @kind AND ((state = 'queued' AND (run_at <= @now OR run_at > @latest))
      OR (state = 'running' AND lease_until <= @now AND lease_owner <> @owner))
    ORDER BY run_at, created_at LIMIT 1`);
  const countOwn = db
    .prepare("SELECT count(*) FROM jobs WHERE state = 'running' AND lease_owner = ? AND kind = ?")
    .pluck();
  let lastKind: JobKind | null = null;
  /** The kinds, in the order in which they are tried. */
  const kindsInTurn = (owner: string): JobKind[] => {
    const rank = (kind: JobKind): number => 2 * (countOwn.get(owner, kind) as number) + Number(kind === lastKind);
    return KINDS.toSorted((a, b) => rank(a) - rank(b));
  };
  const take = db.prepare(`
    UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = ?, lease_until = ?, updated_at = ?
    WHERE verification_id = ?`);
  const extend = db.prepare(
    "UPDATE jobs SET lease_until = ? WHERE verification_id = ? AND state = 'running' AND lease_owner = ?",
  );
  const leave = db.prepare(`
    UPDATE jobs SET state = @state, run_at = @runAt, problem = @problem, lease_owner = NULL, lease_until = NULL, updated_at = @now
    WHERE verification_id = @id AND state = 'running' AND lease_owner = @owner`);
  // An interruption does not count as a failed attempt: the count goes back. Otherwise ten power failures would end an innocent record.
  const release = db.prepare(`
    UPDATE jobs SET state = 'queued', attempts = attempts - 1, interruptions = interruptions + 1,
      lease_owner = NULL, lease_until = NULL, run_at = @now, updated_at = @now
    WHERE state = 'running' AND interruptions < @max`);
  const releaseCounted = db.prepare(`
    UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL, run_at = @now, updated_at = @now
    WHERE state = 'running'`);
  const due = db.prepare("SELECT min(run_at) FROM jobs WHERE state = 'queued'").pluck();
  const leaveAs = (id: string, owner: string, state: JobState, runAt: number, problem: string | null): void => {
    const changed = leave.run({ id, owner, state, runAt, problem, now: clock.now() }).changes;
    assert(changed === 1, 'only the holder of the lease ends a job');
  };
  return {
    enqueue(id, kind) {
      const now = clock.now();
      insert.run(id, kind, now, now, now);
      changed();
    },
    enqueueAgain(id) {
      again.run({ id, now: clock.now() });
      changed();
    },
    subscribe,
    claim: (owner, started) =>
      transact(db, () => {
        const now = clock.now();
        const asked = { now, latest: now + LIMITS.jobBackoffMs, owner };
        const row = firstOf(kindsInTurn(owner), (kind) => selectDue.get({ ...asked, kind }) as Job | undefined);
        if (!row) return null;
        lastKind = row.kind;
        take.run(owner, now + LIMITS.jobLeaseMs, now, row.verificationId);
        const job = { ...row, attempts: row.attempts + 1 };
        started(job);
        return job;
      }),
    extend: (id, owner) => extend.run(clock.now() + LIMITS.jobLeaseMs, id, owner).changes === 1,
    finish: (id, owner, state, problem) => leaveAs(id, owner, state, clock.now(), problem ?? null),
    retryLater: (id, owner, problem) => leaveAs(id, owner, 'queued', clock.now() + LIMITS.jobBackoffMs, problem),
    releaseAll: () => {
      const args = { now: clock.now(), max: LIMITS.jobInterruptionsMax };
      return release.run(args).changes + releaseCounted.run({ now: args.now }).changes;
    },
    nextDueMs() {
      const runAt = due.get() as number | null;
      if (runAt === null) return null;
      const waitMs = runAt - clock.now();
      return waitMs > LIMITS.jobBackoffMs ? 0 : Math.max(0, waitMs);
    },
    oldestDueMs: () => due.get() as number | null,
    counts() {
      const counts: Record<JobState, number> = { queued: 0, running: 0, done: 0, dead: 0 };
      for (const { part, n } of countsOf(db, 'jobs')) counts[part as JobState] = n;
      return counts;
    },
  };
}

/** Returns what `look` returns for the first of `kinds` that has a result. */
function firstOf<Found>(kinds: readonly JobKind[], look: (kind: JobKind) => Found | undefined): Found | undefined {
  for (const kind of kinds) {
    const found = look(kind);
    if (found !== undefined) return found;
  }
  return undefined;
}
