import type { Clock } from '../../server/lib/clock.ts';

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(startMs = Date.UTC(2026, 0, 15, 12)): TestClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
