import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { derOf, derOid } from '../../../server/authenticity/der/write.ts';
import { type Certificate, parseCertificate } from '../../../server/authenticity/x509/certificate.ts';

/** A certificate with its private key. */
export interface TestSigner {
  certificate: Certificate;
  key: KeyObject;
}

export interface SignerOptions {
  /** `ed25519`, `rsa-2048`, or the name of a curve as Node knows it. */
  key?: string;
  country?: string;
  name?: string;
  /** In hexadecimal, an even number of digits below 80. */
  serial?: string;
  notBefore?: string;
  notAfter?: string;
  /** Whoever signs it; itself by default. */
  issuer?: TestSigner;
  /** Signs in the place of the issuer's key, which the certificate still names. */
  forger?: KeyObject;
  isCa?: boolean;
  extendedKeyUsage?: string;
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  ec: '1.2.840.10045.4.3.2',
  rsa: '1.2.840.113549.1.1.11',
  ed25519: '1.3.101.112',
};
const sequence = (...parts: Uint8Array[]): Uint8Array => derOf(0x30, ...parts);
const bits = (...parts: Uint8Array[]): Uint8Array => derOf(0x03, Buffer.of(0), ...parts);
const text = (value: string): Uint8Array => derOf(0x0c, Buffer.from(value));

/** Returns a new private key: `ed25519`, `rsa-2048`, or a curve. */
export function newPrivateKey(name: string): KeyObject {
  if (name === 'ed25519') return generateKeyPairSync('ed25519').privateKey;
  if (name === 'rsa-2048') return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return generateKeyPairSync('ec', { namedCurve: name }).privateKey;
}

/** Signs with SHA-256, or as Ed25519 does; ECDSA as DER, or as r||s. */
export function signWith(
  key: KeyObject,
  data: Uint8Array,
  form: 'der' | 'ieee-p1363' = 'der',
  hash = 'sha256',
): Buffer {
  return sign(key.asymmetricKeyType === 'ed25519' ? null : hash, data, { key, dsaEncoding: form });
}

/** Makes a certificate (RFC 5280) of a fictitious state. By default it is a signer's on P-256, self-signed, valid from 2020 to 2040. */
export function makeSigner(options: SignerOptions = {}): TestSigner {
  const { country = 'UT', name = 'TS', serial = '5b', isCa = false, issuer } = options;
  const { notBefore = '20200101000000Z', notAfter = '20400101000000Z', extendedKeyUsage } = options;
  const key = newPrivateKey(options.key ?? 'prime256v1');
  const publicKey = publicOf(key);
  const subject = sequence(nameOf('2.5.4.6', country), nameOf('2.5.4.3', name));
  const signingKey = issuer?.key ?? key;
  const algorithm = sequence(derOid(ALGORITHMS[signingKey.asymmetricKeyType ?? ''] ?? ''));
  const keyId = (spki: Uint8Array): Buffer => createHash('sha1').update(spki).digest();
  const issuerId = keyId(issuer ? publicOf(issuer.key) : publicKey);
  const tbs = sequence(
    derOf(0xa0, derOf(0x02, Buffer.of(2))),
    derOf(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    issuer?.certificate.subject.raw ?? subject,
    sequence(derOf(0x18, Buffer.from(notBefore)), derOf(0x18, Buffer.from(notAfter))),
    subject,
    publicKey,
    derOf(
      0xa3,
      sequence(
        extension('2.5.29.14', derOf(0x04, keyId(publicKey))),
        extension('2.5.29.35', sequence(derOf(0x80, issuerId))),
        // keyCertSign, or digitalSignature.
        extension('2.5.29.15', derOf(0x03, isCa ? Buffer.of(2, 0x04) : Buffer.of(7, 0x80))),
        ...(isCa ? [extension('2.5.29.19', sequence(derOf(0x01, Buffer.of(0xff))))] : []),
        ...(extendedKeyUsage ? [extension('2.5.29.37', sequence(derOid(extendedKeyUsage)))] : []),
      ),
    ),
  );
  const signature = signWith(options.forger ?? signingKey, tbs);
  return { certificate: parseCertificate(sequence(tbs, algorithm, bits(signature))), key };
}

const publicOf = (key: KeyObject): Uint8Array => createPublicKey(key).export({ type: 'spki', format: 'der' });

const nameOf = (oid: string, value: string): Uint8Array => derOf(0x31, sequence(derOid(oid), text(value)));
const extension = (oid: string, value: Uint8Array): Uint8Array =>
  sequence(derOid(oid), derOf(0x01, Buffer.of(0xff)), derOf(0x04, value));
