import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { AppError } from '../lib/errors.ts';
import { keyFingerprint } from '../lib/signatures.ts';

/**
 * The recovery key is the private part of an X25519 pair (RFC 7748). The appliance keeps only the public part: it can seal keys for the holder of the
 * private part, as often as erasures require, and cannot open what it sealed. Anyone who reads the public part in an archive's header can seal their
 * own keys for it, too. So the recovery key also names the appliance, by its signing key.
 */
const PKCS8_START = Buffer.from('302e020100300506032b656e04220420', 'hex');
const SPKI_START = Buffer.from('302a300506032b656e032100', 'hex');
/** Crockford's base32: leaves out I, L, O and U, which are easy to misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_BYTES = 32;
const CHECK_BYTES = 3;
/** Bytes of the SHA-256 of the signing key: enough bits that no one can find another key with the same value. */
const SIGNER_BYTES = 10;
/** 45 bytes are exactly 72 characters. */
const SIGNS = 72;
/** For a recovery key from an older program, which names no appliance: 35 bytes. */
const SIGNS_WITHOUT_SIGNER = 56;
const GROUP_SIGNS = 8;

/** The content of a recovery key. */
export interface RecoveryKey {
  secret: KeyObject;
  /** Returns whether it names the appliance that signs with this key; null: it names none. */
  names: ((signer: string) => boolean) | null;
}

/** @param signer the public key with which the appliance signs, 64 hexadecimal digits */
export function makeRecoveryPair(signer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_START.length);
  return {
    publicKey: rawPublic(publicKey).toString('hex'),
    /** For paper: groups of letters and digits, with a checksum against typing errors. */
    secretText: spell(Buffer.concat([secret, signerMark(signer)])),
  };
}

/** Reads a typed recovery key. Ignores case, blanks and dashes. Throws `recovery_key_wrong`. */
export function readRecoveryKey(text: string): RecoveryKey {
  const signs = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const bytes = [SIGNS, SIGNS_WITHOUT_SIGNER].includes(signs.length) ? decodeBase32(signs) : null;
  const held = bytes?.subarray(0, -CHECK_BYTES);
  if (!bytes || !held || !checkOf(held).equals(bytes.subarray(-CHECK_BYTES))) {
    const detail = `The recovery key has a typing error. It has ${SIGNS} letters and digits (${SIGNS_WITHOUT_SIGNER} if an older version made it), and the last ones check the rest. Type it again.`;
    throw new AppError('recovery_key_wrong', detail);
  }
  const mark = held.subarray(SECRET_BYTES);
  const key = Buffer.concat([PKCS8_START, held.subarray(0, SECRET_BYTES)]);
  return {
    secret: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    names: mark.length === 0 ? null : (signer) => signerMark(signer).equals(mark),
  };
}

function signerMark(signer: string): Buffer {
  return createHash('sha256').update(Buffer.from(signer, 'hex')).digest().subarray(0, SIGNER_BYTES);
}

export const publicPartOf = (recoveryKey: KeyObject): string => rawPublic(createPublicKey(recoveryKey)).toString('hex');

/** Identifies a recovery key. */
export const recoveryFingerprint = keyFingerprint;

/** Returns a secret that only the holder of the recovery key can derive again, and the public value that they also need. */
export function sealingSecret(recoveryPublicKey: string): { ephemeral: string; secret: Buffer } {
  const pair = generateKeyPairSync('x25519');
  const ephemeral = rawPublic(pair.publicKey).toString('hex');
  return {
    ephemeral,
    secret: diffieHellman({ privateKey: pair.privateKey, publicKey: publicObject(recoveryPublicKey) }),
  };
}

export function openingSecret(recoveryKey: KeyObject, ephemeral: string): Buffer {
  return diffieHellman({ privateKey: recoveryKey, publicKey: publicObject(ephemeral) });
}

/** Returns both public keys: they make each sealing different. */
export const sealingSalt = (recoveryPublicKey: string, ephemeral: string): Buffer =>
  Buffer.from(`${ephemeral}${recoveryPublicKey}`, 'hex');

function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI_START.length);
}

function publicObject(raw: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_START, Buffer.from(raw, 'hex')]), format: 'der', type: 'spki' });
}

const checkOf = (held: Buffer): Buffer => createHash('sha256').update(held).digest().subarray(0, CHECK_BYTES);

function spell(held: Buffer): string {
  let value = BigInt(`0x${Buffer.concat([held, checkOf(held)]).toString('hex')}`);
  let signs = '';
  for (let i = 0; i < SIGNS; i++) {
    signs = ALPHABET.charAt(Number(value & 31n)) + signs;
    value >>= 5n;
  }
  return (signs.match(new RegExp(`.{${GROUP_SIGNS}}`, 'g')) ?? []).join('-');
}

function decodeBase32(signs: string): Buffer | null {
  let value = 0n;
  for (const sign of signs) {
    const digit = ALPHABET.indexOf(sign);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  return Buffer.from(value.toString(16).padStart((2 * 5 * signs.length) / 8, '0'), 'hex');
}
