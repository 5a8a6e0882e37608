import { describe, expect, test } from 'vitest';
import { americanType } from '../../../server/checks/read/american.ts';
import { readAmericanDate } from '../../../server/checks/read/american-dates.ts';
import { AMERICAN_ISSUERS } from '../../../server/checks/read/american-issuers.ts';
import { readPrinted } from '../../../server/checks/read/print.ts';
import { segmentPage } from '../../../server/checks/read/segments.ts';
import { pageOf } from '../../support/text/page.ts';

type Line = [text: string, x: number, y: number];
const read = (...lines: Line[]) => readPrinted([pageOf(...lines)], '2026-03-01');
const valuesOf = (...lines: Line[]): Record<string, string> =>
  Object.fromEntries(Object.entries(read(...lines)).map(([field, { value }]) => [field, value]));

/** The layout of AAMVA's standard: numbers before the fields, labels too small to read. */
const CARD: Line[] = [
  ['ARIZONA', 400, 20],
  ['DRIVER LICENSE', 600, 20],
  ['4d DLN D12345678', 600, 120],
  ['3 D0B 04/09/1984', 600, 160],
  ['1 QUILLMARSH', 300, 200],
  ['2 ADA ROSE', 300, 235],
  ['8 17 SPECIMEN LANE', 300, 270],
  ['PORT CLAIR, AZ 85007', 300, 305],
  ['4b ExP 04/09/2029', 300, 380],
  ['4a 1ss 04/11/2021', 700, 380],
  ['15 5EX F', 300, 420],
  ['5 DD 1234567890123456', 300, 560],
];

describe('a licence of the United States', () => {
  test('by its address, the order of its days and the form of its number', () => {
    expect(valuesOf(...CARD)).toEqual({
      last_name: 'QUILLMARSH',
      first_name: 'ADA ROSE',
      address: '17 SPECIMEN LANE PORT CLAIR, AZ 85007',
      document_number: 'D12345678',
      date_of_birth: '1984-04-09',
      issue_date: '2021-04-11',
      expiry_date: '2029-04-09',
      sex: 'F',
      issuing_country: 'US',
    });
  });

  test('days need no label: a birth, years later an issue, and an end', () => {
    const unlabelled = CARD.map(([text, x, y]): Line => [text.replace(/^(?:3 D0B|4b ExP|4a 1ss) /, ''), x, y]);
    expect(valuesOf(...unlabelled)).toMatchObject({
      date_of_birth: '1984-04-09',
      issue_date: '2021-04-11',
      expiry_date: '2029-04-09',
    });
  });

  test('of two days the second is the end where it is a birthday, and unsure', () => {
    const lines = CARD.filter(([text]) => !text.includes('1ss')).map(
      ([text, x, y]): Line => [text.replace('4b ExP ', ''), x, y],
    );
    const { date_of_birth: birth, expiry_date: expiry, issue_date: issue } = read(...lines);
    expect([birth?.value, expiry?.value, issue]).toEqual(['1984-04-09', '2029-04-09', undefined]);
    expect(expiry?.confidence).toBeLessThanOrEqual(0.7);
  });

  test('names by the numbers beside them, by LN and FN, or in one line', () => {
    const withNames = (...names: Line[]): object =>
      valuesOf(...CARD.filter(([text]) => !/QUILLMARSH|ADA/.test(text)), ...names);
    expect(withNames(['2 ADA ROSE', 300, 200], ['1 QUILLMARSH', 300, 235])).toMatchObject({
      last_name: 'QUILLMARSH',
      first_name: 'ADA ROSE',
    });
    expect(withNames(['LNQUILLMARSH', 300, 200], ['FN ADA ROSE', 300, 235])).toMatchObject({
      last_name: 'QUILLMARSH',
      first_name: 'ADA ROSE',
    });
    expect(withNames(['ADA R. QUILLMARSH', 300, 235])).toMatchObject({ last_name: 'QUILLMARSH', first_name: 'ADA R' });
  });

  test('a number with a letter misread as a digit is corrected if its label comes before it, and is unsure', () => {
    const lines = CARD.map(([text, x, y]): Line => [text.replace('D12345678', '012345678'), x, y]);
    expect(read(...lines).document_number).toMatchObject({ value: '012345678' });
    const california = CARD.map(
      ([text, x, y]): Line => [
        text.replace('ARIZONA', 'CALIFORNIA').replace('AZ 85007', 'CA 95818').replace('D12345678', '11234568'),
        x,
        y,
      ],
    );
    const number = read(...california).document_number;
    expect(number?.value).toBe('I1234568');
    expect(number?.confidence).toBeLessThanOrEqual(0.7);
  });

  test('the number of the card itself (DD) is none of the holder', () => {
    expect(valuesOf(...CARD.filter(([text]) => !text.includes('DLN')))).not.toHaveProperty('document_number');
  });
});

