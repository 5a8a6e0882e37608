import { describe, expect, it } from 'vitest';
import { type Identifier, matchIdentifier, normaliseIdentifier } from '../../../../server/lib/identifiers/match.ts';
import { validateIdentifier } from '../../../../server/lib/identifiers/validate.ts';

describe('normaliseIdentifier', () => {
  it.each([
    ['imo', 'IMO 9187629', '9187629'],
    ['imo', 'IMO9187629', '9187629'],
    ['imo', 'IMO number: 9187629', '9187629'],
    ['imo', '912681', '0912681'],
    ['inn', 'INN: 7736050003', '7736050003'],
    ['inn', 'INN 7736050003', '7736050003'],
    ['ogrn', 'OGRN 1027700070518', '1027700070518'],
    ['passport', 'a 123-456.7/8', 'A12345678'],
    ['passport', 'Passport No. A1234567', 'A1234567'],
    ['passport', 'NO123456', 'NO123456'],
    ['national_id', '١٢٣٤٥٦', '123456'],
    ['br.cpf', '4485847608', '04485847608'],
    ['cnpj', '191', '00000000000191'],
    ['mx.rfc', 'RFC GODE561231GR8', 'GODE561231GR8'],
    ['bitcoin', ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['number', '--', ''],
  ])('%s %s becomes %s', (kind, value, expected) => {
    expect(normaliseIdentifier(kind, value)).toBe(expected);
    expect(normaliseIdentifier(kind, expected)).toBe(expected);
  });
});

type Short = [kind: string, value: string, country?: string];
const identifier = ([kind, value, country]: Short): Identifier => ({ kind, value, ...(country ? { country } : {}) });

describe('matchIdentifier', () => {
  it.each([
    ['eu.nace', '62.01'],
    ['nl.postcode', '1012 AB'],
    ['gs1_128', '(00)106141411234567897', true],
  ])('compares %s %s: a code that many share is the number of none', (kind, value, agrees = false) => {
    expect(matchIdentifier({ kind, value, country: 'NL' }, { kind, value, country: 'NL' }).agrees).toBe(agrees);
  });

  it.each<[string, Short, Short, boolean, boolean | null]>([
    [
      'the same number, written otherwise',
      ['passport', 'A 123-4567', 'IR'],
      ['passport', 'a1234567', 'IR'],
      true,
      null,
    ],
    ['leading zeros lost', ['national_id', '0012345678', 'IR'], ['national_id', '12345678', 'IR'], true, null],
    ['another number', ['passport', 'A1234567', 'IR'], ['passport', 'A1234568', 'IR'], false, null],
    ['another country', ['passport', 'A1234567', 'IR'], ['passport', 'A1234567', 'IQ'], false, null],
    ['no country on one side', ['passport', 'A1234567'], ['passport', 'A1234567', 'IQ'], true, null],
    ['kinds of one family', ['tax', '7736050003', 'RU'], ['inn', '7736050003', 'RU'], true, true],
    ['kinds of one family, a wrong check digit', ['tax', '7736050004', 'RU'], ['inn', '7736050004', 'RU'], true, false],
    ['kinds that cannot be one', ['passport', '9074729'], ['imo', '9074729'], false, null],
    ['a passport and a register', ['passport', '12345678'], ['registration_number', '12345678'], false, null],
    ['a kind that is not known', ['number', '9074729'], ['imo', 'IMO 9074729'], true, true],
    ['a global kind, two countries', ['imo', 'IMO9074729', 'PA'], ['imo', '9074729', 'LR'], true, true],
    ['a label of the publisher', ['government_gazette_number', '123456', 'ZA'], ['number', '123456'], true, null],
    [
      'labels of publishers',
      ['vessel_registration_identification', 'IMO 9074729'],
      ['imoNumber', '9074729'],
      true,
      true,
    ],
    ['labels of kinds that cannot be one', ['Passport', '9074729'], ['imoNumber', '9074729'], false, null],
    ['a VAT number without its letters', ['vat', 'DE136695976'], ['vat', '136695976', 'DE'], true, true],
    ['a VAT number as tax number', ['vat', 'DE136695976'], ['tax', '136 695 976', 'DE'], true, true],
    ['letters of another country', ['vat', 'DE136695976', 'DE'], ['tax', '136695976', 'FR'], false, null],
    ['too short', ['registration_number', '12345'], ['registration_number', '12345'], false, null],
    [
      'short, same kind and country',
      ['registration_number', '12345', 'MT'],
      ['registration_number', '12345', 'MT'],
      true,
      null,
    ],
    ['short, other kind', ['registration_number', '12345', 'MT'], ['tax', '12345', 'MT'], false, null],
    ['short, a check digit right', ['br.cpf', '191', 'BR'], ['cpf', '00000000191', 'BR'], false, null],
    ['short, wrong digits', ['registration_number', '123', 'MT'], ['registration_number', '123', 'MT'], false, null],
    ['no digit', ['passport', 'UNKNOWN'], ['passport', 'UNKNOWN'], false, null],
    ['no digit, a bank', ['bic', 'UNCRITMM'], ['bic', 'unc ritmm'], true, null],
    ['a placeholder', ['passport', '00000000', 'IR'], ['passport', '0000000', 'IR'], false, null],
    ['a repeated digit', ['passport', '99999999', 'IR'], ['passport', '99999999', 'IR'], false, null],
    ['nothing', ['number', ''], ['number', ''], false, null],
    [
      'an address in capitals',
      ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
      ['bitcoin', '1A1ZP1EP5QGEFI2DMPTFTL5SLMV7DIVFNA'],
      false,
      null,
    ],
  ])('%s', (_, a, b, agrees, checkDigitValid) => {
    expect(matchIdentifier(identifier(a), identifier(b))).toEqual({ agrees, checkDigitValid });
    expect(matchIdentifier(identifier(b), identifier(a))).toEqual({ agrees, checkDigitValid });
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('%s is one more unknown kind', (kind) => {
    const number = identifier([kind, 'A1234567']);
    expect(matchIdentifier(number, identifier(['passport', 'A1234567']))).toEqual({
      agrees: true,
      checkDigitValid: null,
    });
    expect(validateIdentifier(kind, 'A1234567')).toBeNull();
    expect(normaliseIdentifier(kind, 'A 1234567')).toBe('A1234567');
  });
});
