import { describe, expect, test } from 'vitest';
import { createAnchorPool, findPath, verifyIssued } from '../../../server/authenticity/anchors.ts';
import { algorithmName, isWeak, keyName } from '../../../server/authenticity/crypto/algorithms.ts';
import { verifySignature } from '../../../server/authenticity/crypto/verify.ts';
import { childrenOf, readWhole } from '../../../server/authenticity/der/reader.ts';
import { derOf } from '../../../server/authenticity/der/write.ts';
import { certificateOfFile, parseCertificate } from '../../../server/authenticity/x509/certificate.ts';
import { withAndWithoutNodeEc } from '../../support/authenticity/node-ec.ts';
import { makeSigner, newPrivateKey, type SignerOptions, signWith } from '../../support/authenticity/signers.ts';

const CURVES = {
  prime192v1: 'P-192',
  secp224r1: 'P-224',
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
  brainpoolP192r1: 'brainpoolP192r1',
  brainpoolP224r1: 'brainpoolP224r1',
  brainpoolP256r1: 'brainpoolP256r1',
  brainpoolP320r1: 'brainpoolP320r1',
  brainpoolP384r1: 'brainpoolP384r1',
  brainpoolP512r1: 'brainpoolP512r1',
};

withAndWithoutNodeEc('EC signatures', (hasNodeEc) => {
  test.each(Object.entries(CURVES))('on %s are verified in both ways, named and written out', (node, name) => {
    for (const key of [node, `explicit:${node}`]) {
      const { certificate } = makeSigner({ key, signing: { hash: 'sha512' } });
      expect(certificate.key).toMatchObject({ kind: 'ec', curve: name, isExplicit: key !== node });
      expect(verifyIssued(certificate, certificate)).toBe('valid');
      expect(verifyIssued(certificate, certificate, 'node')).toBe(hasNodeEc ? 'valid' : 'invalid');
      const altered = { ...certificate, tbs: Buffer.concat([certificate.tbs, Buffer.of(0)]) };
      expect(verifyIssued(altered, certificate)).toBe('invalid');
      expect(verifyIssued(altered, certificate, 'node')).toBe('invalid');
    }
  });

  test('are read as DER or as r||s, as the caller allows', () => {
    const { certificate, key } = makeSigner();
    const signed = Buffer.from('a message');
    const algorithm = { kind: 'ecdsa', hash: 'sha256' } as const;
    const [der, raw] = [signWith(key, signed), signWith(key, signed, 'ieee-p1363')];
    const verdict = (signature: Uint8Array, form?: 'der' | 'raw') =>
      verifySignature({ key: certificate.key, algorithm, signed, signature, ...(form && { form }) });
    expect([verdict(der), verdict(raw), verdict(der, 'der'), verdict(raw, 'raw')]).toEqual(Array(4).fill('valid'));
    expect([verdict(raw, 'der'), verdict(der, 'raw'), verdict(Buffer.alloc(64)), verdict(Buffer.alloc(0))]).toEqual(
      Array(4).fill('invalid'),
    );
  });

  test('never come from a point beside the curve', () => {
    const { certificate } = makeSigner();
    const { key, signatureAlgorithm: algorithm, tbs: signed, signature } = certificate;
    if (key.kind !== 'ec') throw new Error('the key is on a curve');
    const point = Buffer.from(key.point);
    point[64] = (point[64] ?? 0) ^ 1;
    expect(verifySignature({ key: { ...key, point }, algorithm, signed, signature })).toBe('invalid');
    expect(verifySignature({ key: { ...key, point: Buffer.alloc(0) }, algorithm, signed, signature })).toBe('invalid');
  });
});

