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
