import { describe, expect, test } from 'vitest';
import { createAnchorPool } from '../../../server/authenticity/anchors.ts';
import { parseSignedData, verifySignedData } from '../../../server/authenticity/cms/signed-data.ts';
import { collectRevocations, findListIssuer, parseRevocationList } from '../../../server/authenticity/crl/crl.ts';
import { readDirectory } from '../../../server/authenticity/ldif/icao.ts';
import { readLdif } from '../../../server/authenticity/ldif/ldif.ts';
import { parseMasterList, verifyMasterList } from '../../../server/authenticity/masterlist/master-list.ts';
import { collectTrust, readTrustFile } from '../../../server/authenticity/trust-files.ts';
import { withAndWithoutNodeEc } from '../../support/authenticity/node-ec.ts';
import {
  makeCrl,
  makeLdif,
  makeMasterList,
  makeSignedData,
  type SignedDataOptions,
} from '../../support/authenticity/signed-data.ts';
import { makeSigner, type TestSigner } from '../../support/authenticity/signers.ts';

const TYPE = '2.23.136.1.1.1';
const CONTENT = Buffer.from('what is signed');
const check = (file: Uint8Array) => verifySignedData(parseSignedData(file));
const checkOf = (signer: TestSigner, options: SignedDataOptions = {}, type = TYPE) =>
  check(makeSignedData(type, CONTENT, signer, options));

withAndWithoutNodeEc('signed data', () => {
  const signer = makeSigner({ key: 'explicit:brainpoolP256r1' });

  test.each<[string, SignedDataOptions]>([
    ['by issuer and serial number', {}],
    ['by key', { named: 'key' }],
    ['with r||s', { form: 'ieee-p1363' }],
    ['with SHA-384', { hash: 'sha384' }],
    ['with attributes in another order', { isReordered: true }],
    ['with indefinite lengths', { isIndefinite: true }],
    ['without attributes', { isBare: true }],
  ])('%s is valid', (_, options) => {
    const checked = checkOf(signer, options);
    expect(checked).toMatchObject({ verdict: 'valid', deviates: false });
    expect(checked.certificate?.sha256).toBe(signer.certificate.sha256);
    expect(checked.signingTimeMs).toBe(options.isBare ? null : Date.UTC(2025, 2, 1, 12));
  });

  test.each([{}, { isPss: true }, { isPss: true, hash: 'sha512' }] as const)(
    'of an RSA signer with %o is valid',
    (options) => {
      expect(checkOf(makeSigner({ key: 'rsa-2048' }), options).verdict).toBe('valid');
    },
  );

  test('that names its signer wrongly counts, because the signature decides, and deviates', () => {
    expect(checkOf(signer, { named: 'wrong' })).toMatchObject({ verdict: 'valid', deviates: true });
    const other = makeSigner();
    expect(checkOf(signer, { named: 'wrong', certificates: [other.certificate] }).verdict).toBe('invalid');
  });

  test('whose signer does not come along needs it from elsewhere', () => {
    const data = parseSignedData(makeSignedData(TYPE, CONTENT, signer, { certificates: [] }));
    expect(verifySignedData(data)).toMatchObject({ verdict: 'signer_unknown', certificate: null });
    expect(verifySignedData(data, [makeSigner({ serial: '77' }).certificate]).verdict).toBe('signer_unknown');
    expect(verifySignedData(data, [signer.certificate]).verdict).toBe('valid');
  });

  test('of another key is invalid', () => {
    expect(checkOf(signer, { forger: makeSigner({ key: 'brainpoolP256r1' }) }).verdict).toBe('invalid');
  });

  test('with the type of other content is invalid, unless the content calls itself plain data', () => {
    expect(checkOf(signer, { attributeType: '1.2.3' }).verdict).toBe('invalid');
    expect(checkOf(signer, { attributeType: TYPE }, '1.2.840.113549.1.7.1')).toMatchObject({
      verdict: 'valid',
      deviates: true,
    });
  });

  test('whose content was changed is invalid', () => {
    const file = makeSignedData(TYPE, CONTENT, signer);
    file[file.indexOf(CONTENT)] = 0;
    expect(check(file).verdict).toBe('invalid');
  });
});

