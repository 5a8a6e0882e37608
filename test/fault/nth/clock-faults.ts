import type { TestClock } from '../../support/clock.ts';
import { armedVariant, type Failing, strikes } from './gate.ts';

const DAY_MS = 24 * 3600 * 1000;

/** By how much a reading is off. */
export const CLOCK_FAILURES: readonly (Failing & { ms: number })[] = [
  { code: 'a day ahead', ways: ['once', 'on'], ms: DAY_MS },
  { code: 'a day behind', ways: ['once', 'on'], ms: -DAY_MS },
];

/** This clock, but for the readings that the gate strikes. */
export function strikingClock(clock: TestClock): TestClock {
  return {
    advance: clock.advance,
    // Nobody sets it.
    uptimeMs: clock.now,
    now() {
      const off = CLOCK_FAILURES[armedVariant('clock')];
      return clock.now() + (off && strikes('clock') ? off.ms : 0);
    },
  };
}
