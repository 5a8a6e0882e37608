import { describe, expect, it } from 'vitest';
import { familiesOf, identifierKinds } from '../../../../server/lib/identifiers/kinds.ts';
import { canonicalKind } from '../../../../server/lib/identifiers/labels.ts';

describe('canonicalKind', () => {
  it.each([
    ['Passport', 'passport'],
    ['Tax ID No.', 'tax'],
    ['Identification Number', 'national_id'],
    ['National ID No.', 'national_id'],
    ['C.U.R.P.', 'mx.curp'],
    ['R.F.C.', 'mx.rfc'],
    ['Cedula No.', 'national_id'],
    ['SSN', 'us.ssn'],
    ['US FEIN', 'us.ein'],
    ['V.A.T. Number', 'vat'],
    ['UK Company Number', 'registration_number'],
    ['Folio Mercantil No.', 'registration_number'],
    ['Matricula Mercantil No', 'registration_number'],
    ['Matrícula Mercantil No', 'registration_number'],
    ['Vessel Registration Identification', 'imo'],
    ['SWIFT/BIC', 'bic'],
    ["Driver's License No.", 'driving_license'],
    ['Residency Number', 'residence_permit'],
    ['Travel Document Number', 'travel_document'],
    ['Digital Currency Address - XBT', 'bitcoin'],
    ['Digital Currency Address - ETH', 'crypto_address'],
    ['Aircraft Construction Number', 'aircraft_serial'],
    ['Aircraft Tail Number', 'aircraft_registration'],
    ['Trade License No.', 'license'],
    ['Unified Social Credit Code (USCC)', 'cn.uscc'],
    ['innCode', 'inn'],
    ['ogrnCode', 'ogrn'],
    ['kppCode', 'kpp'],
    ['okpoCode', 'okpo'],
    ['passportNumber', 'passport'],
    ['leiCode', 'lei'],
    ['imoNumber', 'imo'],
    ['idNumber', 'national_id'],
    ['registrationNumber', 'registration_number'],
    ['taxNumber', 'tax'],
    ['vatCode', 'vat'],
    ['swiftBic', 'bic'],
    ['uniqueEntityId', 'uei'],
    ['ИНН', 'inn'],
    ['ОГРН', 'ogrn'],
    ['Chinese Commercial Code', 'chinese_commercial_code'],
    ['Central Bank Number', 'central_bank_number'],
    ['', 'number'],
  ])('%s is %s', (label, kind) => {
    expect(canonicalKind(label)).toBe(kind);
  });

  it('lets the country decide between numbers of one short form', () => {
    expect(canonicalKind('D.N.I.')).toBe('national_id');
    expect(canonicalKind('D.N.I.', 'ES')).toBe('es.dni');
    expect(canonicalKind('NIT #', 'co')).toBe('co.nit');
    expect(canonicalKind('RUC', 'XX')).toBe('tax');
  });

  it('leaves our own kinds as they are, so that it may be asked twice', () => {
    for (const kind of [...Object.keys(identifierKinds), 'fr.siret', 'mx.curp', 'jp.in_'])
      expect(canonicalKind(kind)).toBe(kind);
  });

  it('has a sentence and a family for each kind', () => {
    for (const [kind, { about }] of Object.entries(identifierKinds)) {
      expect(about, kind).toMatch(/\.$/);
      expect(familiesOf(kind).length, kind).toBeGreaterThan(0);
    }
    expect(familiesOf('fr.siret')).toContain('register');
    expect(familiesOf('central_bank_number')).toEqual(['any']);
  });
});
