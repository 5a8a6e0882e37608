import { expect, test } from 'vitest';
import { datesIn, dayIn, isEntryDate } from '../../../server/datasets/dates.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

test.each([
  ['1/02/1961, 1963', ['1961-02-01', '1963']],
  ['1961-02-17 or 1962-03', ['1961-02-17', '1962-03']],
  ['17 Feb. 1962', ['1962-02-17']],
  ['1st March 1962; February 3, 1962', ['1962-03-01', '1962-02-03']],
  ['05-Feb-2026', ['2026-02-05']],
  ['Nov. 1973 ', ['1973-11']],
  ['06/1961, 07/1961', ['1961-06', '1961-07']],
  ['approximately Feb 1961', ['1961~']],
  ['circa 1961; c. 1963', ['1961~', '1963~']],
  ['Between 1955 and 1958; b) Between 1945 and 1950', ['1955/1958', '1945/1950']],
  ['1955-1958, 1960 to 1963', ['1955/1958', '1960/1963']],
  ['1955 and 1958', ['1955', '1958']],
  ['1958-1955', ['1958', '1955']],
  ['born in the early 1970s', ['1970/1979']],
  ['dd/mm/1950; 00/00/1951; dd/06/1961', ['1950', '1951', '1961-06']],
  ['31/02/1961', ['1961-02']],
  ['1961, 1961', ['1961']],
  ['aged about 35; 24/06/1402', []],
  ['', []],
])('%s tells its dates', (text, dates) => {
  expect(datesIn(text)).toEqual(dates);
  expect(dates.every(isEntryDate)).toBe(true);
});

test('a day is a whole one', () => {
  expect(dayIn('1961, 17/02/1962')).toBe('1962-02-17');
  expect(dayIn('Feb 1962')).toBeNull();
});

test.each(['', '1961/', '1961~/1963', '1961-13', '1960/1961/1962', '17.2.1961', '1961~~'])(
  '%s is no date of an entry',
  (text) => {
    expect(isEntryDate(text)).toBe(false);
  },
);

test('a very long text is read in no time', () => {
  const work = (): void => {
    expect(datesIn('1961, '.repeat(200_000))).toEqual(['1961']);
    expect(datesIn(`${' '.repeat(500_000)}1961`)).toEqual([]);
  };
  expect(cpuMsOf(work)).toBeLessThan(500);
});
