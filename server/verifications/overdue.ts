import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClockTrust } from '../clock/trust.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { isGenuine } from '../rows/guard.ts';
import type { VerificationDeps } from './deps.ts';
import { appendStateEvent, stateName } from './state.ts';
import type { VerificationRow } from './store.ts';

/** Reports each record whose due time has passed while it waits for a review. */
export interface OverdueWatch {
  /** Looks now. Does nothing while the clock is in doubt. Never throws. */
  tick(): Promise<void>;
  /** Looks now and then regularly. */
  start(): void;
  /** Stops after the current record. */
  stop(): Promise<void>;
}

export interface OverdueDeps extends Pick<VerificationDeps, 'db' | 'clock' | 'events' | 'audit'> {
  clockTrust: Pick<ClockTrust, 'tick' | 'doubt'>;
  log: Logger;
}

interface OverdueRow extends VerificationRow {
  due_at_ms: number;
}

/** The stored rows say what has been reported. So each wait is reported once, also if the appliance was off when its due time passed. */
export function createOverdueWatch(deps: OverdueDeps): OverdueWatch {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      const reported = await reportOverdue(deps, () => stopping);
      if (reported > 0) deps.log.info('verification.overdue', { records: reported });
    } catch (error) {
      // The rest is reported at the next look.
      deps.log.error('overdue.look_failed', {}, error);
    } finally {
      work = null;
    }
  };
  const tick = (): Promise<void> => {
    if (stopping) return work ?? Promise.resolve();
    work ??= run();
    return work;
  };
  return {
    tick,
    start() {
      timer = setInterval(() => void tick(), LIMITS.overdueCheckMs);
      timer.unref();
      void tick();
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      await work;
    },
  };
}

/** Returns the number of records that it reported. Other work goes on between two records. */
async function reportOverdue(deps: OverdueDeps, interrupted: () => boolean): Promise<number> {
  const { db, clock, clockTrust } = deps;
  const select = prepared(
    db,
    `SELECT * FROM verifications WHERE due_at_ms <= ? AND overdue_reported_ms IS NULL AND (due_at_ms, seq) > (?, ?)
     ORDER BY due_at_ms, seq LIMIT 1`,
  );
  let reported = 0;
  // A refused row stays unreported, so each look passes it instead of meeting it again.
  for (let last = { due_at_ms: -1, seq: 0 }; !interrupted(); await nextTurn()) {
    clockTrust.tick();
    if (clockTrust.doubt() !== null) break;
    const row = select.get(clock.now(), last.due_at_ms, last.seq) as OverdueRow | undefined;
    if (!row) break;
    last = row;
    if (!isGenuine(db, 'verifications', row)) continue;
    report(deps, row);
    reported += 1;
  }
  return reported;
}

/** Writes the event, its audit row and the mark that the record is reported, in one transaction. */
function report(deps: OverdueDeps, { id, kind, livemode, status, due_at_ms: dueMs }: OverdueRow): void {
  const { db, clock, audit } = deps;
  transact(db, () => {
    prepared(db, 'UPDATE verifications SET overdue_reported_ms = ? WHERE id = ?').run(clock.now(), id);
    appendStateEvent(deps, { id, kind, livemode: livemode === 1, status }, 'overdue');
    const details = { due: isoTime(dueMs) };
    audit.append({ actor: 'system', action: stateName(kind, 'overdue'), subjectId: id, details });
  });
}
