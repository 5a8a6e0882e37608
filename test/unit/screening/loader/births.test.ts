import { expect, test } from 'vitest';
import { makeBirthTable, ownersBorn } from '../../../../server/screening/loader/births.ts';

const DATES = [
  '1962-02-17',
  '1962-02',
  '1962',
  '1962-02-16',
  '1962-02-10/1962-03-05',
  '1962-01/1962-03',
  '1962~',
  'unknown',
  '1962-02-18',
  '1899-12-31',
];
const TABLE = makeBirthTable(DATES.map((date, owner) => ({ owner, date })));

test.each([
  ['1962-02-17', ['1962-02', '1962-02-10/1962-03-05', '1962-02-17']],
  ['1962-02-01', ['1962-02']],
  ['1962-02-28', ['1962-02', '1962-02-10/1962-03-05']],
  ['1962-03-05', ['1962-02-10/1962-03-05']],
  ['1962-03-06', []],
  ['1899-12-31', ['1899-12-31']],
  ['1700-01-01', []],
  ['2100-01-01', []],
])('%s is found in dates that leave a month open at most: %j', (day, dates) => {
  expect(ownersBorn(TABLE, day).map((owner) => DATES[owner])).toEqual(dates);
});

test('of no dates nobody is found', () => {
  expect(ownersBorn(makeBirthTable([]), '1962-02-17')).toEqual([]);
});
