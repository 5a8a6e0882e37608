import { expect, test } from 'vitest';
import { readDate } from '../../../server/checks/read/dates.ts';

const TODAY = '2026-03-01';

test.each([
  ['12.08.1974', '1974-08-12'],
  ['12/08/1974', '1974-08-12'],
  ['12 08 74', '1974-08-12'],
  ['12-8-1974', '1974-08-12'],
  ['1974-08-12', '1974-08-12'],
  ['le 12 août 1974 à Paris', '1974-08-12'],
  ['12 AUG/AOÛT 74', '1974-08-12'],
  ['August 12, 1974', '1974-08-12'],
  ['16 APR / AVR 07', '2007-04-16'],
  ['12. März 1974', '1974-03-12'],
  ['3 giugno 1999', '1999-06-03'],
  ['01 FÉV 2001', '2001-02-01'],
  ['12.O8.1974', '1974-08-12'],
  ['08/31/1974', '1974-08-31'],
])('%s', (text, date) => {
  expect(readDate(text, 'past', TODAY)).toBe(date);
});

test.each(['31.02.1999', '45.45.1999', 'ANNA MARIA', '', '1974', 'MARIA 12', '123456789', '32 août 1999'])(
  '%s is no date',
  (text) => {
    expect(readDate(text, 'past', TODAY)).toBeNull();
  },
);

test('two digits of a year lie in the past, of an expiry up to 50 years ahead', () => {
  expect(readDate('05.06.27', 'past', TODAY)).toBe('1927-06-05');
  expect(readDate('05.06.27', 'expiry', TODAY)).toBe('2027-06-05');
  expect(readDate('05 JUN 76', 'expiry', TODAY)).toBe('2076-06-05');
  expect(readDate('05 JUN 77', 'expiry', TODAY)).toBe('1977-06-05');
});
