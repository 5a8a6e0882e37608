import { SERVER_LIMITS } from './limits.ts';

/** Says when what ended by itself is started again. */
export interface Restarts {
  /** It ended: how long to wait before the next start, or null if it ends too often. `ranMs`: how long it ran. */
  ended(nowMs: number, ranMs: number): number | null;
  /** How often it ended lately. */
  endings(nowMs: number): number;
  /** A person starts it anew. */
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
