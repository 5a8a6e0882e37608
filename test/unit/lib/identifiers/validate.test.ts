import { describe, expect, it } from 'vitest';
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
        if (!['luhn', 'damm', 'verhoeff'].includes(kind)) {
          expect(validateIdentifier(kind, value.slice(0, value.length / 2)), value).toBe(false);
        }
      }
      expect(validateIdentifier(kind, '')).toBe(false);
    },
  );

  it('says null of kinds without a rule', () => {
    expect(
      ['passport', 'national_id', 'tax', 'xx.unknown', ''].map((kind) => validateIdentifier(kind, '1234567')),
    ).toEqual(Array(5).fill(null));
  });

  it('can load every number that stdnum is asked for, and refuses an empty one', inWholeRunAlone('1 s'), () => {
    for (const kind of STDNUM_KINDS) expect(validateIdentifier(kind, ''), kind).toBe(false);
  });

  it.each([
    ['eu.nace2', { 1: 21, 2: 88, 3: 272, 4: 615 }],
    ['eu.nace21', { 1: 22, 2: 87, 3: 287, 4: 651 }],
  ])('has as many sections, divisions, groups and classes of %s as the regulation', (kind, counts) => {
    const texts = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    for (const length of [2, 3, 4])
      for (let number = 0; number < 10 ** length; number++) texts.push(String(number).padStart(length, '0'));
    const valid = texts.filter((text) => validateIdentifier(kind, text));
    for (const [length, count] of Object.entries(counts))
      expect(valid.filter((text) => text.length === Number(length))).toHaveLength(count);
  });

  it('knows the names that other libraries give a kind', () => {
    expect(validateIdentifier('in_.pan', 'ACUPA7085R')).toBe(true);
    expect(validateIdentifier('RU.INN', '7736050003')).toBe(true);
    expect(schemeOf('ogrn')).toBe(schemeOf('ru.ogrn'));
  });

  it('tells check digits from forms', () => {
    expect(['imo', 'lei', 'cpf', 'fr.siret', 'be.ssn', 'vat'].filter((kind) => !hasCheckDigit(kind))).toEqual([]);
    expect(['bic', 'mmsi', 'us.ssn', 'us.tin', 'mx.rfc', 'pk.cnic', 'passport'].filter(hasCheckDigit)).toEqual([]);
    expect([...STDNUM_FORMS].filter((kind) => !STDNUM_KINDS.has(kind))).toEqual([]);
  });

  it('reads digits of other scripts, full-width forms and typographic dashes', () => {
    expect(validateIdentifier('imo', 'ＩＭＯ ９０７４７２９')).toBe(true);
    expect(validateIdentifier('luhn', '٧٩٩٢٧٣٩٨٧١٣')).toBe(true);
    expect(validateIdentifier('issn', '0378–5955')).toBe(true);
  });

  it.each<[kind: string, value: string, expected: boolean | null, why: string]>([
    ['imo', 'IMO 9074728', false, 'a wrong check digit of a ship'],
    ['imo', '0000000', false, 'nought'],
    ['imo', '10861', true, 'a company that lost two leading zeros'],
    ['imo', '10862', false, 'a company with a wrong check digit'],
    ['imo', '912681', true, 'a ship that lost its leading zero'],
    ['mmsi', '123456789', false, 'no country begins with 1'],
    ['iban', 'GB82 WEST 1234 5698 7654 3', false, 'a digit short'],
    ['iban', 'ZZ82WEST12345698765432', false, 'a country without a structure'],
    ['es.iban', 'GB82 WEST 1234 5698 7654 32', false, 'another country'],
    ['bic', 'DEUTZZFF', false, 'no such country'],
    ['isin', 'XX0003781003', false, 'no such prefix'],
    ['figi', 'GBG000BLNNH6', false, 'a prefix that an ISIN has'],
    ['sedol', 'A0WNLY7', false, 'a vowel'],
    ['ogrn', '0027700070518', false, 'a first digit of 0'],
    ['npi', '3234567893', false, 'a first digit other than 1 and 2'],
    ['uei', 'O12345678901', false, 'a letter O'],
    ['us.ssn', '666-45-6789', false, 'an area that is not given'],
    ['us.ssn', '219-09-9999', false, 'a number from an advertisement'],
    ['us.ssn', '2190-99-998', false, 'dashes elsewhere'],
    ['us.itin', '900-70-0001', true, 'a group of the first range'],
    ['us.itin', '900-93-0001', false, 'the group of adoptions'],
    ['us.tin', '12-3456789', true, 'a form of an employer'],
    ['ca.sin', '046 454 286', false, 'a first digit of 0'],
    ['ca.sin', '130 692 544', true, 'a number of the Canadian ministry'],
    ['mx.rfc', 'GODE561231', true, 'without the last three'],
    ['mx.rfc', 'PUTA561231GR8', false, 'a word that is not given'],
    ['mx.rfc', 'GODE561331GR8', false, 'a thirteenth month'],
    ['ro.onrc', 'J40/1234/2005', true, 'the form until 2024'],
    ['ro.onrc', 'J40/1234/20.03.2020', true, 'with the date of the certificate'],
    ['ro.onrc', 'J2002000372405', false, 'the form since, with a wrong check digit'],
    ['ro.onrc', 'X2002000372404', false, 'no such letter'],
    ['ro.onrc', 'J2002000372413', false, 'no such county'],
    ['ro.onrc', 'J2025000372402', false, 'a county after 2024'],
    ['ro.onrc', 'J2023020698006', false, 'no county before 2024'],
    ['ro.onrc', 'J1989000372408', false, 'a year before the register'],
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
    ['be.iban', 'BE31435411161155', true, 'an account at a bank'],
    ['be.iban', 'BE83138811735115', false, 'no bank has the code 138'],
    ['be.iban', 'BE83435411161155', false, 'a wrong check digit'],
    ['at.postleitzahl', 'A-5090', true, 'a place'],
    ['at.postleitzahl', '4231', false, 'no place'],
    ['nl.postcode', '1234 SS', false, 'no such letters'],
    ['eu.nace', 'A', true, 'a section'],
    ['eu.nace2', 'V', false, 'a section of revision 2.1'],
    ['eu.nace21', 'V', true, 'of revision 2.1'],
    ['eu.nace', '62', true, 'a division'],
    ['eu.nace', '64.1', true, 'a group'],
    ['eu.nace', '62.01', true, 'a class of revision 2'],
    ['eu.nace', '62.10', true, 'a class of revision 2.1'],
    ['eu.nace21', '62.01', false, 'a class no more'],
    ['eu.nace', '62.05', false, 'in neither'],
    ['eu.nace', '45.20', true, 'of revision 2 alone'],
    ['eu.nace', '62059', false, "a country's own"],
    ['cfi', 'ELNUFR', true, 'units of a partnership'],
    ['cfi', 'ELNUFQ', false, 'no such form'],
    ['cfi', 'EMXXXR', true, 'attributes that do not apply'],
    ['cfi', 'EMAXXR', false, 'an attribute that the group lacks'],
    ['cfi', 'EZXXXX', false, 'no such group'],
    ['gs1_128', '(01)09501101530004', false, 'a wrong check digit'],
    ['gs1_128', '(17)211319', false, 'a thirteenth month'],
    ['gs1_128', '(17)210200', true, 'a month without a day'],
    ['gs1_128', '(05)1', false, 'no such element'],
    ['gs1_128', '(37)123456789', false, 'too long'],
    ['gs1_128', '01095011015300', false, 'cut off'],
    ['ch.uid', '100.155.213', false, 'a wrong check digit, without CHE'],
    ['ch.esr', '0', false, 'nought'],
    ['cz.dic', 'CZ640903927', false, 'a special case with a wrong check digit'],
    ['it.codicefiscale', '00743110158', false, 'a company with a wrong check digit'],
    ['es.cups', 'ES1234000000000001JM0F', false, 'a wrong letter'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', false, 'a wrong sum'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4', false, 'capitals and small letters'],
    ['imei', '490154203237517', false, 'a wrong check digit'],
    ['imsi', '999011234567890', false, 'no such mobile country'],
    ['mac', '00-1B-63-84-45', false, 'a byte short'],
    ['meid', 'A10000009296F2', true, 'hexadecimal, without a check digit'],
    ['iso6346', 'MSKA9070323', false, 'no such category'],
    ['isil', 'DE-1a', true, 'a library'],
    ['isil', 'QQ-1a', false, 'no such prefix'],
    ['isrc', 'GB-AYE-69-00531', true, 'a recording'],
    ['vat', 'QQ123456', false, 'no such prefix'],
    ['eu.vat', 'BR33000167000101', false, 'no member state'],
    ['az.voen', '1400057424', false, 'a last digit other than 1 and 2'],
    ['id.nik', '3171011708459999', true, 'a serial of four digits'],
    ['id.nik', '3171017113459999', false, 'a thirteenth month'],
    ['id.npwp', '3171011708459999', true, 'a person, by the form since 2022'],
    ['id.npwp', '0013121660091000', true, 'the old form with a zero before it'],
    ['id.npwp', '1013121660091000', false, 'neither'],
    ['bg.vat', 'BG7523169263', true, 'a person'],
    ['bg.vat', 'BG7523169264', false, 'a person with a wrong check digit'],
    ['bg.vat', 'BG831650349', true, 'a company whose number begins with 8'],
    ['es.dni', '12.345.678-Z', true, 'separators that its country does not use'],
    ['no.iban', 'NO9386011117947', true, 'a bank account'],
    ['th.pin', '9100600445635', false, 'a first digit of 9'],
    ['eori', 'DE1234567', true, 'form alone'],
    ['us.atin', '900-93-0001', true, 'form alone'],
    ['us.ptin', 'P0123456', false, 'a digit short'],
  ])('%s %s: %s, %s', (kind, value, expected) => {
    expect(validateIdentifier(kind, value)).toBe(expected);
  });
});