test('a file that is no signed data, or that nobody signed, is refused', () => {
  const file = makeSignedData(TYPE, CONTENT, makeSigner());
  expect(() => parseSignedData(makeSigner().certificate.raw)).toThrow('missing');
  expect(() => parseSignedData(file.subarray(1))).toThrow();
});

const LIST_SIGNER = '2.23.136.1.1.3';

describe('a master list', () => {
  const root = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
  const signer = makeSigner({ issuer: root, extendedKeyUsage: LIST_SIGNER });
  const others = ['AA', 'BB'].map((country) => makeSigner({ isCa: true, country, name: 'CSCA' }).certificate);
  const file = makeMasterList(others, signer);
  const pool = createAnchorPool([root.certificate]);

  test('holds its certificates, and counts only under an anchor', () => {
    const list = parseMasterList(file);
    expect(list.certificates.map(({ country }) => country).sort()).toEqual(['AA', 'BB']);
    expect(verifyMasterList(list, pool)).toMatchObject({
      verdict: 'valid',
      path: [signer.certificate, root.certificate],
    });
    expect(verifyMasterList(list, createAnchorPool([])).verdict).toBe('signer_unknown');
    expect(verifyMasterList(list, createAnchorPool(others)).verdict).toBe('signer_unknown');
  });

  test('of a signer of documents, or of another key, is invalid', () => {
    const documents = makeSigner({ issuer: root });
    expect(verifyMasterList(parseMasterList(makeMasterList(others, documents)), pool).verdict).toBe('invalid');
    const forged = makeMasterList(others, signer, { forger: documents });
    expect(verifyMasterList(parseMasterList(forged), pool).verdict).toBe('invalid');
  });

  test('may be signed by the country signer itself', () => {
    expect(verifyMasterList(parseMasterList(makeMasterList(others, root)), pool).verdict).toBe('valid');
  });

  test('says how many of its certificates cannot be read', () => {
    const broken = { ...root.certificate, raw: Buffer.from('3003020101', 'hex') };
    expect(parseMasterList(makeMasterList([...others, broken], signer))).toMatchObject({ unreadable: 1 });
  });

  test('makes others count that rest on its certificates', () => {
    const older = makeSigner({ isCa: true, name: 'CSCA', serial: '02' });
    const old = makeMasterList(others.slice(0, 1), makeSigner({ issuer: older, extendedKeyUsage: LIST_SIGNER }));
    const list = makeMasterList([older.certificate], signer);
    const trustOf = (...files: Uint8Array[]) => collectTrust(files.flatMap((one) => readTrustFile(one) ?? []));
    expect(trustOf(old, list, root.certificate.raw).anchors.size).toBe(3);
    expect(trustOf(old, root.certificate.raw).anchors.size).toBe(1);
    expect(trustOf(old, list).anchors.size).toBe(0);
  });

  test('is no other signed data', () => {
    expect(() => parseMasterList(makeSignedData(TYPE, CONTENT, signer))).toThrow('no master list');
  });
});

