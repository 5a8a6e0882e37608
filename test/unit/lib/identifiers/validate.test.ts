import { describe, expect, it } from 'vitest';
import { matchIdentifier } from '../../../../server/lib/identifiers/match.ts';
import { STDNUM_FORMS, STDNUM_KINDS } from '../../../../server/lib/identifiers/stdnum.ts';
import { hasCheckDigit, schemeOf, validateIdentifier } from '../../../../server/lib/identifiers/validate.ts';
import { inWholeRunAlone } from '../../../support/long.ts';
import { PUBLISHED } from './examples.ts';

describe('validateIdentifier', () => {
  it.each(Object.entries(PUBLISHED))(
    'accepts what is published of %s, and nothing of its first half',
    (kind, values) => {
      for (const value of values) {
        expect(validateIdentifier(kind, value), value).toBe(true);
        expect(validateIdentifier(kind, ` ${value} `), value).toBe(true);
        expect(validateIdentifier(kind, value.slice(0, value.length / 2)), value).toBe(false);
      }
      expect(validateIdentifier(kind, '')).toBe(false);
    },
  );

  it('says null of kinds without a rule', () => {
    expect(
      ['passport', 'national_id', 'tax', 'xx.unknown', ''].map((kind) => validateIdentifier(kind, '1234567')),
    ).toEqual(Array(5).fill(null));
  });

  it.each([
    ['isbn', '978-0-306-40615-7'],
    ['gs1_128', '(01)09501101530003(17)210119(10)AB-123'],
    ['imei', '49-015420-323751-8'],
    ['eu.eic', '10XFR-RTE------Q'],
    ['gb.upn', 'A801200001001'],
    ['es.cups', 'ES1234000000000001JN0F'],
  ])('takes %s as text: nobody is known by it, so nothing of it is checked', (kind, value) => {
    expect(validateIdentifier(kind, value)).toBeNull();
    expect(hasCheckDigit(kind)).toBe(false);
    expect(matchIdentifier({ kind, value }, { kind, value: ` ${value} ` })).toEqual({
      agrees: true,
      checkDigitValid: null,
    });
  });

  it('can load every number that stdnum is asked for, and refuses an empty one', inWholeRunAlone('1 s'), () => {
    for (const kind of STDNUM_KINDS) expect(validateIdentifier(kind, ''), kind).toBe(false);
  });

  it('knows the names that other libraries give a kind', () => {
    expect(validateIdentifier('in_.pan', 'ACUPA7085R')).toBe(true);
    expect(validateIdentifier('RU.INN', '7736050003')).toBe(true);
    expect(schemeOf('ogrn')).toBe(schemeOf('ru.ogrn'));
  });

  it('tells check digits from forms', () => {
    expect(['imo', 'lei', 'cpf', 'fr.siret', 'be.ssn', 'vat'].filter((kind) => !hasCheckDigit(kind))).toEqual([]);
    expect(['bic', 'mmsi', 'us.ssn', 'us.ein', 'mx.rfc', 'pk.cnic', 'passport'].filter(hasCheckDigit)).toEqual([]);
    expect([...STDNUM_FORMS].filter((kind) => !STDNUM_KINDS.has(kind))).toEqual([]);
  });

  it('reads digits of other scripts, full-width forms and typographic dashes', () => {
    expect(validateIdentifier('imo', 'ＩＭＯ ９０７４７２９')).toBe(true);
    expect(validateIdentifier('npi', '١٢٣٤٥٦٧٨٩٣')).toBe(true);
    expect(validateIdentifier('isni', '0000–0002–1825–0097')).toBe(true);
  });

  it.each<[kind: string, value: string, expected: boolean | null, why: string]>([
    ['imo', 'IMO 9074728', false, 'a wrong check digit of a ship'],
    ['imo', '0000000', false, 'nought'],
    ['imo', '10861', true, 'a company that lost two leading zeros'],
    ['imo', '10862', false, 'a company with a wrong check digit'],
    ['imo', '912681', true, 'a ship that lost its leading zero'],
    ['iban', 'GB82 WEST 1234 5698 7654 3', false, 'a digit short'],
    ['iban', 'ZZ82WEST12345698765432', false, 'a country without a structure'],
    ['es.iban', 'ES91 2100 0418 4502 0005 1333', false, 'a wrong check digit of the bank'],
    ['bic', 'DEUTZZFF', false, 'no such country'],
    ['isin', 'XX0003781003', false, 'no such prefix'],
    ['figi', 'GBG000BLNNH6', false, 'a prefix that an ISIN has'],
    ['sedol', 'A0WNLY7', false, 'a vowel'],
    ['ogrn', '0027700070518', false, 'a first digit of 0'],
    ['npi', '3234567893', false, 'a first digit other than 1 and 2'],
    ['ca.sin', '046 454 286', false, 'a first digit of 0'],
    ['ca.sin', '130 692 544', true, 'a number of the Canadian ministry'],
    ['mx.rfc', 'GODE561231', true, 'without the last three'],
    ['mx.rfc', 'PUTA561231GR8', false, 'a word that is not given'],
    ['mx.rfc', 'GODE561331GR8', false, 'a thirteenth month'],
    ['om.vat', 'OM1100018165', false, 'a wrong check digit'],
    ['om.vat', '1100018164', false, 'without its letters'],
    ['om.vat', 'OM1200018164', null, 'weights of the third and fourth digit are not known'],
    ['vat', 'OM1100018164', true, 'a number of Oman'],
    ['vat', 'OM1200018164', null, 'nor are they here'],
    ['eu.oss', 'EU 372022452', true, 'from Ireland'],
    ['eu.oss', 'IM3720224521', true, 'of the import scheme'],
    ['eu.oss', 'EU826022452', false, 'the United Kingdom gives none out'],
    ['eu.oss', 'IN3720224521', false, 'an intermediary'],
    ['vat', 'EU372022452', true, 'a number of the One Stop Shop'],
    ['eu.vat', 'EU372022452', false, "no member state's"],
    ['ch.uid', '100.155.213', false, 'a wrong check digit, without CHE'],
    ['cz.dic', 'CZ640903927', false, 'a special case with a wrong check digit'],
    ['it.codicefiscale', '00743110158', false, 'a company with a wrong check digit'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', false, 'a wrong sum'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4', false, 'capitals and small letters'],
    ['vat', 'QQ123456', false, 'no such prefix'],
    ['eu.vat', 'BR33000167000101', false, 'no member state'],
    ['az.voen', '1400057424', false, 'a last digit other than 1 and 2'],
    ['id.npwp', '3171011708459999', true, 'a person, by the form since 2022'],
    ['id.npwp', '0013121660091000', true, 'the old form with a zero before it'],
    ['id.npwp', '1013121660091000', false, 'neither'],
    ['bg.vat', 'BG7523169263', true, 'a person'],
    ['bg.vat', 'BG7523169264', false, 'a person with a wrong check digit'],
    ['bg.vat', 'BG831650349', true, 'a company whose number begins with 8'],
    ['es.dni', '12.345.678-Z', true, 'separators that its country does not use'],
    ['no.iban', 'NO9386011117947', true, 'a bank account'],
    ['th.pin', '9100600445635', false, 'a first digit of 9'],
  ])('%s %s: %s, %s', (kind, value, expected) => {
    expect(validateIdentifier(kind, value)).toBe(expected);
  });
});
