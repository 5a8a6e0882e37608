import { expect, test } from 'vitest';
import { spanHolds, spanOf, spansMeet, writeSpan } from '../../../server/lib/date-spans.ts';

test.each([
  ['1961', '1961-01-01', '1961-12-31', '1961'],
  ['1961-02', '1961-02-01', '1961-02-28', '1961-02'],
  ['1964-02', '1964-02-01', '1964-02-29', '1964-02'],
  ['1900-02', '1900-02-01', '1900-02-28', '1900-02'],
  ['1961-12', '1961-12-01', '1961-12-31', '1961-12'],
  ['1961-02-17', '1961-02-17', '1961-02-17', '1961-02-17'],
  ['1961/1963', '1961-01-01', '1963-12-31', '1961/1963'],
  ['1961/1961', '1961-01-01', '1961-12-31', '1961'],
  ['1961-01/1961-12', '1961-01-01', '1961-12-31', '1961'],
  ['1961-02/1961-04', '1961-02-01', '1961-04-30', '1961-02/1961-04'],
  ['1961-02-17/1962', '1961-02-17', '1962-12-31', '1961-02-17/1962-12-31'],
  ['1961-02-17/1961-02-17', '1961-02-17', '1961-02-17', '1961-02-17'],
])('%s is from %s to %s, written %s', (date, from, to, written) => {
  expect(spanOf(date)).toEqual({ from, to });
  expect(writeSpan({ from, to })).toBe(written);
});

test.each([
  ['1961', '1961-02-17', true, true],
  ['1961-02-17', '1961', true, false],
  ['1960/1962', '1962/1964', true, false],
  ['1961', '1962', false, false],
  ['1961-02-17', '1961-02-17', true, true],
])('%s and %s may be one: %s; the first holds the second: %s', (a, b, meet, holds) => {
  expect([spansMeet(spanOf(a), spanOf(b)), spansMeet(spanOf(b), spanOf(a))]).toEqual([meet, meet]);
  expect(spanHolds(spanOf(a), spanOf(b))).toBe(holds);
});
