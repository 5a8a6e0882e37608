import { type Der, fieldsOf, insideOf, TAG } from '../der/reader.ts';
import { oidOf, smallIntegerOf } from '../der/values.ts';
import { HASH_OIDS, type Hash } from './hash.ts';
import { EC_KEY, ED25519, keyBitsOf, type PublicKey, RSA_KEY } from './keys.ts';

export type SignatureAlgorithm =
  | { kind: 'rsa'; hash: Hash }
  | { kind: 'rsa-pss'; hash: Hash; maskHash: Hash; saltBytes: number }
  | { kind: 'ecdsa'; hash: Hash }
  | { kind: 'ed25519' }
  | { kind: 'unknown'; oid: string };

/** RFC 8017 (RSA), RFC 5758 (ECDSA), RFC 8410 (Ed25519), and BSI TR-03111, 5.2.1.1 (ECDSA whose signature is r||s). */
const SIGNATURE_OIDS: Readonly<Record<string, SignatureAlgorithm>> = {
  '1.2.840.113549.1.1.5': { kind: 'rsa', hash: 'sha1' },
  '1.2.840.113549.1.1.14': { kind: 'rsa', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { kind: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', hash: 'sha512' },
  '1.2.840.10045.4.1': { kind: 'ecdsa', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { kind: 'ecdsa', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { kind: 'ecdsa', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { kind: 'ecdsa', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { kind: 'ecdsa', hash: 'sha512' },
  '0.4.0.127.0.7.1.1.4.1.1': { kind: 'ecdsa', hash: 'sha1' },
  '0.4.0.127.0.7.1.1.4.1.2': { kind: 'ecdsa', hash: 'sha224' },
  '0.4.0.127.0.7.1.1.4.1.3': { kind: 'ecdsa', hash: 'sha256' },
  '0.4.0.127.0.7.1.1.4.1.4': { kind: 'ecdsa', hash: 'sha384' },
  '0.4.0.127.0.7.1.1.4.1.5': { kind: 'ecdsa', hash: 'sha512' },
  [ED25519]: { kind: 'ed25519' },
};

const RSA_PSS = '1.2.840.113549.1.1.10';
const MASK_1 = '1.2.840.113549.1.1.8';

/** Returns the hash of an AlgorithmIdentifier, or null if it is none of the table. Throws `malformed`. */
export const readHash = (element: Der): Hash | null => HASH_OIDS[oidOf(fieldsOf(element).take(TAG.oid))] ?? null;

/**
 * Reads an AlgorithmIdentifier of a signature. `digest` is the hash named beside it: in CMS, some signers name the kind of key in this place and leave
 * the hash to the other field. Throws `malformed`.
 */
export function readSignatureAlgorithm(element: Der, digest: Hash | null = null): SignatureAlgorithm {
  const fields = fieldsOf(element);
  const oid = oidOf(fields.take(TAG.oid));
  if (oid === RSA_PSS) return readPss(fields.optional(TAG.sequence), oid);
  if (digest && oid === RSA_KEY) return { kind: 'rsa', hash: digest };
  if (digest && oid === EC_KEY) return { kind: 'ecdsa', hash: digest };
  return SIGNATURE_OIDS[oid] ?? { kind: 'unknown', oid };
}

/** RSASSA-PSS-params (RFC 4055, 3.1); what is left out has the value that the RFC gives. */
function readPss(parameters: Der | null, oid: string): SignatureAlgorithm {
  if (!parameters) return { kind: 'rsa-pss', hash: 'sha1', maskHash: 'sha1', saltBytes: 20 };
  const fields = fieldsOf(parameters);
  const hashField = fields.optional(0xa0);
  const maskField = fields.optional(0xa1);
  const saltField = fields.optional(0xa2);
  const hash = hashField ? readHash(insideOf(hashField, TAG.sequence)) : 'sha1';
  const maskHash = maskField ? readMask(insideOf(maskField, TAG.sequence)) : 'sha1';
  const saltBytes = saltField ? smallIntegerOf(insideOf(saltField, TAG.integer)) : 20;
  return hash && maskHash ? { kind: 'rsa-pss', hash, maskHash, saltBytes } : { kind: 'unknown', oid };
}

function readMask(element: Der): Hash | null {
  const fields = fieldsOf(element);
  return oidOf(fields.take(TAG.oid)) === MASK_1 ? readHash(fields.take(TAG.sequence)) : null;
}

/** Returns a short name such as `rsa-pss-sha256` or `ecdsa-sha384`. */
export function algorithmName(algorithm: SignatureAlgorithm): string {
  if (algorithm.kind === 'unknown') return algorithm.oid;
  return 'hash' in algorithm ? `${algorithm.kind}-${algorithm.hash}` : algorithm.kind;
}

/** Returns a short name such as `rsa-2048` or `brainpoolP256r1`. */
export function keyName(key: PublicKey): string {
  if (key.kind === 'other') return key.oid;
  if (key.kind === 'ed25519') return key.kind;
  return key.kind === 'ec' ? key.curve : `rsa-${keyBitsOf(key)}`;
}

/** NIST SP 800-131A rev. 2 disallows SHA-1 in signatures, and keys of less than 112 bits of strength: RSA below 2,048, curves below 224. */
export function isWeak(algorithm: SignatureAlgorithm, key: PublicKey): boolean {
  const bits = keyBitsOf(key) ?? Number.POSITIVE_INFINITY;
  return ('hash' in algorithm && algorithm.hash === 'sha1') || bits < (key.kind === 'rsa' ? 2_048 : 224);
}
