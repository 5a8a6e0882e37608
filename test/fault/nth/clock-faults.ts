import type { TestClock } from '../../support/clock.ts';
import { armedVariant, type Failing, strikes } from './gate.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The error of a clock reading. */
export const CLOCK_FAILURES: readonly (Failing & { ms: number })[] = [
  { code: 'a day ahead', ways: ['once', 'on'], ms: DAY_MS },
  { code: 'a day behind', ways: ['once', 'on'], ms: -DAY_MS },
];

/** This clock, except for the readings that the gate makes fail. */
export function strikingClock(clock: TestClock): TestClock {
  return {
    advance: clock.advance,
    // The uptime cannot be set.
    uptimeMs: clock.now,
    now() {
      const off = CLOCK_FAILURES[armedVariant('clock')];
      return clock.now() + (off && strikes('clock') ? off.ms : 0);
    },
  };
}
