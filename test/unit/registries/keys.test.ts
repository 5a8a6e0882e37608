import { describe, expect, it } from 'vitest';
import { companyKey, leiKey, recordKey, taxKey } from '../../../server/registries/keys.ts';

describe('the key of a company', () => {
  it.each([
    ['GB', '1234567', 'GB:01234567'],
    ['gb', '0123 4567', 'GB:01234567'],
    ['GB', 'SC123', 'GB:SC000123'],
    ['GB', 'sc-000123', 'GB:SC000123'],
    ['GB', '123456789', 'GB:123456789'],
    ['FR', '005 520 176', 'FR:5520176'],
    ['FR', '5520176', 'FR:5520176'],
    ['DE', 'HRB 00123 B', 'DE:HRB123B'],
    ['DE', 'hrb 123 b', 'DE:HRB123B'],
    ['XX', '000', 'XX:0'],
    ['FR', ' -/ ', null],
  ])('%s %s is %s', (country, number, key) => expect(companyKey(country, number)).toBe(key));

  it('by its LEI has its twenty characters', () => {
    expect(leiKey('5493 00ab cdef ghij kl12')).toBe('LEI:549300ABCDEFGHIJKL12');
    expect(leiKey('549300')).toBeNull();
  });

  it.each([
    ['FR', 'FR 40 303265045', 'TAX:FR:40303265045'],
    ['FR', '40303265045', 'TAX:FR:40303265045'],
    ['GR', 'EL094259216', 'TAX:GR:94259216'],
    ['GR', '094259216', 'TAX:GR:94259216'],
    ['DE', '', null],
  ])('by a tax number: %s %s is %s', (country, number, key) => expect(taxKey(country, number)).toBe(key));

  it("by a register's own number is that register's alone", () => {
    expect(recordKey('bods', 'a-1')).toBe('ID:bods:a-1');
  });
});
