import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { seqSince } from '../db/seq-since.ts';
import type { Clock } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { EventRow } from './log.ts';

const HOUR_MS = 3600 * 1000;
/** Events read at once, about 2 ms: other work runs between two batches. */
const LOT = 1_000;

const KINDS = ['kyc', 'kyb'] as const;
type Kind = (typeof KINDS)[number];
const COUNTED = ['created', 'completed', 'failed', 'needs_review'] as const;
type Counted = (typeof COUNTED)[number];
export type Counts = Record<Counted, number>;

/** Half of the values are at most `p50`, 95 percent at most `p95`: nearest rank. */
export interface Spread {
  p50: number;
  p95: number;
}

/** What was done from `fromMs` up to before `toMs`. */
export interface ThroughputBucket {
  fromMs: number;
  toMs: number;
  kyc: Counts;
  kyb: Counts;
  /** From the start of the work on a verification to its end; null if none ended. */
  runMs: Spread | null;
  /** From the request to the start of the work; null if none started. */
  waitingMs: Spread | null;
}

export interface Throughput {
  /** Returns the last `hours`, the current one included, in buckets of `bucketHours`, oldest first. At most `LIMITS.throughputHoursMax` hours. */
  read(query: { hours: number; bucketHours: number; livemode: boolean }): Promise<ThroughputBucket[]>;
}

interface Hour {
  counts: Record<Kind, Counts>;
  runMs: number[];
  waitingMs: number[];
}

type Row = Pick<EventRow, 'seq' | 'kind' | 'subject_id' | 'livemode' | 'created_at'>;

/**
 * Counts state changes in the event log by hour. Stores nothing: the first query reads the events of `LIMITS.throughputHoursMax` hours in batches,
 * and each later one only the newer events. Events of an erased record stay.
 */
export function createThroughput({ db, clock }: { db: Db; clock: Clock }): Throughput {
  const modes = [new Map<number, Hour>(), new Map<number, Hour>()] as const;
  // For verifications that have not ended: when they were created, or when work on them began.
  const waitingSince = new Map<string, number>();
  const runningSince = new Map<string, number>();
  let read: number | null = null;
  let reading: Promise<void> | null = null;

  const hourOf = (livemode: number, atMs: number): Hour => {
    const hours = modes[livemode === 1 ? 1 : 0];
    const at = Math.floor(atMs / HOUR_MS);
    const hour = hours.get(at) ?? newHour();
    hours.set(at, hour);
    return hour;
  };
  const take = ({ kind, subject_id: id, livemode, created_at: atMs }: Row): void => {
    const [, kyb, state] = /^(kyb\.)?verification\.(\w+)$/.exec(kind) ?? [];
    if (state === undefined) return;
    const hour = hourOf(livemode, atMs);
    if (isCounted(state)) hour.counts[kyb === undefined ? 'kyc' : 'kyb'][state] += 1;
    const waited = waitingSince.get(id);
    const ran = runningSince.get(id);
    waitingSince.delete(id);
    runningSince.delete(id);
    if (state === 'created') waitingSince.set(id, atMs);
    else if (state === 'processing') {
      if (waited !== undefined) addSample(hour.waitingMs, atMs - waited);
      runningSince.set(id, atMs);
    } else if (ran !== undefined) addSample(hour.runMs, atMs - ran);
  };
  const forgetOld = (): void => {
    const oldest = Math.floor(clock.now() / HOUR_MS) - LIMITS.throughputHoursMax;
    for (const hours of modes) for (const at of hours.keys()) if (at < oldest) hours.delete(at);
  };
  const catchUp = async (): Promise<void> => {
    const sinceMs = clock.now() - LIMITS.throughputHoursMax * HOUR_MS;
    let seq = read ?? seqSince(db, 'events', 'created_at', sinceMs) - 1;
    for (;;) {
      const rows = prepared(
        db,
        'SELECT seq, kind, subject_id, livemode, created_at FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
      ).all(seq, LOT) as Row[];
      for (const row of rows) take(row);
      seq = rows.at(-1)?.seq ?? seq;
      read = seq;
      if (rows.length < LOT) return forgetOld();
      await nextTurn();
    }
  };

  return {
    async read({ hours, bucketHours, livemode }) {
      // Concurrent queries read the log once.
      reading ??= catchUp().finally(() => {
        reading = null;
      });
      await reading;
      const end = Math.floor(clock.now() / HOUR_MS) + 1;
      const of = modes[livemode ? 1 : 0];
      const buckets: ThroughputBucket[] = [];
      for (let from = end - hours; from < end; from += bucketHours) {
        const within = Array.from({ length: bucketHours }, (_, at) => of.get(from + at)).filter((hour) => !!hour);
        buckets.push(sumUp(from, from + bucketHours, within));
        await nextTurn();
      }
      return buckets;
    },
  };
}

function sumUp(from: number, to: number, hours: readonly Hour[]): ThroughputBucket {
  const sum = (kind: Kind): Counts => {
    const counts = newCounts();
    for (const hour of hours) for (const name of COUNTED) counts[name] += hour.counts[kind][name];
    return counts;
  };
  return {
    fromMs: from * HOUR_MS,
    toMs: to * HOUR_MS,
    kyc: sum('kyc'),
    kyb: sum('kyb'),
    runMs: spreadOf(hours.flatMap(({ runMs }) => runMs)),
    waitingMs: spreadOf(hours.flatMap(({ waitingMs }) => waitingMs)),
  };
}

function spreadOf(samples: number[]): Spread | null {
  const sorted = Float64Array.from(samples).sort();
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return sorted.length === 0 ? null : { p50: rank(0.5), p95: rank(0.95) };
}

/** An hour with more samples keeps the last ones: they are as representative, and memory stays bounded. */
function addSample(samples: number[], ms: number): void {
  if (samples.length >= LIMITS.throughputSamplesPerHourMax) samples.shift();
  // The clock may have been set back.
  samples.push(Math.max(0, ms));
}

const newCounts = (): Counts => ({ created: 0, completed: 0, failed: 0, needs_review: 0 });
const newHour = (): Hour => ({ counts: { kyc: newCounts(), kyb: newCounts() }, runMs: [], waitingMs: [] });

function isCounted(state: string): state is Counted {
  return (COUNTED as readonly string[]).includes(state);
}
