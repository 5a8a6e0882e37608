import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { writeCsvRow } from '../../../server/commands/csv.ts';

test('a row is read again as it was written', () => {
  const fields = ['plain', '', 'with, comma', 'with "quotes"', 'two\nlines', 0.85];
  expect(parse(writeCsvRow(fields))).toEqual([fields.map(String)]);
});

test.each(['=1+1', '+1', '-1', '@name', '\tname'])('%j is no formula to a spreadsheet', (text) => {
  expect(parse(writeCsvRow([text]))).toEqual([[`'${text}`]]);
});

test('a number below nought stays one', () => {
  expect(writeCsvRow([-1, 'x'])).toBe('-1,x\n');
});
