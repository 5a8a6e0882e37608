import { LIMITS } from '../lib/limits.ts';
import { purge, purgeAll, purgedUnaskedMax } from './purge.ts';
import type { RetentionDeps } from './types.ts';

/** Looks daily whose time has come. */
export interface PurgeSchedule {
  /** Looks now, unless it did within the last day or nothing is to be erased daily; never throws. */
  tick(): Promise<void>;
  /** Begins to look, now and again and again. */
  start(): void;
  /** What is due and waits for a person, since it is more than is erased unasked; null: nothing. As of the last look. */
  waiting(): { records: number; faces: number } | null;
  /** Ends after the record under way. */
  stop(): Promise<void>;
}

/** So often is the clock looked at: a machine that sleeps at night purges soon after it wakes. */
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
      // What is left is due at the next look too.
      deps.log.error('retention.purge_failed', {}, error);
    } finally {
      work = null;
    }
  };
  const tick = (): Promise<void> => {
    const nowMs = deps.clock.now();
    // A clock that was set back counts as a day over.
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
