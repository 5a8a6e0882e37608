import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createAnchorPool } from '../../../server/authenticity/anchors.ts';
import { recogniseSeal } from '../../../server/authenticity/seal/recognise.ts';
import { type SealAnchors, verifySeal } from '../../../server/authenticity/seal/verify.ts';
import {
  bytesOfDigits,
  CONTACT_HASH,
  encodeC40,
  makeAadhaar,
  makeIdb,
  makeVds,
  makeVdsNc,
  message,
  toBase32,
  toDigits,
} from '../../support/authenticity/seals.ts';
import { makeSigner, type TestSigner } from '../../support/authenticity/signers.ts';

const AT = Date.parse('2026-03-01');
const signer = makeSigner();
const rsa = makeSigner({ key: 'rsa-2048', country: 'IN', name: 'UIDAI' });
const PERMIT = { last_name: 'MUSTER', first_name: 'MARA', document_number: 'UT1234567', date_of_birth: '1990-02-03' };

function anchorsOf(kinds: Partial<Record<keyof SealAnchors, TestSigner[]>>): SealAnchors {
  const pool = (kind: keyof SealAnchors) => createAnchorPool((kinds[kind] ?? []).map(({ certificate }) => certificate));
  return { vdsSigners: pool('vdsSigners'), csca: pool('csca'), uidai: pool('uidai') };
}
const TRUSTED = anchorsOf({ vdsSigners: [signer], uidai: [rsa] });
const NOBODY = anchorsOf({});

const binary = (bytes: Buffer) => ({ text: bytes.toString('latin1'), bytes });
const check = (content: string | Buffer, anchors = TRUSTED) =>
  verifySeal(typeof content === 'string' ? { text: content } : binary(content), anchors, AT);

describe('what a barcode holds', () => {
  test.each<[string, string | Buffer, string | null]>([
    ['a VDS', makeVds(signer), 'vds'],
    ['an IDB', makeIdb(signer), 'idb'],
    ['an IDB by its former name', 'NDB1AABCD', 'idb'],
    ['a VDS-NC', makeVdsNc(signer), 'vds_nc'],
    ['an Aadhaar code', makeAadhaar(rsa), 'aadhaar'],
    ['2D-DOC', 'DC04FR000001FFFF23DC2801FR43', '2d_doc'],
    ['a VDS of another version', Buffer.from('dc05aabb', 'hex'), null],
    ['a long number of another kind', '1'.repeat(400), null],
    ['JSON of another kind', '{"data": 1}', null],
    ['a web address', 'https://example.org', null],
    ['nothing', '', null],
  ])('%s', (_, content, kind) => {
    expect(recogniseSeal(typeof content === 'string' ? { text: content } : binary(content))).toBe(kind);
    expect(check(content)?.kind ?? null).toBe(kind);
  });

  test('a stored reading without bytes has them in its text', () => {
    expect(check(makeVds(signer).toString('latin1'))).toMatchObject({ kind: 'vds', result: 'valid' });
  });

  test('2D-DOC is told as not supported', () => {
    expect(check('DC04FR000001FFFF23DC2801FR43')).toMatchObject({ result: 'unsupported', reasons: [], fields: {} });
  });
});

