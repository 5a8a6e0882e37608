import { expect, it } from 'vitest';
import { afterMonths, beforeMonths } from '../../../server/retention/months.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const at = (text: string): number => Date.parse(text);

it.each([
  ['2026-01-15T12:00:00.000Z', 60, '2031-01-15T12:00:00.000Z'],
  ['2028-02-29T08:00:00.000Z', 60, '2033-03-01T00:00:00.000Z'],
  ['2028-02-29T08:00:00.000Z', 48, '2032-02-29T08:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', 1, '2026-03-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', 12, '2027-12-01T00:00:00.000Z'],
  ['2026-05-05T05:05:05.005Z', 0, '2026-05-05T05:05:05.005Z'],
])('%s and %i months end at %s', (start, months, end) => {
  expect(afterMonths(at(start), months)).toBe(at(end));
});

it('what a period ends at and what has ended by now agree, to the millisecond', inWholeRunAlone('1 s'), () => {
  const seed = testSeed();
  console.info(`months: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const whole = [0, 1, 24 * 3600 * 1000];
  for (let i = 0; i < 20_000; i++) {
    const unit = whole[Math.floor(random() * 3)] || 1;
    const now = Math.floor((at('2000-01-01T00:00:00Z') + random() * 3.2e12) / unit) * unit;
    const months = Math.floor(random() * 130);
    const start = beforeMonths(now, months);
    expect(afterMonths(start, months), `${now} ${months}`).toBeLessThanOrEqual(now);
    expect(afterMonths(start + 1, months), `${now} ${months}`).toBeGreaterThan(now);
  }
});
