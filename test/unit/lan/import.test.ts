import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '../../../server/lan/certificate.ts';
import { type ImportedCertificate, readImported } from '../../../server/lan/import.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { newKey, pemOf, type TestCertificate, testCertificate } from '../../support/certificates.ts';

const NOW_MS = Date.UTC(2026, 4, 7, 8);
const DAY_MS = 24 * 3600 * 1000;
const rsaKey = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
/** The numbers do not form a valid key: finding valid ones would take minutes. */
const hugeKey = () => {
  const odd = (bits: number): string => Buffer.alloc(bits / 8, 0xff).toString('base64url');
  const [half, whole] = [odd(8192), odd(16_384)];
  const key = { kty: 'RSA', e: 'AQAB', n: whole, d: whole, p: half, q: half, dp: half, dq: half, qi: half };
  return createPrivateKey({ key, format: 'jwk' });
};
const client = '1.3.6.1.5.5.7.3.2';

let root: TestCertificate;
let middle: TestCertificate;
let own: TestCertificate;
beforeAll(async () => {
  root = await testCertificate(NOW_MS, { subject: 'CN=root', ca: true, names: null, usages: null });
  middle = await testCertificate(NOW_MS, { subject: 'CN=middle', ca: true, names: null, usages: null, issuer: root });
  own = await testCertificate(NOW_MS, { issuer: middle });
});

const of = ({ cert, key }: TestCertificate, more: Partial<ImportedCertificate> = {}): ImportedCertificate => ({
  certificate: cert,
  privateKey: pemOf(key),
  ...more,
});

/** The reason why the import is refused: `field: sentence`. */
function refusal(input: ImportedCertificate): string {
  try {
    readImported(input, NOW_MS);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('invalid_request');
    const [item] = error.details.items ?? [];
    expect(item?.message).toBe(error.details.detail);
    return error.details.detail;
  }
  throw new Error('it was not refused');
}

