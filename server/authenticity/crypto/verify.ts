import { constants, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { childrenOf, readWhole, TAG } from '../der/reader.ts';
import { magnitudeOf } from '../der/values.ts';
import { readOrNull } from '../errors.ts';
import type { SignatureAlgorithm } from './algorithms.ts';
import { coordinateBytesOf, ecOf } from './curves.ts';
import { type Hash, hashOf } from './hash.ts';
import { type EcKey, type EdKey, ecObjectOf, edObjectOf, type PublicKey, type RsaKey, rsaObjectOf } from './keys.ts';

/**
 * How EC signatures are verified. JavaScript does it everywhere and decides. Node's way has no brainpool in Electron's runtime; the tests compare the two.
 */
export type EcWay = 'javascript' | 'node';

/** How an ECDSA signature is written: as a SEQUENCE of two numbers, as r||s, or as one of them. */
export type EcForm = 'der' | 'raw' | 'any';

export interface SignedBytes {
  key: PublicKey;
  algorithm: SignatureAlgorithm;
  signed: Uint8Array;
  signature: Uint8Array;
  /** Of an ECDSA signature; 'any' by default, because signers of the field mix them up. */
  form?: EcForm;
}

export type Verdict = 'valid' | 'invalid' | 'unsupported';

/** Verifies a signature. `unsupported`: the algorithm, the curve, or their combination is not known here. Never throws for bad input. */
export function verifySignature(input: SignedBytes, way: EcWay = 'javascript'): Verdict {
  const { key, algorithm, signed, signature } = input;
  if (algorithm.kind === 'unknown' || key.kind === 'other') return 'unsupported';
  if (algorithm.kind === 'ecdsa') {
    if (key.kind !== 'ec') return 'invalid';
    return verifyEcdsa(key, algorithm.hash, input, way);
  }
  if (algorithm.kind === 'ed25519') return key.kind === 'ed25519' ? verifyEd25519(key, input, way) : 'invalid';
  return key.kind === 'rsa' ? verifyRsa(key, algorithm, signed, signature) : 'invalid';
}

function verifyEd25519(key: EdKey, { signed, signature }: SignedBytes, way: EcWay): Verdict {
  if (way === 'node') return attempt(() => verify(null, signed, edObjectOf(key), signature));
  return attempt(() => ed25519.verify(signature, signed, key.point, { zip215: false }));
}

type RsaAlgorithm = Extract<SignatureAlgorithm, { kind: 'rsa' | 'rsa-pss' }>;

function verifyRsa(key: RsaKey, algorithm: RsaAlgorithm, signed: Uint8Array, signature: Uint8Array): Verdict {
  if (signature.length !== key.modulus.length) return 'invalid';
  if (algorithm.kind === 'rsa-pss' && algorithm.maskHash !== algorithm.hash) return 'unsupported';
  const padding =
    algorithm.kind === 'rsa'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.saltBytes };
  return attempt(() => verify(algorithm.hash, signed, { key: rsaObjectOf(key), ...padding }, signature));
}

/** Verifies an ECDSA signature (SEC 1, 4.1.4). Either half of the range of s is accepted, as FIPS 186-4 says. */
function verifyEcdsa(key: EcKey, hash: Hash, { signed, signature, form = 'any' }: SignedBytes, way: EcWay): Verdict {
  const compact = compactOf(signature, coordinateBytesOf(key.curve), form);
  if (!compact) return 'invalid';
  if (way === 'node') {
    const dsaEncoding = 'ieee-p1363';
    return attempt(() => verify(hash, signed, { key: ecObjectOf(key), dsaEncoding }, compact));
  }
  const ec = ecOf(key.curve);
  return attempt(() => ec.verify(compact, hashOf(hash, signed), key.point, { prehash: false, lowS: false }));
}

/** r||s of a signature in one of the two forms, or null if it has neither. */
function compactOf(signature: Uint8Array, half: number, form: EcForm): Uint8Array | null {
  const numbers =
    form === 'raw' ? null : readOrNull(() => childrenOf(readWhole(signature, TAG.sequence)).map(magnitudeOf));
  if (!numbers) return form !== 'der' && signature.length === 2 * half ? signature : null;
  const [r, s, ...more] = numbers;
  if (!r || !s || more.length > 0 || r.length > half || s.length > half) return null;
  const compact = new Uint8Array(2 * half);
  compact.set(r, half - r.length);
  compact.set(s, 2 * half - s.length);
  return compact;
}

/** What the libraries refuse, such as a point beside the curve, is no valid signature. */
function attempt(check: () => boolean): Verdict {
  try {
    return check() ? 'valid' : 'invalid';
  } catch {
    return 'invalid';
  }
}
