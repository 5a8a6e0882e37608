import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { assert } from '../lib/assert.ts';

/**
 * The sealed form of a value: version byte, 12-byte nonce, ciphertext, 16-byte tag. AES-256-GCM (NIST SP 800-38D) with
 * a random nonce; the associated data binds the value to its place, so it cannot be moved to another row or file.
 */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Returns the first bytes of a sealed value and a cipher that continues it; the tag follows the ciphertext. */
export function beginSeal(key: Buffer, place: string) {
  assert(key.length === KEY_BYTES, 'a data key has 32 bytes');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce);
  cipher.setAAD(Buffer.from(place));
  return { header: Buffer.concat([Buffer.of(VERSION), nonce]), cipher };
}

export function seal(key: Buffer, place: string, plain: Buffer): Buffer {
  const { header, cipher } = beginSeal(key, place);
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the plain bytes. Throws if the key or the place differs, or a single bit does. */
export function unseal(key: Buffer, place: string, sealed: Buffer): Buffer {
  assert(sealed.length >= 1 + NONCE_BYTES + TAG_BYTES && sealed[0] === VERSION, 'not a sealed value');
  // Passing the key as plain bytes would take three times as long.
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(1, 1 + NONCE_BYTES));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ]);
}
