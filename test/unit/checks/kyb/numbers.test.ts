import { describe, expect, test } from 'vitest';
import { REGISTRATION_NUMBERS, TAX_NUMBERS } from '../../../../server/checks/kyb/number-schemes.ts';
import {
  checkNumbers,
  checkRegistrationNumber,
  checkTaxNumber,
  checkVatNumber,
  registrationNumbersIn,
} from '../../../../server/checks/kyb/numbers.ts';
import type { Company, Ubo } from '../../../../server/checks/kyb/types.ts';
import { isCountry } from '../../../../server/lib/identifiers/countries.ts';
import { validateIdentifier } from '../../../../server/lib/identifiers/validate.ts';

const company = (more: Partial<Company>): Company => ({
  legal_name: 'Sample',
  country: 'FR',
  address: { country: 'FR' },
  ...more,
});
const said = (more: Partial<Company>, ubos: Ubo[] = []) =>
  checkNumbers(company(more), ubos).map(({ code, field }) => `${field} ${code}`);

describe('registration numbers', () => {
  test.each([
    ['FR', '552 120 222'],
    ['FR', '552 120 222 00013'],
    ['FR', 'RCS Paris 552 120 222'],
    ['NO', '923 609 016'],
    ['DK', '24256790'],
    ['FI', '0112038-9'],
    ['SE', '556016-0680'],
    ['BE', '0403.200.393'],
    ['IT', '00905811006'],
    ['BR', '33.000.167/0001-01'],
    ['RU', '1027700132195'],
    ['RU', '7707083893'],
    ['CH', 'CHE-116.281.710'],
  ])('%s %s has right check digits', (country, number) => expect(checkRegistrationNumber(country, number)).toBe(true));

  test.each([
    ['FR', '552 120 223'],
    ['NO', '923609017'],
    ['NO', '92360901'],
    ['DK', '24256791'],
    ['SE', '556016-0681'],
    ['BE', '0403.200.394'],
    ['BR', '33.000.167/0001-02'],
    ['RU', '1027700132196'],
  ])('%s %s has wrong ones, or is none of its country', (country, number) =>
    expect(checkRegistrationNumber(country, number)).toBe(false),
  );

  test.each([
    ['GB', '01234567'],
    ['DE', 'HRB 12345'],
    ['PL', '0000028860'],
    ['IT', 'MI-1234567'],
    ['FR', 'W751234567'],
    ['US', '1234567'],
    ['XX', '1'],
    ['constructor', '1'],
  ])('%s %s has none that could be checked', (country, number) =>
    expect(checkRegistrationNumber(country, number)).toBe(null),
  );

  test('a tax number that is the register’s, and the one within another', () => {
    expect(registrationNumbersIn('FR', 'FR27552120222')).toEqual(['552120222']);
    expect(registrationNumbersIn('FR', '55212022200013')).toEqual(['55212022200013', '552120222']);
    expect(registrationNumbersIn('NO', 'NO 923 609 016 MVA')).toEqual(['923609016']);
    expect(registrationNumbersIn('SE', 'SE556016068001')).toEqual(['5560160680']);
    expect(registrationNumbersIn('ES', 'ESA28015865')).toEqual(['A28015865']);
    expect(registrationNumbersIn('CH', 'CHE-116.281.710 MWST')).toEqual(['CHE116281710']);
    expect(registrationNumbersIn('GB', '1234567890')).toEqual([]);
  });
});

test.each([
  ['FR', 'FR27552120222', true],
  ['FR', 'FR28552120222', false],
  ['CH', 'CHE-116.281.710', true],
  ['CH', 'CHE-116.281.711', false],
  ['GB', '12', null],
  ['NL', 'NL004495445B01', true],
])('tax number %s %s: %s', (country, number, answer) => expect(checkTaxNumber(country, number)).toBe(answer));

test.each([
  ['FR', 'FR27552120222', true],
  ['FR', '27552120222', true],
  ['GR', 'EL094014201', true],
  ['FR', 'DE136695976', true],
  ['FR', 'DE136695977', false],
  ['ZW', '12', null],
])('VAT number %s %s: %s', (country, number, answer) => expect(checkVatNumber(country, number)).toBe(answer));

describe('findings', () => {
  test('name the field that is wrong or could not be checked, and say nothing of right ones', () => {
    expect(
      said({ registration_number: '552120222', lei: 'O2RNE8IBXP4R0TD8PU41', vat_number: 'FR27552120222' }),
    ).toEqual([]);
    expect(said({ registration_number: '552120223', lei: 'O2RNE8IBXP4R0TD8PU42', tax_id: '552120223' })).toEqual([
      'company.registration_number number_check_digits_wrong',
      'company.tax_id number_check_digits_wrong',
      'company.lei number_check_digits_wrong',
    ]);
    expect(said({ country: 'GB', registration_number: '01234567' })).toEqual([
      'company.registration_number number_not_checked',
    ]);
    expect(said({ registration_number: '' })).toEqual([]);
  });

  test('owners that are companies', () => {
    const ubo = { id: 'per_1', ownership_percent: 50, legal_name: 'Holding', country: 'NO' };
    expect(said({}, [{ ...ubo, registration_number: '923609016' }])).toEqual([]);
    expect(said({}, [{ ...ubo }, { ...ubo, registration_number: '923609017', lei: 'O2RNE8IBXP4R0TD8PU42' }])).toEqual([
      'ubos[1].registration_number number_check_digits_wrong',
      'ubos[1].lei number_check_digits_wrong',
    ]);
    const { country: _, ...nowhere } = ubo;
    expect(said({}, [{ ...nowhere, registration_number: '923609016' }])).toEqual([
      'ubos[0].registration_number number_not_checked',
    ]);
  });

  test('a VAT number of a country that the company is not in', () => {
    const foreign = 'company.vat_number company_number_mismatch';
    expect(said({ vat_number: 'DE136695976' })).toEqual([foreign]);
    expect(said({ vat_number: 'DE136695976', address: { country: 'DE' } })).toEqual([]);
    expect(said({ vat_number: 'EL094014201', country: 'GR' })).toEqual([]);
  });
});

test('the tables name countries and kinds that exist', () => {
  for (const [country, { forms }] of [...Object.entries(REGISTRATION_NUMBERS), ...Object.entries(TAX_NUMBERS)]) {
    expect(isCountry(country), country).toBe(true);
    for (const { kind } of forms) {
      expect(kind.slice(0, 2).toUpperCase()).toBe(country);
      expect(validateIdentifier(kind, '?'), kind).toBe(false);
    }
  }
});
