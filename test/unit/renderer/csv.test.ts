import { expect, test } from 'vitest';
import { toCsv } from '../../../renderer/parts/download.ts';

const lines = (rows: Parameters<typeof toCsv>[0]): string[] =>
  toCsv(rows)
    .replace(/^\ufeff/, '')
    .split('\r\n');

test('rows end as spreadsheets want them, behind the mark of UTF-8', () => {
  expect(
    toCsv([
      ['name', 'score'],
      ['Zoë', 0.91],
    ]),
  ).toBe('\ufeffname,score\r\nZoë,0.91\r\n');
});

test('a cell with a comma, a quote or a line end is quoted', () => {
  expect(lines([['QUILLONEZ, Zdravko', 'the "Heron"', 'two\nlines', 'plain']])[0]).toBe(
    '"QUILLONEZ, Zdravko","the ""Heron""","two\nlines",plain',
  );
});

test.each(['=1+1', '+49 30', '-12', '@SUM(A1)', '\tx', '\r', '\nx', '＝1+1'])(
  '%j is a text, and no formula',
  (value) => {
    expect(
      lines([[value, 'x']])[0]
        ?.replace(/^"/, '')
        .startsWith("'"),
    ).toBe(true);
  },
);

test('a number below nothing stays a number', () => {
  expect(lines([[-0.5]])[0]).toBe('-0.5');
});

test('a formula behind a semicolon, at which some spreadsheets part cells, is a text', () => {
  expect(lines([['Odo;=1+1', 'x']])[0]).toBe("Odo;'=1+1,x");
});