describe('a revocation list', () => {
  const root = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
  const [good, bad] = ['11', '12'].map((serial) => makeSigner({ issuer: root, serial }).certificate) as [
    TestSigner['certificate'],
    TestSigner['certificate'],
  ];
  const pool = createAnchorPool([root.certificate]);
  const at = Date.UTC(2025, 5, 1);
  const stateOf = (files: Uint8Array[], certificate = bad, atMs = at) => {
    const lists = files.map(parseRevocationList).flatMap((list) => {
      const issuer = findListIssuer(list, pool);
      return issuer ? [{ list, issuer }] : [];
    });
    return collectRevocations(lists).stateOf(certificate, root.certificate, atMs);
  };

  test('names the certificates that are revoked', () => {
    const list = makeCrl(root, { revoked: [bad] });
    expect([stateOf([list]), stateOf([list], good)]).toEqual(['revoked', 'good']);
    expect(stateOf([makeCrl(root)])).toBe('good');
    expect(stateOf([])).toBe('unknown');
  });

  test('that is due says nothing of a certificate that it does not name', () => {
    const list = makeCrl(root, { revoked: [bad], nextUpdate: '20250301000000Z' });
    expect([stateOf([list]), stateOf([list], good)]).toEqual(['revoked', 'unknown']);
    expect(stateOf([makeCrl(root, { nextUpdate: null })], good)).toBe('good');
  });

  test('counts only if it is the newest', () => {
    const older = makeCrl(root, { revoked: [bad] });
    const newer = makeCrl(root, { thisUpdate: '20250501000000Z' });
    expect([stateOf([older, newer]), stateOf([newer, older])]).toEqual(['good', 'good']);
  });

  test('counts only with the signature of an anchor', () => {
    expect(stateOf([makeCrl(root, { revoked: [bad], forger: makeSigner() })])).toBe('unknown');
    expect(findListIssuer(parseRevocationList(makeCrl(root)), createAnchorPool([]))).toBeNull();
  });

  test('comes in PEM too, and covers all certificates or is refused', () => {
    const base64 = makeCrl(root, { revoked: [bad] }).toString('base64');
    expect(stateOf([Buffer.from(`-----BEGIN X509 CRL-----\n${base64}\n-----END X509 CRL-----\n`)])).toBe('revoked');
    expect(() => parseRevocationList(makeCrl(root, { critical: '2.5.29.28' }))).toThrow('only a part');
  });
});

describe('an LDIF file of the ICAO directory', () => {
  const root = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
  const signer = makeSigner({ issuer: root });
  const objects = [
    { attribute: 'userCertificate;binary', value: signer.certificate.raw },
    { attribute: 'certificateRevocationList;binary', value: makeCrl(root) },
    { attribute: 'pkdMasterListContent', value: makeMasterList([root.certificate], root) },
    { attribute: 'cACertificate;binary', value: Buffer.from('none') },
    { attribute: 'jpegPhoto', value: Buffer.from('none') },
  ];

  test.each(['\n', '\r\n'])('is read object by object, with lines that go on (%j)', (lineEnd) => {
    const file = makeLdif(objects, lineEnd);
    const kinds = [...readDirectory(file)].map(({ kind }) => kind);
    expect(kinds).toEqual(['certificate', 'crl', 'master_list', 'unreadable']);
    expect([...readLdif(file)].map(({ value }) => Buffer.from(value))).toEqual(
      objects.map(({ value }) => Buffer.from(value)),
    );
  });

  test('brings document signers and revocation lists, which count under an anchor alone', () => {
    const read = readTrustFile(makeLdif(objects));
    expect(read).toMatchObject({ kind: 'ldif', unreadable: 1 });
    const files = read ? [read] : [];
    expect(collectTrust(files).anchors.size).toBe(0);
    const anchor = readTrustFile(root.certificate.raw);
    const trust = collectTrust(anchor ? [...files, anchor] : files);
    expect(trust.documentSigners).toHaveLength(1);
    expect(trust.anchors.has(signer.certificate)).toBe(false);
    expect(trust.revocations.stateOf(signer.certificate, root.certificate, Date.UTC(2026, 0))).toBe('good');
  });

  test('with a value that is no base64 is refused', () => {
    expect(() => [...readLdif(Buffer.from('version: 1\nuserCertificate:: ***'))]).toThrow('no base64');
  });
});

test('files of trust are told apart by their content', () => {
  const root = makeSigner({ isCa: true });
  const kinds = [root.certificate.raw, makeMasterList([], root), makeCrl(root), makeLdif([])].map(
    (file) => readTrustFile(file)?.kind,
  );
  expect(kinds).toEqual(['certificates', 'master_list', 'crl', 'ldif']);
  expect(readTrustFile(Buffer.from('anything'))).toBeNull();
});
