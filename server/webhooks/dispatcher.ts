import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { within } from '../lib/within.ts';

/** Sends deliveries as the runner runs jobs: what is left when it stops is sent after the next start. */
export type Dispatcher = JobRunner;

interface Lane {
  running: Set<string>;
  /** Whether the last attempt failed. */
  failing: boolean;
}

const isUrlLane = (name: string): boolean => name.startsWith('url_');

/**
 * Sends what is due, each receiver in its own lane: a slow or hanging receiver delays only its own deliveries. Lanes of
 * endpoints, of which there are few, have their own slots; those of `webhook_url`s share a pool, of which failing ones
 * may take half. Only the rows say what is due, so a restart continues where the earlier process ended.
 */
export function createDispatcher(deps: {
  db: Db;
  clock: { now(): number };
  log: Logger;
  /** Makes deliveries due that may be sent since this start; called again if it throws. */
  unblock(): void;
  /** Sends one delivery and records it; returns false if it failed. */
  attempt(deliveryId: string): Promise<boolean>;
}): Dispatcher {
  const { db, clock, log, attempt } = deps;
  const lanes = new Map<string, Lane>();
  const under = new Set<Promise<void>>();
  let started = false;
  let unblocked = false;
  let timer: NodeJS.Timeout | undefined;

  const waiting = prepared(
    db,
    `SELECT lane, min(next_at) AS dueMs FROM webhook_deliveries INDEXED BY webhook_deliveries_due
     WHERE state = 'pending' GROUP BY lane ORDER BY 2`,
  );
  const first = prepared(
    db,
    `SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_due
     WHERE lane = ? AND state = 'pending' AND next_at <= ? ORDER BY next_at, seq LIMIT ?`,
  ).pluck();

  const runOne = async (name: string, lane: Lane, id: string): Promise<void> => {
    try {
      lane.failing = !(await attempt(id));
    } catch (error) {
      lane.failing = true;
      log.error('webhook.attempt_failed', { delivery: id }, error);
      // A delivery that could not be recorded is still due: a full disk must not cause a storm of attempts.
      await new Promise((resolve) => setTimeout(resolve, started ? LIMITS.jobBackoffMs : 0));
    }
    lane.running.delete(id);
    if (lane.running.size === 0 && !lane.failing) lanes.delete(name);
  };
  const roomOf = (name: string, lane: Lane): number => {
    const max = lane.failing ? LIMITS.webhookFailingLaneAttemptsMax : LIMITS.webhookLaneAttemptsMax;
    const own = max - lane.running.size;
    if (!isUrlLane(name)) return own;
    const used = [...lanes].filter(([other, { failing }]) => isUrlLane(other) && (!lane.failing || failing));
    const pool = lane.failing ? LIMITS.webhookUrlAttemptsMax / 2 : LIMITS.webhookUrlAttemptsMax;
    return Math.min(own, pool - used.reduce((sum, [, { running }]) => sum + running.size, 0));
  };
  const begin = (name: string): void => {
    const lane = lanes.get(name) ?? { running: new Set<string>(), failing: false };
    const room = roomOf(name, lane);
    if (room <= 0) return;
    const ids = first.all(name, clock.now(), room + lane.running.size) as string[];
    for (const id of ids.filter((due) => !lane.running.has(due)).slice(0, room)) {
      lanes.set(name, lane);
      lane.running.add(id);
      const work: Promise<void> = runOne(name, lane, id).finally(() => {
        under.delete(work);
        fill();
      });
      under.add(work);
    }
  };
  /** Returns the lanes with something due now, the earliest due first; and when the next one is due. */
  const look = (): { due: string[]; nextMs: number | null } => {
    const rows = waiting.all() as { lane: string; dueMs: number }[];
    const awaited = new Set(rows.map(({ lane }) => lane));
    for (const [name, { running }] of lanes) if (running.size === 0 && !awaited.has(name)) lanes.delete(name);
    const nowMs = clock.now();
    const later = rows.find(({ dueMs }) => dueMs > nowMs);
    return {
      due: rows.filter(({ dueMs }) => dueMs <= nowMs).map(({ lane }) => lane),
      nextMs: later === undefined ? null : later.dueMs - nowMs,
    };
  };
  /** Never throws: timers call it, and an error there would end the process. */
  const fill = (): void => {
    clearTimeout(timer);
    if (!started) return;
    let waitMs: number | null = LIMITS.jobBackoffMs;
    try {
      if (!unblocked) deps.unblock();
      unblocked = true;
      const { due, nextMs } = look();
      for (const name of due) begin(name);
      // A lane with something due may have more that is due later, which `look` does not report.
      waitMs = due.length > 0 ? Math.min(LIMITS.jobBackoffMs, nextMs ?? Number.POSITIVE_INFINITY) : nextMs;
    } catch (error) {
      log.error('webhook.dispatch_failed', {}, error);
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
      await within(Promise.allSettled(under), timeoutMs);
    },
    async settle() {
      // Lets a just appended event wake the dispatcher after its commit.
      await new Promise((resolve) => setImmediate(resolve));
      while (under.size > 0 || (started && look().due.length > 0)) {
        fill();
        if (under.size > 0) await Promise.race(under);
        else await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
