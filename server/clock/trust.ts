import type { BaseDeps } from '../audit/deps.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { readMeta, writeMeta } from '../vault/key-meta.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';

/**
 * Why the clock is in doubt. `ahead`, `behind`: at a start, compared with the last correct time. `jumped`: it was set while the appliance ran, and
 * no longer matches the time that passed.
 */
export interface ClockDoubt {
  kind: 'ahead' | 'behind' | 'jumped';
  /** The correct time is later than this, but not by much. */
  rightMs: number;
  /** The time that the clock showed. */
  saidMs: number;
}

/** Judges whether the machine's clock is right. An appliance without a time server depends on a battery, which dies after years. */
export interface ClockTrust {
  /** null: no doubt. */
  doubt(): ClockDoubt | null;
  /**
   * Returns why nothing may be destroyed now because it is due; null if it may be. `fresh`: the appliance has not run long enough since it was off.
   */
  holdsBack(): 'doubt' | 'fresh' | null;
  /** Never earlier than the last correct time: a permission that has expired stays expired when the clock is set back. */
  rights: Clock;
  /** Records a person's confirmation that the clock is right, with an audit entry. */
  confirm(actor: string): void;
  /** Compares the clock with the time that has passed since the last check. Never throws. */
  tick(): void;
  /** Starts checking regularly. */
  start(): void;
  stop(): void;
}

export interface ClockTrustDeps extends Pick<BaseDeps, 'db' | 'clock' | 'audit' | 'log'> {
  keyDb: Db;
}

/** What the key database stores. */
interface Kept {
  rightMs: number;
  /** How long it has run since it was last off for long. */
  ranMs: number;
  doubt: ClockDoubt | null;
}

const META_NAME = 'clock';
const TICK_MS = 60_000;
/** How often the state is written: each write is an fsync. */
const KEEP_MS = 10 * 60_000;

/** Judges the clock by the stored state or, in a folder of an older version, by the newest time in it. */
export function openClockTrust({ db, keyDb, clock, audit, log }: ClockTrustDeps): ClockTrust {
  const uptimeMs = (): number => clock.uptimeMs?.() ?? clock.now();
  const stored = readMeta(keyDb, META_NAME);
  const kept: Kept = stored
    ? (JSON.parse(stored.toString()) as Kept)
    : { rightMs: newestTime(db) ?? clock.now(), ranMs: 0, doubt: null };
  let lookedAt = { nowMs: clock.now(), uptimeMs: uptimeMs() };
  let keptAtMs = lookedAt.uptimeMs;
  let timer: NodeJS.Timeout | undefined;

  const keep = (): void => {
    keptAtMs = uptimeMs();
    writeMeta(keyDb, META_NAME, Buffer.from(JSON.stringify(kept)));
  };
  const turn = (doubt: ClockDoubt | null, action: AuditAction, actor: string): void => {
    kept.doubt = doubt;
    transact(db, () => audit.append({ actor, action, ...(doubt ? { details: describe(doubt) } : {}) }));
    keep();
  };
  const doubtIt = (kind: ClockDoubt['kind'], saidMs: number): void => {
    const doubt = { kind, rightMs: kept.rightMs, saidMs };
    log.warn('clock.doubted', describe(doubt));
    turn(doubt, 'clock.doubted', 'system');
  };
  const trustAgain = (nowMs: number): void => {
    kept.rightMs = nowMs;
    log.info('clock.trusted', {});
    turn(null, 'clock.trusted', 'system');
  };

  const judgeStart = (): void => {
    const { nowMs } = lookedAt;
    const kind = judgeGap(nowMs - kept.rightMs);
    if (kind !== null) {
      if (kept.doubt?.kind !== kind) doubtIt(kind, nowMs);
      // A clock that was behind may still be behind, by less than the time it was off.
    } else if (kept.doubt?.kind === 'ahead') trustAgain(nowMs);
    else if (kept.doubt === null) {
      if (nowMs - kept.rightMs > LIMITS.clockOffMs) kept.ranMs = 0;
      kept.rightMs = nowMs;
      keep();
    }
  };
  const look = (): void => {
    const before = lookedAt;
    lookedAt = { nowMs: clock.now(), uptimeMs: uptimeMs() };
    const { nowMs } = lookedAt;
    const passedMs = Math.max(0, lookedAt.uptimeMs - before.uptimeMs);
    kept.rightMs += passedMs;
    kept.ranMs += passedMs;
    const isSet = Math.abs(nowMs - before.nowMs - passedMs) > LIMITS.clockStepMs;
    const isAsExpected = Math.abs(nowMs - kept.rightMs) <= LIMITS.clockStepMs;
    if (kept.doubt === null) {
      if (!isAsExpected) {
        doubtIt('jumped', nowMs);
        return;
      }
      kept.rightMs = nowMs;
    } else if (kept.doubt.kind === 'jumped' ? isAsExpected : isSet && judgeGap(nowMs - kept.rightMs) === null) {
      trustAgain(nowMs);
      return;
    }
    if (lookedAt.uptimeMs - keptAtMs >= KEEP_MS) keep();
  };
  /** Never throws. */
  const attempt = (judge: () => void): void => {
    try {
      judge();
    } catch (error) {
      // The disk is full. The result counts all the same.
      log.error('clock.look_failed', {}, error);
    }
  };
  const tick = (): void => attempt(look);
  attempt(judgeStart);
  return {
    doubt: () => kept.doubt,
    holdsBack() {
      tick();
      if (kept.doubt) return 'doubt';
      return kept.ranMs < LIMITS.clockFreshMs ? 'fresh' : null;
    },
    rights: { now: () => Math.max(clock.now(), kept.rightMs) },
    confirm(actor) {
      lookedAt = { nowMs: clock.now(), uptimeMs: uptimeMs() };
      kept.rightMs = lookedAt.nowMs;
      kept.ranMs = Math.max(kept.ranMs, LIMITS.clockFreshMs);
      turn(null, 'clock.confirmed', actor);
    },
    tick,
    start() {
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      tick();
      attempt(keep);
    },
  };
}

/** Judges at a start the time since the clock was last right; null: the appliance was off for that long. */
function judgeGap(gapMs: number): 'ahead' | 'behind' | null {
  if (gapMs < -LIMITS.clockStepMs) return 'behind';
  return gapMs > LIMITS.clockGapMs ? 'ahead' : null;
}

/** The newest time that an older version wrote: the last audit entry or the last event. */
function newestTime(db: Db): number | null {
  return db
    .prepare(
      `SELECT max(at) FROM (SELECT max(created_at) AS at FROM events UNION ALL SELECT at FROM (SELECT at FROM audit ORDER BY seq DESC LIMIT 1))`,
    )
    .pluck()
    .get() as number | null;
}

/** Returns a sentence for an administrator, with what to do. */
export function doubtInWords({ kind, rightMs, saidMs }: ClockDoubt): string {
  const [right, said] = [isoTime(rightMs), isoTime(saidMs)];
  const why = {
    ahead: `at the start it showed ${said}, long after ${right}, the last time it was known to be right`,
    behind: `at the start it showed ${said}, earlier than ${right}, the last time it was known to be right`,
    jumped: `it was set to ${said} when the right time was ${right}`,
  };
  return `This machine's clock may be wrong: ${why[kind]}. Scheduled erasure and reports of overdue records are paused. Set the clock right, or confirm it with "custos clock confirm".`;
}

const describe = ({ kind, rightMs, saidMs }: ClockDoubt) => ({ kind, right: isoTime(rightMs), said: isoTime(saidMs) });