describe('a certificate that is imported', () => {
  it('is accepted with its chain, whatever is between the blocks', () => {
    const text = `Bag attributes\n${own.cert}\r\nsubject=middle\n${middle.cert}${root.cert}`;
    const { chain, key } = readImported(of(own, { certificate: text }), NOW_MS);
    expect(chain.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
    expect(key).toBe(pemOf(own.key));
    expect(factsOf({ chain })).toMatchObject({ names: ['front-desk.example.org'], issuer: 'CN=middle' });
  });

  it('is taken without its root, signed by itself, with RSA, and with a wildcard', async () => {
    expect(readImported(of(own, { certificate: own.cert + middle.cert }), NOW_MS).chain).toContain('BEGIN');
    const alone = await testCertificate(NOW_MS, { key: rsaKey(2048), names: ['*.example.org', '10.0.0.7'] });
    expect(factsOf(readImported(of(alone), NOW_MS)).names).toEqual(['*.example.org', '10.0.0.7']);
  });

  it('is taken with a key in the older forms, and with an encrypted one', async () => {
    const sec1 = own.key.export({ format: 'pem', type: 'sec1' }).toString();
    expect(readImported(of(own, { privateKey: sec1 }), NOW_MS).key).toBe(pemOf(own.key));
    const rsa = await testCertificate(NOW_MS, { key: rsaKey(2048) });
    const pkcs1 = rsa.key
      .export({ format: 'pem', type: 'pkcs1', cipher: 'aes-128-cbc', passphrase: 'heron' })
      .toString();
    expect(readImported(of(rsa, { privateKey: pkcs1, passphrase: 'heron' }), NOW_MS).key).toBe(pemOf(rsa.key));
    const sealed = { privateKey: pemOf(own.key, 'seven herons'), passphrase: 'seven herons' };
    expect(readImported(of(own, sealed), NOW_MS).key).toBe(pemOf(own.key));
  });
});

describe('a certificate that is refused', () => {
  it.each<[why: string, make: () => ImportedCertificate | Promise<ImportedCertificate>, told: RegExp]>([
    ['no PEM', () => of(own, { certificate: 'MIIB' }), /^certificate contains no certificate in PEM format.*export/],
    [
      'a damaged one',
      () => of(own, { certificate: `${own.cert}${middle.cert.replace(/\n[^\n]{20}/, '\nAAAA')}` }),
      /^certificate number 2 is damaged; export/,
    ],
    [
      'a key among the certificates',
      () => of(own, { certificate: own.cert + pemOf(own.key) }),
      /^certificate also contains a private key; send/,
    ],
    [
      'too many',
      () => of(own, { certificate: own.cert + middle.cert.repeat(10) }),
      /^certificate contains more than 10/,
    ],
    ['no key', () => of(own, { privateKey: own.cert }), /^private_key contains no private key in PEM format/],
    [
      'a damaged key',
      () => of(own, { privateKey: pemOf(own.key).replace(/\n[^\n]{20}/, '\nAAAA') }),
      /^private_key is damaged; export/,
    ],
    ['no passphrase', () => of(own, { privateKey: pemOf(own.key, 'heron') }), /^passphrase is required/],
    [
      'an empty passphrase',
      () => of(own, { privateKey: pemOf(own.key, 'heron'), passphrase: '' }),
      /^passphrase is required/,
    ],
    [
      'a wrong passphrase',
      () => of(own, { privateKey: pemOf(own.key, 'heron'), passphrase: 'stork' }),
      /^passphrase does not open the private key/,
    ],
    [
      'a short RSA key',
      async () => of(await testCertificate(NOW_MS, { key: rsaKey(1024) })),
      /^private_key has a type that browsers do not accept; use RSA with 2048/,
    ],
    [
      'a key on a curve that no browser has',
      () => of(own, { privateKey: pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey) }),
      /^private_key has a type that browsers do not accept/,
    ],
    [
      'RSA so long that each connection takes a second',
      () => of(own, { privateKey: pemOf(hugeKey()) }),
      /^private_key has a type that browsers do not accept.*2048 to 8192 bits/,
    ],
    [
      'an Ed25519 key',
      async () => of(await testCertificate(NOW_MS, { key: generateKeyPairSync('ed25519').privateKey })),
      /^private_key has a type that browsers do not accept/,
    ],
    ['another key', () => of(own, { privateKey: pemOf(newKey()) }), /^private_key does not belong to the certificate/],
    [
      'its own one last',
      () => of(own, { certificate: middle.cert + own.cert }),
      /^certificate is in the wrong order: number 2 belongs to the key and must be first/,
    ],
    [
      'one of the chain is missing',
      () => of(own, { certificate: own.cert + root.cert }),
      /^certificate is in the wrong order or incomplete: number 2 did not sign number 1/,
    ],
    [
      'an expired one',
      async () => of(await testCertificate(NOW_MS, { notAfterMs: NOW_MS })),
      /^certificate number 1 has expired; import its successor/,
    ],
    [
      'one that is not valid yet',
      async () => of(await testCertificate(NOW_MS, { notBeforeMs: NOW_MS + DAY_MS, notAfterMs: NOW_MS + 2 * DAY_MS })),
      /^certificate number 1 is not valid yet/,
    ],
    [
      'an expired authority',
      async () => {
        const old = await testCertificate(NOW_MS, { subject: 'CN=old', ca: true, notAfterMs: NOW_MS - 1 });
        const by = await testCertificate(NOW_MS, { issuer: old });
        return of(by, { certificate: by.cert + old.cert });
      },
      /^certificate number 2 has expired/,
    ],
    [
      'no names',
      async () => of(await testCertificate(NOW_MS, { names: null })),
      /^certificate contains no host name or address/,
    ],
    [
      'names of other kinds alone',
      async () => of(await testCertificate(NOW_MS, { names: ['x@example.org'] })),
      /^certificate contains no host name or address/,
    ],
    [
      'that of an authority',
      async () => of(await testCertificate(NOW_MS, { ca: true })),
      /^certificate belongs to a certificate authority \(CA\).*CA:FALSE/,
    ],
    [
      'one for clients',
      async () => of(await testCertificate(NOW_MS, { usages: [client] })),
      /^certificate is not a server certificate/,
    ],
    [
      'one for anything',
      async () => of(await testCertificate(NOW_MS, { usages: null })),
      /^certificate is not a server certificate/,
    ],
    [
      'a broken hash',
      async () => of(await testCertificate(NOW_MS, { hash: 'SHA-1' })),
      /^certificate number 1 is signed with an insecure hash \(\S+\); get one signed with SHA-256/,
    ],
    [
      'a broken hash in the chain',
      async () => {
        const weak = await testCertificate(NOW_MS, { subject: 'CN=weak', ca: true, issuer: root, hash: 'SHA-1' });
        const by = await testCertificate(NOW_MS, { issuer: weak });
        return of(by, { certificate: by.cert + weak.cert });
      },
      /^certificate number 2 is signed with an insecure hash/,
    ],
  ])('for %s', async (_why, make, told) => {
    const input = await make();
    const said = refusal(input);
    expect(said).toMatch(told);
    for (const secret of [input.passphrase, input.privateKey.split('\n')[1]])
      if (secret) expect(said).not.toContain(secret);
  });

  it('for an issuer that is no authority', async () => {
    const by = await testCertificate(NOW_MS, { subject: 'CN=x', issuer: own });
    expect(refusal(of(by, { certificate: by.cert + own.cert }))).toMatch(/number 2 did not sign number 1/);
  });

  it('for a namesake of its issuer', async () => {
    const namesake = await testCertificate(NOW_MS, { subject: 'CN=middle', ca: true });
    expect(refusal(of(own, { certificate: own.cert + namesake.cert }))).toMatch(/number 2 did not sign number 1/);
  });
});