describe('a Visible Digital Seal', () => {
  test('is authentic, and says whom it names', () => {
    expect(check(makeVds(signer))).toMatchObject({
      result: 'valid',
      reasons: ['seal_authentic'],
      steps: { signature: 'successful', signer_chain: 'successful' },
      document_type: 'fb06',
      country: 'UTO',
      signed_on: '2024-05-06',
      fields: { ...PERMIT, issue_date: '2024-01-02' },
      signer: { sha256: signer.certificate.sha256 },
      anchor: { sha256: signer.certificate.sha256 },
      algorithms: ['ecdsa-sha256', 'P-256'],
    });
  });

  test.each<[string, string, string]>([
    ['brainpoolP224r1', 'sha224', 'ecdsa-sha224'],
    ['brainpoolP256r1', 'sha256', 'ecdsa-sha256'],
    ['brainpoolP384r1', 'sha384', 'ecdsa-sha384'],
    ['secp521r1', 'sha512', 'ecdsa-sha512'],
  ])('on %s is hashed by the size of the key', (key, hash, algorithm) => {
    const one = makeSigner({ key });
    const report = check(makeVds(one, { hash }), anchorsOf({ vdsSigners: [one] }));
    expect(report).toMatchObject({ result: 'valid', algorithms: [algorithm, expect.any(String)] });
  });

  test('of version 3 names its signer in nine characters', () => {
    const one = makeSigner({ serial: '27' });
    expect(check(makeVds(one, { version: 2 }), anchorsOf({ vdsSigners: [one] }))?.result).toBe('valid');
  });

  test('of a signer who is not loaded is not authentic', () => {
    const expected = { result: 'signer_unknown', reasons: ['seal_signer_unknown'], signer: null, anchor: null };
    expect(check(makeVds(signer), NOBODY)).toMatchObject(expected);
    expect(check(makeVds(signer), anchorsOf({ vdsSigners: [makeSigner({ serial: '5c' })] }))).toMatchObject(expected);
    expect(check(makeVds(signer), anchorsOf({ vdsSigners: [makeSigner({ name: 'XX' })] }))).toMatchObject(expected);
  });

  test('of another key under the same name is false', () => {
    const report = check(makeVds(signer), anchorsOf({ vdsSigners: [makeSigner()] }));
    expect(report).toMatchObject({ result: 'invalid', reasons: ['seal_signature_invalid'] });
  });

  test('is verified with each signer that its name fits', () => {
    expect(check(makeVds(signer), anchorsOf({ vdsSigners: [makeSigner(), signer] }))?.result).toBe('valid');
  });

  test.each([
    ['before', '2024-05-07'],
    ['after', '2041-01-01'],
  ])('whose signer was valid only %s the signature is not authentic', (when, signedOn) => {
    const one = when === 'before' ? makeSigner({ notBefore: '20240509000000Z' }) : signer;
    const report = check(makeVds(one, { signedOn }), anchorsOf({ vdsSigners: [one] }));
    expect(report).toMatchObject({ result: 'signer_unknown', reasons: ['seal_signer_expired'] });
    expect(report?.steps).toEqual({ signature: 'successful', signer_chain: 'failed' });
  });

  test('outlives its signer', () => {
    const one = makeSigner({ notAfter: '20250101000000Z' });
    expect(check(makeVds(one), anchorsOf({ vdsSigners: [one] }))?.result).toBe('valid');
  });

  test('of a visa leaves out the end of the second line', () => {
    const lines = ['VCUTOMUSTER<<MARA<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'UT12345674UTO9002035F3401014'];
    const visa = makeVds(signer, { documentType: '5d01', messages: [message(1, encodeC40(lines.join('')))] });
    expect(check(visa)?.fields).toMatchObject(PERMIT);
  });

  test('of a social insurance card has names in UTF-8', () => {
    const messages = [message(1, encodeC40('65170839J003')), message(2, Buffer.from('Perschweiß'))];
    const { fields } = check(makeVds(signer, { documentType: 'fc04', messages })) ?? {};
    expect(fields).toMatchObject({ id_number: '65170839J003', last_name: 'Perschweiß' });
  });

  test('of an unknown type is verified, and gives no fields of its messages', () => {
    const report = check(makeVds(signer, { documentType: 'aa01' }));
    expect(report).toMatchObject({ result: 'valid', fields: { issue_date: '2024-01-02' } });
  });

  test.each<[string, Buffer]>([
    ['that ends early', makeVds(signer).subarray(0, 40)],
    ['with bytes after its signature', Buffer.concat([makeVds(signer), message(2, Buffer.of(1))])],
    ['with a date that does not exist', makeVds(signer, { signedOn: '2024-02-31' })],
    ['with a message twice', makeVds(signer, { messages: [message(9, Buffer.of(1)), message(9, Buffer.of(2))] })],
    ['with other characters in its MRZ', makeVds(signer, { messages: [message(2, Buffer.alloc(48, 0xfe))] })],
  ])('%s cannot be read', (_, seal) => {
    expect(check(seal)).toMatchObject({ result: 'invalid', reasons: ['seal_unreadable'], fields: {} });
  });
});

describe('an ICAO Datastructure for Barcode', () => {
  test.each([
    ['plain', {}],
    ['zipped', { isZipped: true }],
  ])('%s is authentic', (_, options) => {
    const expected = { result: 'valid', fields: PERMIT, signed_on: '2024-05-06', country: 'UTO' };
    expect(check(makeIdb(signer, options))).toMatchObject(expected);
  });

  test('that is not signed is only read', () => {
    expect(check(makeIdb(signer, { isSigned: false }))).toMatchObject({
      result: 'parsed',
      reasons: [],
      fields: PERMIT,
    });
  });

  test('of a signer who is not loaded is only read', () => {
    expect(check(makeIdb(signer), NOBODY)).toMatchObject({ result: 'parsed', reasons: ['seal_signer_unknown'] });
  });

  test('with its certificate inside is proven by the country signer', () => {
    const csca = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
    const one = makeSigner({ issuer: csca });
    const seal = makeIdb(one, { withCertificate: true });
    expect(check(seal, anchorsOf({ csca: [csca] }))).toMatchObject({
      result: 'valid',
      signer: { sha256: one.certificate.sha256 },
      anchor: { sha256: csca.certificate.sha256 },
    });
    expect(check(seal, NOBODY)).toMatchObject({ result: 'signer_unknown', steps: { signature: 'successful' } });
  });

  test('with a visa inside reads its MRZ', () => {
    const mrz = 'VCUTOMUSTER<<MARA<<<<<<<<<<<<<<<<<<<<<<<<<<<UT12345674UTO9002035F3401014<<<<<<<<<<<<<<<<';
    const visa = makeIdb(signer, { messages: [message(1, message(1, encodeC40(mrz)))] });
    expect(check(visa)).toMatchObject({ document_type: '5d01', fields: PERMIT });
  });

  test('with a document number of its own', () => {
    const seal = makeIdb(signer, { messages: [message(0x85, encodeC40('UT1234567')), message(0x86, Buffer.of(13))] });
    expect(check(seal)).toMatchObject({ document_type: 'national_0d', fields: { document_number: 'UT1234567' } });
  });

  test.each([
    ['with other characters', 'RDB1Babc1'],
    ['with bits left over', 'RDB1AAAB'],
    ['that unzips to more than the limit', `RDB1C${toBase32(deflateSync(Buffer.alloc(1 << 20)))}`],
    ['that is no zip', 'RDB1CAAAAAAAA'],
  ])('%s cannot be read', (_, text) => {
    expect(check(text)).toMatchObject({ result: 'invalid', reasons: ['seal_unreadable'] });
  });
});

describe('a VDS-NC', () => {
  const csca = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
  const one = makeSigner({ issuer: csca });
  const seal = makeVdsNc(one);

  test('is proven by its country signer, or by its own entry in the list', () => {
    const fields = {
      full_name: 'MUSTER MARA',
      date_of_birth: '1990-02-03',
      sex: 'F',
      document_number: 'UT1234567',
    };
    for (const anchors of [anchorsOf({ csca: [csca] }), anchorsOf({ vdsSigners: [one] })]) {
      expect(check(seal, anchors)).toMatchObject({
        result: 'valid',
        document_type: 'icao.vacc',
        country: 'UTO',
        fields,
      });
    }
  });

  test('is UTF-8, whatever the engine takes its text for', () => {
    const bytes = Buffer.from(makeVdsNc(one, 'MÜSTER MARA'));
    const report = verifySeal({ text: bytes.toString('latin1'), bytes }, anchorsOf({ csca: [csca] }), AT);
    expect(report).toMatchObject({ result: 'valid', fields: { full_name: 'MÜSTER MARA' } });
  });

  test('without an anchor is not authentic, and altered it is false', () => {
    expect(check(seal, NOBODY)).toMatchObject({ result: 'signer_unknown', anchor: null });
    const altered = seal.replace('1990-02-03', '1990-02-04');
    expect(check(altered, anchorsOf({ csca: [csca] }))).toMatchObject({ result: 'invalid', anchor: expect.anything() });
    expect(check(altered, NOBODY)).toMatchObject({ result: 'invalid', reasons: ['seal_signature_invalid'] });
  });

  test('with a certificate that its issuer did not sign is false', () => {
    const forged = makeSigner({ issuer: csca, forger: makeSigner().key });
    expect(check(makeVdsNc(forged), anchorsOf({ csca: [csca] }))).toMatchObject({ result: 'invalid', anchor: null });
  });

  test('signed by an authority itself, or after its certificate, is not authentic', () => {
    expect(check(makeVdsNc(csca), anchorsOf({ csca: [csca] }))?.result).toBe('signer_unknown');
    const old = makeSigner({ issuer: csca, notAfter: '20250101000000Z' });
    expect(check(makeVdsNc(old), anchorsOf({ csca: [csca] }))).toMatchObject({ reasons: ['seal_signer_expired'] });
  });

  test.each([
    ['unsupported', seal.replace('ES256', 'ES384')],
    ['invalid', seal.slice(0, -3)],
    ['invalid', seal.replace(/"cer":"[^"]*"/, '"cer":"&"')],
    ['invalid', '{"data":{"hdr":1,"sigvl":2}}'],
  ])('that cannot be read is %s', (result, text) => {
    expect(check(text)).toMatchObject({ result, reasons: ['seal_unreadable'] });
  });
});

describe('an Aadhaar secure QR code', () => {
  test('is authentic, and its hashes and reference are not kept', () => {
    const report = check(makeAadhaar(rsa));
    expect(report).toMatchObject({
      result: 'valid',
      signed_on: '2024-05-06',
      fields: {
        full_name: 'Mara Muster',
        date_of_birth: '1990-02-03',
        sex: 'F',
        address: 'C/O Max Muster, 12, Street, Landmark, Town, Post, District, State, 110000',
        issuing_country: 'IN',
      },
    });
    const text = JSON.stringify(report);
    expect(text).not.toContain(CONTACT_HASH);
    expect(text).not.toContain('123420240506010203004');
  });

  test('finds its signer among several', () => {
    const other = makeSigner({ key: 'rsa-2048' });
    const report = check(makeAadhaar(rsa), anchorsOf({ uidai: [other, signer, rsa] }));
    expect(report).toMatchObject({ result: 'valid', signer: { sha256: rsa.certificate.sha256 } });
  });

  test('of another key has an unknown signer, and an altered one is false', () => {
    const other = makeSigner({ key: 'rsa-2048' });
    expect(check(makeAadhaar(other))).toMatchObject({ result: 'signer_unknown', reasons: ['seal_signer_unknown'] });
    expect(check(makeAadhaar(rsa), NOBODY)).toMatchObject({ result: 'signer_unknown' });
    expect(check(makeAadhaar({ ...rsa, key: other.key }))).toMatchObject({ result: 'signer_unknown' });
    const forged = makeAadhaar(rsa, 'Max Muster', 'V2');
    expect(check(swapSignature(forged, makeAadhaar(rsa)))).toMatchObject({
      result: 'invalid',
      reasons: ['seal_signature_invalid'],
      steps: { signature: 'failed' },
    });
  });

  test.each([
    ['that is no zip', '9'.repeat(600)],
    ['that unzips to more than the limit', toDigits(gzipSync(Buffer.alloc(600_000), { level: 1 }))],
    ['without fields', toDigits(gzipSync(Buffer.from(Array.from({ length: 600 }, (_, i) => (i * 7919) % 251))))],
  ])('%s cannot be read', (_, digits) => {
    expect(check(digits)).toMatchObject({ kind: 'aadhaar', result: 'invalid', reasons: ['seal_unreadable'] });
  });
});

function swapSignature(of: string, from: string): string {
  const [a, b] = [bytesOfDigits(of), bytesOfDigits(from)];
  return toDigits(gzipSync(Buffer.concat([a.subarray(0, -256), b.subarray(-256)])));
}
