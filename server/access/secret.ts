import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const TEST_PREFIX = 'sk_test_';
const LIVE_PREFIX = 'sk_live_';

/** A new secret: its mode's prefix and 32 random bytes in base64url. Shown once, stored only as a hash. */
export function makeSecret(livemode: boolean): string {
  return (livemode ? LIVE_PREFIX : TEST_PREFIX) + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a secret belongs to the live data space: all do but those that say `sk_test_`. */
export function isLiveSecret(secret: string): boolean {
  return !secret.startsWith(TEST_PREFIX);
}

/** HMAC-SHA-256 under the pepper: a stolen database alone does not let a secret be tested against it. */
export function hashSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

/** Constant time in the contents of both. */
export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The secret of a session: 32 random bytes in base64url, stored only as a hash. */
export function makeToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Crockford's base32 alphabet: no letter that is read as another. */
const CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_GROUPS = 4;
const CODE_GROUP_CHARS = 5;

/** A secret that a person copies by hand, such as `k3v9c-...`: 100 random bits. */
export function makeCode(): string {
  const chars = Array.from(randomBytes(CODE_GROUPS * CODE_GROUP_CHARS), (byte) => CODE_ALPHABET.charAt(byte & 31));
  const groups = Array.from({ length: CODE_GROUPS }, (_, group) =>
    chars.slice(group * CODE_GROUP_CHARS, (group + 1) * CODE_GROUP_CHARS).join(''),
  );
  return groups.join('-');
}

/** A code as somebody typed it, as it was made. */
export function readCode(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '-');
}
