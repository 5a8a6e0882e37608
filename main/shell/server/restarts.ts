import { SERVER_LIMITS } from './limits.ts';

/** Decides when a server that ended unexpectedly restarts. */
export interface Restarts {
  /** Reports an end; returns how long to wait before the next start, or null if it ends too often. `ranMs`: how long it ran. */
  ended(nowMs: number, ranMs: number): number | null;
  /** Returns how often it ended recently. */
  endings(nowMs: number): number;
  /** A person restarts it. */
  forget(): void;
}

export function countRestarts(): Restarts {
  const { endingsMax, endingsWithinMs, ranWellMs, restartAfterMs } = SERVER_LIMITS;
  let endedAtMs: number[] = [];
  const lately = (nowMs: number): number[] => endedAtMs.filter((atMs) => nowMs - atMs < endingsWithinMs);
  return {
    ended(nowMs, ranMs) {
      endedAtMs = ranMs >= ranWellMs ? [nowMs] : [...lately(nowMs), nowMs];
      if (endedAtMs.length >= endingsMax) return null;
      return restartAfterMs[Math.min(endedAtMs.length, restartAfterMs.length) - 1] ?? null;
    },
    endings: (nowMs) => lately(nowMs).length,
    forget: () => {
      endedAtMs = [];
    },
  };
}