describe('written-out EC parameters', () => {
  const { certificate } = makeSigner({ key: 'explicit:prime256v1' });
  const file = Buffer.from(certificate.raw);
  const values = {
    'the field': 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
    a: 'ffffffff00000001000000000000000000000000fffffffffffffffffffffffc',
    b: '5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b',
    'the base point': '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    'the order': 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  };

  test.each(Object.entries(values))('with another value of %s are no key', (_, value) => {
    const at = file.indexOf(Buffer.from(value, 'hex'));
    expect(at).toBeGreaterThan(0);
    const altered = Buffer.from(file);
    altered[at + 20] = (altered[at + 20] ?? 0) ^ 1;
    const { key, signatureAlgorithm: algorithm, tbs: signed, signature } = parseCertificate(altered);
    expect(key.kind).toBe('other');
    expect(verifySignature({ key, algorithm, signed, signature })).toBe('unsupported');
  });
});

describe('RSA signatures', () => {
  test.each([
    ['rsa-sha256', {}],
    ['rsa-sha1', { hash: 'sha1' }],
    ['rsa-pss-sha256', { isPss: true }],
    ['rsa-pss-sha512', { isPss: true, hash: 'sha512' }],
  ] as const)('by %s are verified', (name, signing) => {
    const { certificate } = makeSigner({ key: 'rsa-2048', signing });
    expect(algorithmName(certificate.signatureAlgorithm)).toBe(name);
    expect(keyName(certificate.key)).toBe('rsa-2048');
    expect(verifyIssued(certificate, certificate)).toBe('valid');
    const signature = Buffer.from(certificate.signature);
    signature[9] = (signature[9] ?? 0) ^ 1;
    expect(verifyIssued({ ...certificate, signature }, certificate)).toBe('invalid');
    expect(verifyIssued({ ...certificate, signature: signature.subarray(1) }, certificate)).toBe('invalid');
  });

  test('with a key or an algorithm of another kind are invalid, and with an unknown one unsupported', () => {
    const [rsa, ec] = [makeSigner({ key: 'rsa-2048' }).certificate, makeSigner().certificate];
    expect(verifyIssued(rsa, ec)).toBe('invalid');
    expect(verifyIssued(ec, rsa)).toBe('invalid');
    expect(verifyIssued({ ...ec, signatureAlgorithm: { kind: 'unknown', oid: '1.2.3' } }, ec)).toBe('unsupported');
    const pss = { kind: 'rsa-pss', hash: 'sha256', maskHash: 'sha1', saltBytes: 32 } as const;
    expect(verifyIssued({ ...rsa, signatureAlgorithm: pss }, rsa)).toBe('unsupported');
  });

  test('are weak with SHA-1 or a short key', () => {
    const [short, long] = [
      makeSigner({ key: 'rsa-1024' }).certificate.key,
      makeSigner({ key: 'rsa-2048' }).certificate.key,
    ];
    expect(isWeak({ kind: 'rsa', hash: 'sha256' }, short)).toBe(true);
    expect(isWeak({ kind: 'rsa', hash: 'sha1' }, long)).toBe(true);
    expect(isWeak({ kind: 'rsa', hash: 'sha256' }, long)).toBe(false);
    expect(isWeak({ kind: 'ecdsa', hash: 'sha256' }, makeSigner({ key: 'prime192v1' }).certificate.key)).toBe(true);
  });

  test('with a key above 8,192 bits are not computed', () => {
    const wide = derOf(0x30, derOf(0x02, Buffer.alloc(1_025, 0x7f)), derOf(0x02, Buffer.of(3)));
    const info = derOf(
      0x30,
      derOf(0x30, Buffer.from('06092a864886f70d0101010500', 'hex')),
      derOf(0x03, Buffer.of(0), wide),
    );
    const { certificate } = makeSigner({ key: 'rsa-2048' });
    expect(() => parseCertificate(replaceKey(certificate.raw, info))).toThrow('larger than any');
  });
});

/** The certificate with another SubjectPublicKeyInfo. */
function replaceKey(raw: Uint8Array, info: Uint8Array): Uint8Array {
  const whole = parts(raw);
  const tbs = parts(whole[0] ?? raw);
  return derOf(0x30, derOf(0x30, ...tbs.map((part, at) => (at === 6 ? info : part))), ...whole.slice(1));
}

function parts(element: Uint8Array): Uint8Array[] {
  return childrenOf(readWhole(element)).map(({ raw }) => raw);
}

describe('certificates', () => {
  const { certificate } = makeSigner({ isCa: true, extendedKeyUsage: '2.23.136.1.1.3', critical: '1.2.3.4' });

  test('are read with what is asked of them', () => {
    expect(certificate).toMatchObject({
      serial: '5b',
      country: 'UT',
      isCa: true,
      keyUsage: { digitalSignature: false, certSign: true, crlSign: true },
      extendedKeyUsage: ['2.23.136.1.1.3'],
      unknownCritical: ['1.2.3.4'],
      signatureAlgorithm: { kind: 'ecdsa', hash: 'sha256' },
    });
    expect(certificate.subject.text).toBe('C=UT, CN=TS');
    expect(certificate.subjectKeyId).toBe(certificate.authorityKeyId);
    expect(new Date(certificate.notAfterMs).toISOString()).toBe('2040-01-01T00:00:00.000Z');
  });

  test.each([
    ['lt', 'LT'],
    ['LTU', 'LT'],
    ['UTO', 'UTO'],
    ['L', null],
  ])('of the country %s are of %s', (country, expected) => {
    expect(makeSigner({ country }).certificate.country).toBe(expected);
  });

  test('come in DER, several in a file, or in PEM with text around', () => {
    const { raw, sha256 } = certificate;
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(raw).toString('base64')}\n-----END CERTIFICATE-----\n`;
    expect(certificateOfFile(Buffer.concat([raw, raw])).map((one) => one.sha256)).toEqual([sha256, sha256]);
    expect(certificateOfFile(Buffer.from(`subject=...\n${pem}${pem}`)).map((one) => one.sha256)).toEqual([
      sha256,
      sha256,
    ]);
    expect(() => certificateOfFile(Buffer.from('-----BEGIN PRIVATE KEY-----'))).toThrow('no certificate');
    expect(() => certificateOfFile(Buffer.alloc(0))).toThrow('empty');
  });

  test('that name two algorithms are refused', () => {
    const [tbs, , signature] = parts(certificate.raw) as [Uint8Array, Uint8Array, Uint8Array];
    const [, other] = parts(makeSigner({ key: 'rsa-2048' }).certificate.raw) as [Uint8Array, Uint8Array];
    expect(() => parseCertificate(derOf(0x30, tbs, other, signature))).toThrow('two algorithms');
  });
});

describe('paths', () => {
  const ca = (options: SignerOptions = {}) => makeSigner({ isCa: true, name: 'CA', serial: '01', ...options });
  const root = ca();
  const leaf = makeSigner({ issuer: root });
  const pool = createAnchorPool([root.certificate, root.certificate]);
  const verdictOf = (...args: Parameters<typeof findPath>) => findPath(...args).verdict;

  test('lead to the anchor whose key signed', () => {
    expect(pool.size).toBe(1);
    expect(findPath(leaf.certificate, pool)).toEqual({ verdict: 'valid', path: [leaf.certificate, root.certificate] });
    expect(findPath(root.certificate, pool)).toEqual({ verdict: 'valid', path: [root.certificate] });
  });

  test('are found by key where names differ, and by trying the keys of the country where no key is named', () => {
    const renamed = ca({ key: root.key, name: 'Another name' });
    expect(verdictOf(leaf.certificate, createAnchorPool([renamed.certificate]))).toBe('valid');
    const silent = makeSigner({ issuer: root, hasAuthorityKeyId: false }).certificate;
    const others = [ca().certificate, ca({ country: 'DE' }).certificate];
    expect(verdictOf(silent, createAnchorPool([...others, root.certificate]))).toBe('valid');
    expect(verdictOf(silent, createAnchorPool(others))).toBe('signer_unknown');
  });

  test('prefer the certificate that was valid when the signer began', () => {
    const old = ca({ key: root.key, notBefore: '20100101000000Z', notAfter: '20150101000000Z' });
    const both = createAnchorPool([old.certificate, root.certificate]);
    expect(findPath(leaf.certificate, both).path[1]).toBe(root.certificate);
  });

  test('end without an anchor as unknown, and with a forged signature as invalid', () => {
    expect(verdictOf(leaf.certificate, createAnchorPool([]))).toBe('signer_unknown');
    const forged = makeSigner({ issuer: root, forger: newPrivateKey('prime256v1') });
    expect(verdictOf(forged.certificate, pool)).toBe('invalid');
    const unsupported = { ...leaf.certificate, signatureAlgorithm: { kind: 'unknown', oid: '1.2.3' } as const };
    expect(verdictOf(unsupported, pool)).toBe('unsupported');
  });

  test('never lead through a certificate that may not sign others', () => {
    const underLeaf = makeSigner({ issuer: leaf });
    expect(verdictOf(underLeaf.certificate, createAnchorPool([leaf.certificate]))).toBe('signer_unknown');
    expect(verdictOf(underLeaf.certificate, pool, { intermediates: [leaf.certificate] })).toBe('signer_unknown');
  });

  test('lead through intermediates that come along, but not around in a circle', () => {
    const middle = ca({ issuer: root, name: 'Middle' });
    const end = makeSigner({ issuer: middle });
    expect(findPath(end.certificate, pool, { intermediates: [middle.certificate] }).path).toHaveLength(3);
    const [a, b] = [newPrivateKey('prime256v1'), newPrivateKey('prime256v1')];
    const [first, second] = [ca({ key: a }), ca({ key: b })];
    const circle = [ca({ key: a, issuer: second }).certificate, ca({ key: b, issuer: first }).certificate];
    const lost = makeSigner({ issuer: first }).certificate;
    expect(verdictOf(lost, pool, { intermediates: circle })).toBe('signer_unknown');
  });
});
