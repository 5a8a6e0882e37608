import { LIMITS } from '../lib/limits.ts';
import { purgeAll } from './purge.ts';
import type { RetentionDeps } from './types.ts';

/** Looks daily whose time has come. */
export interface PurgeSchedule {
  /** Looks now, unless it did within the last day or nothing is to be erased daily; never throws. */
  tick(): Promise<void>;
  /** Begins to look, now and again and again. */
  start(): void;
  /** Ends after the record under way. */
  stop(): Promise<void>;
}

/** So often is the clock looked at: a machine that sleeps at night purges soon after it wakes. */
const TICK_MS = 10 * 60 * 1000;

export function createPurgeSchedule(deps: RetentionDeps): PurgeSchedule {
  let lastMs: number | null = null;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
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
    if (stopping || !isDue || !deps.policy().purgeDaily) return work ?? Promise.resolve();
    lastMs = nowMs;
    work ??= run();
    return work;
  };
  return {
    tick,
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
