import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Der, fieldsOf, TAG } from '../der/reader.ts';
import { bytesOfBits, oidOf, unsignedOf } from '../der/values.ts';
import { derOf, derOid } from '../der/write.ts';
import { AuthenticityError, malformed } from '../errors.ts';
import { type CurveName, oidOfCurve, readCurve } from './curves.ts';
import { hashOf } from './hash.ts';

export interface RsaKey {
  kind: 'rsa';
  /** Without leading zeros. */
  modulus: Uint8Array;
  exponent: Uint8Array;
}

export interface EcKey {
  kind: 'ec';
  curve: CurveName;
  /** SEC 1, 2.3.3: 04, x, y; or 02 or 03 and x. */
  point: Uint8Array;
  /** The certificate writes the curve's values out instead of naming it. */
  isExplicit: boolean;
}

/** An Ed25519 key (RFC 8410), which signers and wallets of mobile documents may have. */
export interface EdKey {
  kind: 'ed25519';
  /** RFC 8032, 5.1.5. */
  point: Uint8Array;
}

/** A key that nothing here verifies with: another algorithm, or a curve that is not in the table. */
export interface OtherKey {
  kind: 'other';
  oid: string;
}

export type PublicKey = RsaKey | EcKey | EdKey | OtherKey;

export const RSA_KEY = '1.2.840.113549.1.1.1';
const RSA_PSS_KEY = '1.2.840.113549.1.1.10';
export const EC_KEY = '1.2.840.10045.2.1';
export const ED25519 = '1.3.101.112';

/** RSA keys of the field have 1,024 to 6,144 bits; larger ones would take seconds. */
const MODULUS_BYTES_MAX = 1_024;
const MODULUS_BYTES_MIN = 64;
const EXPONENT_BYTES_MAX = 8;

/** A public key with the bytes that key identifiers are made of. */
export interface SubjectKey {
  key: PublicKey;
  /** RFC 5280, 4.2.1.2 (1): SHA-1 of the key's bits, in hexadecimal. */
  keyId: string;
}

/** Reads a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7). Throws `malformed`, or `too_large` for an RSA key above 8,192 bits. */
export function readSubjectKey(info: Der): SubjectKey {
  const fields = fieldsOf(info);
  const algorithm = fieldsOf(fields.take(TAG.sequence));
  const oid = oidOf(algorithm.take(TAG.oid));
  const bits = bytesOfBits(fields.take(TAG.bitString));
  fields.end();
  const keyId = hashOf('sha1', bits).toString('hex');
  if (oid === RSA_KEY || oid === RSA_PSS_KEY) return { key: rsaKeyOf(bits), keyId };
  if (oid === ED25519) return { key: { kind: 'ed25519', point: bits }, keyId };
  if (oid !== EC_KEY) return { key: { kind: 'other', oid }, keyId };
  const found = readCurve(algorithm.any());
  return { key: found ? { kind: 'ec', point: bits, ...found } : { kind: 'other', oid }, keyId };
}

function rsaKeyOf(bits: Uint8Array): RsaKey {
  const fields = fieldsOf({ tag: TAG.bitString, raw: bits, content: bits });
  const numbers = fieldsOf(fields.take(TAG.sequence));
  fields.end();
  const modulus = unsignedOf(numbers.take(TAG.integer));
  const exponent = unsignedOf(numbers.take(TAG.integer));
  numbers.end();
  if (modulus.length > MODULUS_BYTES_MAX || exponent.length > EXPONENT_BYTES_MAX) {
    throw new AuthenticityError('too_large', 'An RSA key is larger than any that is in use.');
  }
  if (modulus.length < MODULUS_BYTES_MIN) throw malformed('An RSA key is too small to be one.');
  return { kind: 'rsa', modulus, exponent };
}

const rsaObjects = new WeakMap<RsaKey, KeyObject>();

/** Returns Node's form of an RSA key. It is made of the two numbers, because BoringSSL refuses keys with the identifier of RSA-PSS. */
export function rsaObjectOf(key: RsaKey): KeyObject {
  const made = rsaObjects.get(key) ?? createPublicKey({ key: jwkOf(key), format: 'jwk' });
  rsaObjects.set(key, made);
  return made;
}

/** Returns Node's form of an EC key, with the curve named. Electron's runtime refuses the curves that it lacks. */
export function ecObjectOf({ curve, point }: EcKey): KeyObject {
  const algorithm = derOf(TAG.sequence, derOid(EC_KEY), derOid(oidOfCurve(curve)));
  const info = derOf(TAG.sequence, algorithm, derOf(TAG.bitString, Uint8Array.of(0), point));
  return createPublicKey({ key: Buffer.from(info), format: 'der', type: 'spki' });
}

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const jwkOf = ({ modulus, exponent }: RsaKey) => ({ kty: 'RSA', n: base64Url(modulus), e: base64Url(exponent) });

/** Returns Node's form of an Ed25519 key. Throws if its runtime refuses it. */
export const edObjectOf = ({ point }: EdKey): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64Url(point) }, format: 'jwk' });

/** Returns the bits of an RSA modulus, or of a curve; null for another key. */
export function keyBitsOf(key: PublicKey): number | null {
  if (key.kind === 'rsa') return (key.modulus.length - 1) * 8 + 32 - Math.clz32(key.modulus[0] ?? 0);
  if (key.kind === 'ed25519') return 256;
  return key.kind === 'ec' ? Number(/\d+/.exec(key.curve)) : null;
}
