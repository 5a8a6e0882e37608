import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { AppError } from '../lib/errors.ts';
import { keyFingerprint } from '../vault/signing-key.ts';

/**
 * The recovery key is the private part of an X25519 pair (RFC 7748). The appliance keeps the public part alone: it can seal keys for
 * whoever has the other one, as often as an erasure asks for it, and cannot open what it sealed.
 */
export interface RecoveryPair {
  /** 32 bytes, hexadecimal. */
  publicKey: string;
  /** For paper: groups of letters and digits, with a check of what is typed. */
  secretText: string;
}

const PKCS8_START = Buffer.from('302e020100300506032b656e04220420', 'hex');
const SPKI_START = Buffer.from('302a300506032b656e032100', 'hex');
/** Crockford's base32: no I, L, O or U to be misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_BYTES = 32;
const CHECK_BYTES = 3;
/** 35 bytes are 56 signs without a rest. */
const SIGNS = 56;
const GROUP_SIGNS = 7;

export function makeRecoveryPair(): RecoveryPair {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_START.length);
  return { publicKey: rawPublic(publicKey).toString('hex'), secretText: spell(secret) };
}

/** The private key of a recovery key that was typed. Capitals, blanks and dashes do not matter. Throws `recovery_key_wrong`. */
export function readRecoveryKey(text: string): KeyObject {
  const signs = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const bytes = signs.length === SIGNS ? decodeBase32(signs) : null;
  const secret = bytes?.subarray(0, SECRET_BYTES);
  if (!bytes || !secret || !checkOf(secret).equals(bytes.subarray(SECRET_BYTES))) {
    const detail = `The recovery key has a mistake in it: it has ${SIGNS} letters and digits, the last of which check the others. Type it again.`;
    throw new AppError('recovery_key_wrong', detail);
  }
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, secret]), format: 'der', type: 'pkcs8' });
}

export const publicPartOf = (recoveryKey: KeyObject): string => rawPublic(createPublicKey(recoveryKey)).toString('hex');

/** How a recovery key is told from another one. */
export const recoveryFingerprint = keyFingerprint;

/** A secret that only whoever has the recovery key can find again, and what they need for it beside that. */
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

/** Both public keys: what makes each sealing another one. */
export const sealingSalt = (recoveryPublicKey: string, ephemeral: string): Buffer =>
  Buffer.from(`${ephemeral}${recoveryPublicKey}`, 'hex');

function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI_START.length);
}

function publicObject(raw: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_START, Buffer.from(raw, 'hex')]), format: 'der', type: 'spki' });
}

const checkOf = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest().subarray(0, CHECK_BYTES);

function spell(secret: Buffer): string {
  let value = BigInt(`0x${Buffer.concat([secret, checkOf(secret)]).toString('hex')}`);
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
  return Buffer.from(value.toString(16).padStart(2 * (SECRET_BYTES + CHECK_BYTES), '0'), 'hex');
}
