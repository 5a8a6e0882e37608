import { expect, test } from 'vitest';
import { ageOfList } from '../../../server/datasets/age.ts';
import { countryCode } from '../../../server/datasets/countries.ts';
import { parseWrittenDate } from '../../../server/datasets/dates.ts';
import { foldIdentifier } from '../../../server/screening/store/identifier.ts';

test.each([
  ['17 Feb 1962', '1962-02-17'],
  ['Feb 1962', '1962-02'],
  ['1962', '1962'],
  ['circa 1961', '1961~'],
  ['circa 17 Feb 1961', '1961~'],
  ['1961 to 1963', '1961/1963'],
  ['01 Jan 1961 to 31 Dec 1961', '1961-01-01/1961-12-31'],
  ['circa 1961-1963', '1961/1963'],
  ['30 Feb 1962', null],
  ['17 Foo 1962', null],
  ['unknown', null],
])('the written date %s is %s', (text, expected) => {
  expect(parseWrittenDate(text)).toBe(expected);
});

const DAY_MS = 24 * 3600 * 1000;
const PUBLISHED_MS = Date.parse('2025-01-01T00:00:00Z');
test.each([
  ['the day it appears', 0, 0, false],
  ['29 days later', 29 * DAY_MS, 29, false],
  ['30 days later', 30 * DAY_MS, 30, true],
  ['before its date', -DAY_MS, 0, false],
])('a list is looked at %s', (_, afterMs, ageDays, stale) => {
  const version = { publishedAt: '2025-01-01', importedAtMs: PUBLISHED_MS + 20 * DAY_MS, ageDaysMax: null };
  expect(ageOfList(version, PUBLISHED_MS + afterMs)).toEqual({ dated: '2025-01-01', ageDays, stale });
});

test('without a publication date a list is as old as its import, and its own limit counts', () => {
  const version = { publishedAt: null, importedAtMs: PUBLISHED_MS + 3600_000, ageDaysMax: 2 };
  expect(ageOfList(version, PUBLISHED_MS + 2 * DAY_MS)).toEqual({ dated: '2025-01-01', ageDays: 2, stale: true });
});

test.each([
  ['uto-77 14.902', 'UTO7714902'],
  ['12345', null],
  ['UNKNOWN', null],
])('the number %s is compared as %s', (value, folded) => {
  expect(foldIdentifier(value)).toBe(folded);
});

test.each([
  ['bg', 'BG'],
  ['BGR', 'BG'],
  ['Bulgaria', 'BG'],
  ['Korea, North', 'KP'],
  ['Region: Nowhere', 'Region: Nowhere'],
])('the country %s is %s', (text, code) => {
  expect(countryCode(text)).toBe(code);
});
