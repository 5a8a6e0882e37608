import { constants, publicDecrypt } from 'node:crypto';
import { HASHES, type Hash, hashOf } from '../crypto/hash.ts';
import { type PublicKey, type RsaKey, readSubjectKey, rsaObjectOf } from '../crypto/keys.ts';
import { type EcWay, type Verdict, verifySignature } from '../crypto/verify.ts';
import { readWhole, TAG } from '../der/reader.ts';
import { isSame } from '../der/values.ts';
import { contentOfGroup } from './data-groups.ts';

/** Returns the public key in DG15, whose private half never leaves the chip. Throws `AuthenticityError`. */
export const readActiveKey = (bytes: Uint8Array): PublicKey =>
  readSubjectKey(readWhole(contentOfGroup(bytes, 15), TAG.sequence)).key;

export interface ActiveAnswer {
  /** The 8 bytes that this appliance drew. */
  challenge: Uint8Array;
  signature: Uint8Array;
}

/**
 * Verifies a chip's answer to a challenge (ICAO Doc 9303-11, 6.1). `hash`: of ECDSA, as DG14 names it; null: every hash is tried, because older chips do
 * not name it.
 */
export function verifyActiveAnswer(key: PublicKey, answer: ActiveAnswer, hash: Hash | null, way?: EcWay): Verdict {
  const { challenge: signed, signature } = answer;
  if (key.kind === 'rsa') return verifyRecovering(key, answer);
  if (key.kind !== 'ec') return 'unsupported';
  const isValid = (hash ? [hash] : HASHES).some(
    (one) => verifySignature({ key, algorithm: { kind: 'ecdsa', hash: one }, signed, signature }, way) === 'valid',
  );
  return isValid ? 'valid' : 'invalid';
}

/** The hashes of ISO/IEC 10118-3, by the number before the last byte CC. */
const TRAILER_HASHES: Readonly<Record<number, Hash>> = {
  51: 'sha1',
  52: 'sha256',
  53: 'sha512',
  54: 'sha384',
  56: 'sha224',
};

/**
 * ISO/IEC 9796-2, scheme 1, with partial recovery: 6A (or 6B, BB..., BA), the recovered message, the hash of it and the challenge, and the trailer: BC for SHA-1, or the
 * number of the hash and CC.
 */
function verifyRecovering(key: RsaKey, { challenge, signature }: ActiveAnswer): Verdict {
  if (signature.length !== key.modulus.length) return 'invalid';
  const block = recover(key, signature);
  const last = block?.at(-1);
  if (!block || (last !== 0xbc && last !== 0xcc)) return 'invalid';
  const hash = last === 0xbc ? 'sha1' : TRAILER_HASHES[block.at(-2) ?? 0];
  if (!hash) return 'unsupported';
  const [hashEnd, start] = [block.length - (last === 0xbc ? 1 : 2), paddingBytesOf(block)];
  const hashStart = hashEnd - hashOf(hash).length;
  if (start === null || hashStart < start) return 'invalid';
  const expected = hashOf(hash, block.subarray(start, hashStart), challenge);
  return isSame(block.subarray(hashStart, hashEnd), expected) ? 'valid' : 'invalid';
}

function recover(key: RsaKey, signature: Uint8Array): Buffer | null {
  try {
    return publicDecrypt({ key: rsaObjectOf(key), padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    // A number that is not below the modulus.
    return null;
  }
}

/** How many bytes come before the message, or null if they are not those of partial recovery. */
function paddingBytesOf(block: Uint8Array): number | null {
  if (block[0] === 0x6a) return 1;
  let at = 1;
  while (block[at] === 0xbb) at += 1;
  return block[0] === 0x6b && block[at] === 0xba ? at + 1 : null;
}
