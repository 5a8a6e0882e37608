import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { writeCsvRow } from '../../../server/lib/csv.ts';

test('a row is read again as it was written', () => {
  const fields = ['plain', '', 'with, comma', 'with "quotes"', 'two\nlines', 0.85];
  expect(parse(writeCsvRow(fields))).toEqual([fields.map(String)]);
});

test.each(['=1+1', '+1', '-1', '@name', '\tname', '\rname', '\nname', '＝1+1', '＋1', '－1', '＠name'])(
  '%j is no formula to a spreadsheet',
  (text) => {
    expect(parse(writeCsvRow([text]))).toEqual([[`'${text}`]]);
  },
);

test('a number below nought stays one', () => {
  expect(writeCsvRow([-1, 'x'])).toBe('-1,x\n');
});

test.each([
  ['Odo;=1+1', "Odo;'=1+1"],
  ['Odo\t@SUM(A1)', "Odo\t'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['two\n-lines', "two\n'-lines"],
  ['Anna-Maria; two = 2', 'Anna-Maria; two = 2'],
])('%j is no formula where a spreadsheet parts cells at more than commas', (text, written) => {
  expect(parse(writeCsvRow([text]))).toEqual([[written]]);
});
