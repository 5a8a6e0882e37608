import { expect, it } from 'vitest';
import { LIMITS } from '../../../server/lib/limits.ts';
import { nextDelayMs, readRetryAfter } from '../../../server/webhooks/schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('tries again 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h after each failure, and then no more', () => {
  const delays = Array.from({ length: 10 }, (_, i) => nextDelayMs(i + 1, null, 0));
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR);
  expect(delays).toEqual([5_000, 5 * MINUTE, 30 * MINUTE, ...hours, null]);
});

it('adds up to a tenth, never less than the schedule', () => {
  expect(nextDelayMs(1, null, 0.999)).toBe(5_500);
  expect(nextDelayMs(2, null, 0.5)).toBe(5 * MINUTE * 1.05);
});

it('waits for what Retry-After asks, within a limit, and never less than the schedule', () => {
  expect(nextDelayMs(1, 120_000, 0)).toBe(120_000);
  expect(nextDelayMs(3, 120_000, 0)).toBe(30 * MINUTE);
  expect(nextDelayMs(1, 1e12, 0)).toBe(LIMITS.webhookRetryAfterMsMax);
  expect(nextDelayMs(10, 120_000, 0)).toBeNull();
});

it.each([
  ['120', 120_000],
  ['Thu, 15 Jan 2026 12:01:00 GMT', MINUTE],
  ['Thu, 15 Jan 2026 11:00:00 GMT', null],
  ['0', null],
  ['-5', null],
  ['soon', null],
  [undefined, null],
])('reads Retry-After %s', (header, ms) => {
  expect(readRetryAfter(header, Date.UTC(2026, 0, 15, 12))).toBe(ms);
});
