import { LIMITS } from '../lib/limits.ts';
import { purge, purgeAll, purgedUnaskedMax } from './purge.ts';
import type { RetentionDeps } from './types.ts';

/** Checks daily for records that are due. */
export interface PurgeSchedule {
  /** Checks now, unless it did within the last day or daily erasure is off; never throws. */
  tick(): Promise<void>;
  /** Runs a first check and then checks periodically. */
  start(): void;
  /** What is due and waits for a person, because it exceeds what may be erased automatically; null: nothing. As of the last check. */
  waiting(): { records: number; faces: number } | null;
  /** Stops after the current record. */
  stop(): Promise<void>;
}

/** How often the clock is checked: a machine that sleeps at night purges soon after it wakes. */
const TICK_MS = 10 * 60 * 1000;

export function createPurgeSchedule(deps: RetentionDeps): PurgeSchedule {
  let lastMs: number | null = null;
  let stopping = false;
  let waiting: { records: number; faces: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      const due = await purge(deps, { livemode: null, dryRun: true, actor: 'system' });
      const found = { records: due.dueCount, faces: due.biometricsDueCount };
      waiting = Math.max(found.records, found.faces) > purgedUnaskedMax(deps) ? found : null;
      if (waiting) {
        deps.log.warn('retention.purge_waits', waiting);
        return;
      }
      const { erased, biometricsErased } = await purgeAll(deps, 'system', () => stopping);
      deps.log.info('retention.purged', { erased, biometrics: biometricsErased });
    } catch (error) {
      // The rest is still due at the next check.
      deps.log.error('retention.purge_failed', {}, error);
    } finally {
      work = null;
    }
  };
  const tick = (): Promise<void> => {
    const nowMs = deps.clock.now();
    // A clock that was set back counts as if a day had passed.
    const isDue = lastMs === null || nowMs < lastMs || nowMs - lastMs >= LIMITS.purgeIntervalMs;
    if (stopping || !isDue || !deps.policy().purgeDaily || deps.clockTrust.holdsBack())
      return work ?? Promise.resolve();
    lastMs = nowMs;
    work ??= run();
    return work;
  };
  return {
    tick,
    waiting: () => waiting,
    start() {
      timer = setInterval(() => void tick(), TICK_MS);
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
