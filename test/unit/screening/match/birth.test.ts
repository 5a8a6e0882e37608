import { describe, expect, test } from 'vitest';
import { birthEffectMax, compareBirthDates, wholeDay } from '../../../../server/screening/match/birth.ts';
import { BIRTH_EFFECT } from '../../../../server/screening/match/effects.ts';

const agreementOf = (birthDate: string, ...listed: string[]) => compareBirthDates(birthDate, listed)?.agreement;
const effectOf = (birthDate: string, listed: string): number =>
  compareBirthDates(birthDate, [listed])?.effect ?? Number.NaN;

test.each([
  ['1962-02-17', ['1950', '1962-02-17'], 'exact', '1962-02-17'],
  ['1962-02-11', ['1962-11-02'], 'swapped', '1962-11-02'],
  ['1962-02-17', ['1962-02'], 'month', '1962-02'],
  ['1962-02', ['1962-02-17'], 'month', '1962-02-17'],
  ['1962-02-17', ['1962'], 'year', '1962'],
  ['1962', ['1962'], 'year', '1962'],
  ['1962', ['1962-02-17'], 'year', '1962-02-17'],
  ['1962', ['1962-02'], 'year', '1962-02'],
  ['1961-07-01/1962-06-30', ['1962-02-17'], 'year', '1962-02-17'],
  ['1962-02-17', ['1962-03-17'], 'digit', '1962-03-17'],
  ['1962-02-17', ['1992-02-17'], 'digit', '1992-02-17'],
  ['1962-02-17', ['1961/1965'], 'range', '1961/1965'],
  ['1961/1965', ['1962-02-17'], 'range', '1962-02-17'],
  ['1961/1965', ['1964/1970'], 'range', '1964/1970'],
  ['1961-02-17', ['1961-01-01/1961-12-31'], 'year', '1961-01-01/1961-12-31'],
  ['1962-02-17', ['1959~'], 'circa', '1959~'],
  ['1962', ['1959~'], 'circa', '1959~'],
  ['1962-02-17', ['1962-09-04'], 'near', '1962-09-04'],
  ['1962-02-17', ['1963-09-04'], 'near', '1963-09-04'],
  ['1962-02-17', ['1962-09'], 'near', '1962-09'],
  ['1962-02-17', ['1963'], 'near', '1963'],
  ['1962', ['1963-12-31'], 'near', '1963-12-31'],
  ['1960/1962', ['1963'], 'near', '1963'],
  ['1962-02-17', ['1963/1965'], 'near', '1963/1965'],
  ['1962-02-17', ['1958~'], 'near', '1958~'],
  ['1962-02-17', ['1957~'], 'contradicts', '1957~'],
  ['1962-02-17', ['1964'], 'contradicts', '1964'],
  ['1962', ['1964-01-01'], 'contradicts', '1964-01-01'],
  ['1960/1962', ['1964'], 'contradicts', '1964'],
  ['1962-02-17', ['1974-03-05'], 'contradicts', '1974-03-05'],
  ['1962-02-17', ['1974', '1963', '1970'], 'near', '1963'],
])('%s against %j: %s', (birthDate, listed, agreement, date) => {
  expect(compareBirthDates(birthDate, listed)).toMatchObject({ agreement, date });
});

test('nothing is said of a birth date that the list does not have', () => {
  expect(compareBirthDates('1962-02-17', [])).toBeNull();
  expect(compareBirthDates('1962-02-17', ['unknown', '1961/', '1961-13'])).toBeNull();
});

describe('what agrees says the more, the fewer days are left open', () => {
  test('on one scale, whichever side knows less', () => {
    const falling = ['1962-02-17', '1962-02', '1962', '1961/1963', '1959~', '1955/1970', '1900/2000'].map((date) =>
      effectOf('1962-02-17', date),
    );
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    expect(new Set(falling).size).toBe(falling.length);
    expect([falling[0], falling.at(-1)]).toEqual([BIRTH_EFFECT.exact, 0]);
    for (const known of ['1962-02', '1962', '1961/1963'])
      expect(effectOf(known, '1962-02-17')).toBe(effectOf('1962-02-17', known));
  });

  test('a range counts by all days that either side leaves open', () => {
    expect(effectOf('1961/1963', '1962')).toBe(effectOf('1961/1963', '1963-01-01'));
    expect(effectOf('1961/1963', '1963/1965')).toBe(effectOf('1961/1965', '1962'));
  });

  test('nothing that is known in part confirms, and a slip says no more than the year', () => {
    expect(agreementOf('1962-02', '1962-02')).toBe('month');
    expect(agreementOf('1962-02-17/1962-02-18', '1962-02-17')).toBe('month');
    for (const effect of [BIRTH_EFFECT.swapped, BIRTH_EFFECT.digit])
      expect(effect).toBeLessThanOrEqual(effectOf('1962', '1962'));
  });

  test('the most that a date can add for a person found by name is what another date can agree with it', () => {
    expect(birthEffectMax('1962-02')).toBe(effectOf('1962-02', '1962-02-17'));
    expect(birthEffectMax('1962')).toBe(effectOf('1962', '1962-02-17'));
    expect(birthEffectMax('1961/1963')).toBe(effectOf('1961/1963', '1962-02-17'));
    expect(birthEffectMax('1962-02-17')).toBe(effectOf('1962-02-17', '1962'));
    expect([wholeDay('1962-02-17'), wholeDay('1962-02-17/1962-02-17'), wholeDay('1962-02')]).toEqual([
      '1962-02-17',
      '1962-02-17',
      null,
    ]);
  });
});

test.each(['0001~', '9999~', '0000'])('odd years are no harm: %s', (date) => {
  expect(effectOf('1962-02-17', date)).toBe(BIRTH_EFFECT.contradicts);
});
