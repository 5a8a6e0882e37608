import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const TEST_PREFIX = 'sk_test_';
const LIVE_PREFIX = 'sk_live_';

/** Returns a new secret: the prefix of its mode and 32 random bytes in base64url. It is shown once and stored only as a hash. */
export function makeSecret(livemode: boolean): string {
  return (livemode ? LIVE_PREFIX : TEST_PREFIX) + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a secret belongs to live data: all do except those with the prefix `sk_test_`. */
export function isLiveSecret(secret: string): boolean {
  return !secret.startsWith(TEST_PREFIX);
}

/** Returns HMAC-SHA-256 under the pepper. With a stolen database alone nobody can test a secret against it. */
export function hashSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

/** Compares in constant time. */
export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns a session token: 32 random bytes in base64url, stored only as a hash. */
export function makeToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Crockford's base32 alphabet: no letter that can be mistaken for another. */
const CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_GROUPS = 4;
const CODE_GROUP_CHARS = 5;

/** Returns a secret that a person copies by hand, such as `k3v9c-...`: 100 random bits. */
export function makeCode(): string {
  const chars = Array.from(randomBytes(CODE_GROUPS * CODE_GROUP_CHARS), (byte) => CODE_ALPHABET.charAt(byte & 31));
  const groups = Array.from({ length: CODE_GROUPS }, (_, group) =>
    chars.slice(group * CODE_GROUP_CHARS, (group + 1) * CODE_GROUP_CHARS).join(''),
  );
  return groups.join('-');
}

/** Normalises a typed code to the form in which it was generated. */
export function readCode(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '-');
}
