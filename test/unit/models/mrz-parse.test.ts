import { describe, expect, test } from 'vitest';
import { checkDigit } from '../../../models/mrz/check-digit.ts';
import { parseMrz } from '../../../models/mrz/parse.ts';

const TODAY = '2026-03-01';

/** The specimens of ICAO Doc 9303: part 5 (TD1), part 6 (TD2), part 4 (TD3), part 7 (MRV-A, MRV-B). */
const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const MRVA = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'];
const MRVB = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<'];

const change = (lines: readonly string[], line: number, column: number, to: string): string[] =>
  lines.map((text, index) => (index === line ? text.slice(0, column) + to + text.slice(column + to.length) : text));

test('check digits of ICAO Doc 9303 part 3, 4.9, and its appendix', () => {
  expect(checkDigit('520727')).toBe('3');
  expect(checkDigit('AB2134<<<')).toBe('5');
  expect(checkDigit('D23145890')).toBe('7');
  expect(checkDigit('')).toBe('0');
});

test.each([
  ['TD1', TD1, 'D23145890', null],
  ['TD2', TD2, 'D23145890', null],
  ['TD3', TD3, 'L898902C3', 'ZE184226B'],
])('the %s specimen', (format, lines, number, optional) => {
  const parsed = parseMrz(lines, TODAY);
  expect(parsed).toMatchObject({ format, valid: true, issuing_country: 'UTO', nationality: 'UTO', sex: 'F' });
  expect(parsed).toMatchObject({ last_name: 'ERIKSSON', first_name: 'ANNA MARIA', document_number: number });
  expect(parsed).toMatchObject({ date_of_birth: '1974-08-12', expiry_date: '2012-04-15', optional_data: optional });
});

test('Russia’s internal passport: letters that are figures, and a number in two places', () => {
  const number = `410703512${checkDigit('410703512')}`;
  const birth = `840409${checkDigit('840409')}`;
  const optional = `9080722500102<${checkDigit('9080722500102<')}`;
  const composite = checkDigit(`${number}${birth}<<<<<<<${optional}`);
  const lines = ['PNRUSWUKIN<POD938EV<<78RG6N<IL9I3<<<<<<<<<<<', `${number}RUS${birth}M<<<<<<<${optional}${composite}`];
  expect(parseMrz(lines, TODAY)).toMatchObject({
    format: 'RUSSIAN_ID',
    valid: true,
    document_code: 'PN',
    issuing_country: 'RU',
    last_name: 'ЩУКИН ПОДЬЧЯЕВ',
    first_name: 'ЮЯРГЭН ИЛЬИЧ',
    document_number: '4109703512',
    date_of_birth: '1984-04-09',
    expiry_date: null,
    sex: 'M',
  });
  expect(parseMrz([lines[0]?.replace('PNRUS', 'P<RUS') ?? '', lines[1] ?? ''], TODAY)?.last_name).toBe(
    'WUKIN POD938EV',
  );
});

test('the visa specimens have no composite digit', () => {
  for (const [format, lines] of [
    ['MRVA', MRVA],
    ['MRVB', MRVB],
  ] as const) {
    const parsed = parseMrz(lines, TODAY);
    expect(parsed).toMatchObject({ format, valid: true, nationality: 'XXX', date_of_birth: '1940-09-07' });
    expect(parsed?.check_digits).toMatchObject({ composite: null, personal_number: null, document_number: true });
  }
});

test('a wrong character makes its own digit and the composite wrong, and no other', () => {
  const parsed = parseMrz(change(TD3, 1, 0, 'M'), TODAY);
  expect(parsed?.valid).toBe(false);
  expect(parsed?.check_digits).toEqual({
    document_number: false,
    date_of_birth: true,
    expiry_date: true,
    personal_number: true,
    composite: false,
  });
});

test('an empty personal number may leave its digit out, a document number may not', () => {
  const empty = change(
    change(TD3, 1, 28, '<'.repeat(15)),
    1,
    43,
    checkDigit(`L898902C3674081221204159${'<'.repeat(15)}`),
  );
  expect(parseMrz(empty, TODAY)).toMatchObject({
    valid: true,
    optional_data: null,
    check_digits: { personal_number: null },
  });
  expect(parseMrz(['P<UTO'.padEnd(44, '<'), '<'.repeat(43).concat('0')], TODAY)?.valid).toBe(false);
});

test('a long document number runs on into the optional data (part 5)', () => {
  const number = 'D23145890734';
  const first = `I<UTO${number.slice(0, 9)}<${number.slice(9)}${checkDigit(number)}`.padEnd(30, '<');
  const composite = checkDigit(`${first.slice(5)}74081221204159${'<'.repeat(11)}`);
  const parsed = parseMrz([first, `7408122F1204159UTO${'<'.repeat(11)}${composite}`, TD1[2] ?? ''], TODAY);
  expect(parsed).toMatchObject({ valid: true, document_number: number, optional_data: null });
});

describe('centuries', () => {
  const born = (yymmdd: string): string | null | undefined =>
    parseMrz(change(change(TD3, 1, 13, yymmdd + checkDigit(yymmdd)), 1, 21, '350101'), TODAY)?.date_of_birth;
  const expires = (yymmdd: string): string | null | undefined =>
    parseMrz(change(TD3, 1, 21, yymmdd + checkDigit(yymmdd)), TODAY)?.expiry_date;

  test('nobody is born in the future', () => {
    expect(born('260301')).toBe('2026-03-01');
    expect(born('260302')).toBe('1926-03-02');
    expect(born('990101')).toBe('1999-01-01');
  });
  test('nor after their document has expired', () => {
    const dated = (expiry: string): string | null | undefined =>
      parseMrz(change(change(TD1, 1, 0, '200101'), 1, 8, expiry), TODAY)?.date_of_birth;
    expect(dated('800102')).toBe('1920-01-01');
    expect(dated('300102')).toBe('2020-01-01');
  });
  test('a validity lies less than 50 years back and at most 50 ahead', () => {
    expect(expires('351231')).toBe('2035-12-31');
    expect(expires('760101')).toBe('2076-01-01');
    expect(expires('770101')).toBe('1977-01-01');
  });
  test('no day of the calendar is no date, and 29 February is one in leap years only', () => {
    expect(born('741301')).toBeNull();
    expect(born('74<<<<')).toBeNull();
    expect(born('000229')).toBe('2000-02-29');
    expect(born('010229')).toBeNull();
  });
});

test('codes of states that ISO lacks', () => {
  const nation = (code: string): string | null | undefined => parseMrz(change(TD3, 1, 10, code), TODAY)?.nationality;
  expect(['D<<', 'GBD', 'RKS', 'FRA', 'XXA', 'UNO'].map(nation)).toEqual(['DE', 'GB', 'XK', 'FR', 'XXA', 'UN']);
});

test('names without given names, and a sex that is not told', () => {
  const only = change(TD3, 0, 5, 'ARKFREITH'.padEnd(39, '<'));
  expect(parseMrz(only, TODAY)).toMatchObject({ last_name: 'ARKFREITH', first_name: '' });
  expect(parseMrz(change(TD3, 1, 20, '<'), TODAY)?.sex).toBe('X');
  expect(parseMrz(change(TD3, 1, 20, 'Q'), TODAY)?.sex).toBeNull();
});

test('what is no zone is null', () => {
  for (const lines of [
    [],
    ['P<UTO'],
    [TD3[0] ?? ''],
    [...TD3, ...TD3],
    change(TD3, 0, 0, 'X'),
    change(TD3, 1, 3, 'é'),
  ]) {
    expect(parseMrz(lines, TODAY)).toBeNull();
  }
});