test('a mark between two days on a line is no zone, and a letter by itself is the sex, unsure', () => {
  const lines = CARD.map(([text, x, y]): Line => [text.replace('15 5EX F', 'F'), x, y]).filter(
    ([text]) => !/4[ab]/.test(text),
  );
  const { sex, issue_date, expiry_date } = read(...lines, ['4b Exp 04/09/2029 « 4a Iss 04/11/2021', 300, 380]);
  expect([issue_date?.value, expiry_date?.value]).toEqual(['2021-04-11', '2029-04-09']);
  expect(sex).toMatchObject({ value: 'F', confidence: 0.7 });
});

test('a card without a title is recognised by its labels, an identification card by its words', () => {
  const labels: Line[] = ['9 CLASS D', '9a END NONE', '12 REST B', '16 HGT 5-09', '18 EYES BRO'].map((text, i) => [
    text,
    300,
    60 * i,
  ]);
  const typeOf = (...lines: Line[]) => americanType(segmentPage(pageOf(...lines)));
  expect(typeOf(...labels)).toBe('driving_license');
  expect(typeOf(...labels, ['NONDRIVER IDENTIFICATION CARD', 600, 20])).toBe('national_id');
  expect(typeOf(['DRIVER LICENSE', 600, 20])).toBeNull();
});

test('a card of Europe and a letter with an American address are no American cards', () => {
  const card = valuesOf(
    ['Surname', 50, 100],
    ['QUILLMARSH', 50, 130],
    ['Date of birth', 50, 180],
    ['04.09.1984', 50, 210],
  );
  expect(card).toEqual({ last_name: 'QUILLMARSH', date_of_birth: '1984-09-04' });
  expect(
    valuesOf(['17 SPECIMEN LANE', 50, 100], ['PORT CLAIR, AZ 85007', 50, 130], ['Invoice of 04/09/2024', 50, 300]),
  ).toEqual({});
});

test.each([
  ['02/01/1957', '1957-02-01', false],
  ['05-01-1984', '1984-05-01', false],
  ['1986-10-16', '1986-10-16', false],
  ['07/011954', '1954-07-01', true],
  ['08/3111977', '1977-08-31', true],
  ['0826/2018', '2018-08-26', true],
  ['13/13/2020', null, null],
  ['12345', null, null],
])('%s is the day %s', (text, value, repaired) => {
  expect(readAmericanDate(text)).toEqual(value === null ? null : { value, repaired });
});

test('every issuer has a code of its own, a name, and forms of its numbers', () => {
  expect(new Set(AMERICAN_ISSUERS.map(({ code }) => code)).size).toBe(AMERICAN_ISSUERS.length);
  expect(AMERICAN_ISSUERS.filter(({ country }) => country === 'US')).toHaveLength(52);
  for (const { code, numbers } of AMERICAN_ISSUERS) expect(numbers, code).toMatch(/^[A9]{5,15}(?:, [A9]{5,15})*$/);
});
