import { constants, createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { derOf, derOid } from '../../../server/authenticity/der/write.ts';
import { type Certificate, parseCertificate } from '../../../server/authenticity/x509/certificate.ts';

/** A certificate with its private key. */
export interface TestSigner {
  certificate: Certificate;
  key: KeyObject;
}

export interface SignerOptions {
  /** `ed25519`, `rsa-2048`, or the name of a curve as Node knows it; `explicit:` before it writes the curve's values out. */
  key?: string | KeyObject;
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
  /** Whether it names the key of its issuer; true by default. */
  hasAuthorityKeyId?: boolean;
  /** The object identifier of another critical extension. */
  critical?: string;
  /** Further extensions, by their object identifiers. */
  extensions?: Readonly<Record<string, Uint8Array>>;
  /** How it is signed; SHA-256 by default. */
  signing?: Signing;
}

/** How something is signed; PSS with RSA keys only. */
export interface Signing {
  hash?: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';
  isPss?: boolean;
}

const EC_OIDS = { sha1: '1', sha224: '3.1', sha256: '3.2', sha384: '3.3', sha512: '3.4' };
const RSA_OIDS = { sha1: 5, sha224: 14, sha256: 11, sha384: 12, sha512: 13 };
export const HASH_OIDS = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
};
export const sequence = (...parts: Uint8Array[]): Uint8Array => derOf(0x30, ...parts);
export const integer = (...bytes: number[]): Uint8Array => derOf(0x02, Buffer.from(bytes));
export const time = (value: string): Uint8Array => derOf(0x18, Buffer.from(value));
const bits = (...parts: Uint8Array[]): Uint8Array => derOf(0x03, Buffer.of(0), ...parts);
const text = (value: string): Uint8Array => derOf(0x0c, Buffer.from(value));

/** Returns a new private key: `ed25519`, `rsa-2048`, or a curve. */
export function newPrivateKey(name: string): KeyObject {
  if (name === 'ed25519') return generateKeyPairSync('ed25519').privateKey;
  if (name.startsWith('rsa-')) return generateKeyPairSync('rsa', { modulusLength: Number(name.slice(4)) }).privateKey;
  const paramEncoding = name.startsWith('explicit:') ? 'explicit' : 'named';
  return generateKeyPairSync('ec', { namedCurve: name.replace('explicit:', ''), paramEncoding }).privateKey;
}

/** Signs with a hash, or as Ed25519 does; ECDSA as DER, or as r||s. */
export function signWith(
  key: KeyObject,
  data: Uint8Array,
  form: 'der' | 'ieee-p1363' = 'der',
  hash = 'sha256',
  isPss = false,
): Buffer {
  const padding = isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
  return sign(key.asymmetricKeyType === 'ed25519' ? null : hash, data, { key, dsaEncoding: form, ...padding });
}

/** The AlgorithmIdentifier of a signature with this key. */
export function algorithmOf(key: KeyObject, { hash = 'sha256', isPss = false }: Signing = {}): Uint8Array {
  if (key.asymmetricKeyType === 'ed25519') return sequence(derOid('1.3.101.112'));
  if (key.asymmetricKeyType === 'ec') return sequence(derOid(`1.2.840.10045.4.${EC_OIDS[hash]}`));
  if (!isPss) return sequence(derOid(`1.2.840.113549.1.1.${RSA_OIDS[hash]}`), derOf(0x05));
  const hashing = sequence(derOid(HASH_OIDS[hash]), derOf(0x05));
  const masking = sequence(derOid('1.2.840.113549.1.1.8'), hashing);
  const salt = integer(createHash(hash).digest().length);
  const parameters = sequence(derOf(0xa0, hashing), derOf(0xa1, masking), derOf(0xa2, salt));
  return sequence(derOid('1.2.840.113549.1.1.10'), parameters);
}

/** Makes a certificate (RFC 5280) of a fictitious state. By default it is a signer's on P-256, self-signed, valid from 2020 to 2040. */
export function makeSigner(options: SignerOptions = {}): TestSigner {
  const { country = 'UT', name = 'TS', serial = '5b', isCa = false, issuer, hasAuthorityKeyId = true } = options;
  const { notBefore = '20200101000000Z', notAfter = '20400101000000Z', extendedKeyUsage, critical } = options;
  const given = options.key ?? 'prime256v1';
  const key = typeof given === 'string' ? newPrivateKey(given) : given;
  const publicKey = publicOf(key);
  const subject = sequence(nameOf('2.5.4.6', country), nameOf('2.5.4.3', name));
  const signingKey = issuer?.key ?? key;
  const algorithm = algorithmOf(signingKey, options.signing);
  const issuerId = keyIdOf(issuer?.key ?? key);
  const tbs = sequence(
    derOf(0xa0, integer(2)),
    derOf(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    issuer?.certificate.subject.raw ?? subject,
    sequence(time(notBefore), time(notAfter)),
    subject,
    publicKey,
    derOf(
      0xa3,
      sequence(
        extension('2.5.29.14', derOf(0x04, keyIdOf(key))),
        ...(hasAuthorityKeyId ? [extension('2.5.29.35', sequence(derOf(0x80, issuerId)))] : []),
        // keyCertSign and cRLSign, or digitalSignature.
        extension('2.5.29.15', derOf(0x03, isCa ? Buffer.of(1, 0x06) : Buffer.of(7, 0x80))),
        ...(isCa ? [extension('2.5.29.19', sequence(derOf(0x01, Buffer.of(0xff))))] : []),
        ...(extendedKeyUsage ? [extension('2.5.29.37', sequence(derOid(extendedKeyUsage)))] : []),
        ...Object.entries(options.extensions ?? {}).map(([oid, value]) => extension(oid, value)),
        ...(critical ? [extension(critical, derOf(0x05))] : []),
      ),
    ),
  );
  const { hash, isPss } = options.signing ?? {};
  const signature = signWith(options.forger ?? signingKey, tbs, 'der', hash, isPss);
  return { certificate: parseCertificate(sequence(tbs, algorithm, bits(signature))), key };
}

export const publicOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });
/** SHA-1 over the whole public key: an identifier as good as another, and not the one that is computed where none is given. */
export const keyIdOf = (key: KeyObject): Buffer => createHash('sha1').update(publicOf(key)).digest();

const nameOf = (oid: string, value: string): Uint8Array => derOf(0x31, sequence(derOid(oid), text(value)));
export const extension = (oid: string, value: Uint8Array): Uint8Array =>
  sequence(derOid(oid), derOf(0x01, Buffer.of(0xff)), derOf(0x04, value));
