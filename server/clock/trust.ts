import type { BaseDeps } from '../audit/deps.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { readMeta, writeMeta } from '../vault/key-meta.ts';

/**
 * What speaks against the clock. `ahead`, `behind`: at a start, by the last time that was right; `jumped`: it was set while the appliance ran, and moved
 * otherwise than time did.
 */
export interface ClockDoubt {
  kind: 'ahead' | 'behind' | 'jumped';
  /** What it says should have been later than this, and not by much. */
  rightMs: number;
  /** What it said. */
  saidMs: number;
}

/** Whether the machine's clock is right: an appliance that is reached by no time server has it from a battery, which dies after years. */
export interface ClockTrust {
  /** null: nothing speaks against it. */
  doubt(): ClockDoubt | null;
  /** Why nothing is destroyed now because its time has come; null: it may be. `fresh`: the appliance has not run for long enough since it was switched off. */
  holdsBack(): 'doubt' | 'fresh' | null;
  /** Never behind what was right already: a right that has ended stays ended when the clock is set back. */
  rights: Clock;
  /** A person says that the clock is right, with the audit row. */
  confirm(actor: string): void;
  /** Compares the clock with the time that has passed since the last look. Never throws. */
  tick(): void;
  /** Looks again and again. */
  start(): void;
  stop(): void;
}

export interface ClockTrustDeps extends Pick<BaseDeps, 'db' | 'clock' | 'audit' | 'log'> {
  keyDb: Db;
}

/** What lies in the key database. */
interface Kept {
  rightMs: number;
  /** For so long it has run since it was last switched off for long. */
  ranMs: number;
  doubt: ClockDoubt | null;
}

const META_NAME = 'clock';
const TICK_MS = 60_000;
/** So often what was found is written down: each time is an fsync. */
const KEEP_MS = 10 * 60_000;

/** Judges the clock by what was kept, or, in a folder of an older version, by what it holds. */
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
  const turn = (doubt: ClockDoubt | null, action: string, actor: string): void => {
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
      // One that was behind may still be, by less than it was switched off for.
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
      // A disk that is full. What was found counts all the same.
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

/** What a start makes of the time that has passed since the clock was last right; null: the appliance was switched off for so long. */
function judgeGap(gapMs: number): 'ahead' | 'behind' | null {
  if (gapMs < -LIMITS.clockStepMs) return 'behind';
  return gapMs > LIMITS.clockGapMs ? 'ahead' : null;
}

/** Of what an older version wrote: the last act, and the last event. */
function newestTime(db: Db): number | null {
  return db
    .prepare(
      `SELECT max(at) FROM (SELECT max(created_at) AS at FROM events UNION ALL SELECT at FROM (SELECT at FROM audit ORDER BY seq DESC LIMIT 1))`,
    )
    .pluck()
    .get() as number | null;
}

/** A sentence for a person, with what to do. */
export function doubtInWords({ kind, rightMs, saidMs }: ClockDoubt): string {
  const [right, said] = [isoTime(rightMs), isoTime(saidMs)];
  const why = {
    ahead: `at the start it showed ${said}, long after ${right}, the last time it was known to be right`,
    behind: `at the start it showed ${said}, earlier than ${right}, the last time it was known to be right`,
    jumped: `it was set to ${said} when the right time was ${right}`,
  };
  return `This machine's clock may be wrong: ${why[kind]}. Scheduled erasure is paused. Set the clock right, or confirm it with "custos clock confirm".`;
}

const describe = ({ kind, rightMs, saidMs }: ClockDoubt) => ({ kind, right: isoTime(rightMs), said: isoTime(saidMs) });
