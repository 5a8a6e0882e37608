import { randomFillSync } from 'node:crypto';
import { assert } from './assert.ts';
import type { Clock } from './clock.ts';

/** Crockford's base32 alphabet as TypeID 0.3 uses it. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export type IdPrefix =
  | 'ver'
  | 'kyb_ver'
  | 'doc'
  | 'evt'
  | 'key'
  | 'opr'
  | 'whe'
  | 'whd'
  | 'who'
  | 'per'
  | 'lst'
  | 'reg'
  | 'tru'
  | 'hit'
  | 'rev'
  | 'note'
  | 'cor'
  | 'fch'
  | 'req'
  | 'ent'
  | 'alt'
  | 'job'
  | 'imp'
  | 'bak'
  | 'ppv'
  | 'upd'
  | 'slr'
  | 'cap'
  | 'chc'
  | 'brn'
  | 'enr'
  | 'inv'
  | 'prf'
  | 'rol'
  | 'crf';

/** Creates a TypeID (specification 0.3): the prefix, `_`, and 26 characters of a UUIDv7 in base32. */
export type NewId = (prefix: IdPrefix) => string;

/**
 * Returns a generator of ids that never go backwards within the process: if the clock stands still or steps back, the
 * last millisecond is kept and the 12 bits after it count up (RFC 9562, section 6.2, method 1).
 */
export function createIds(
  clock: Clock,
  fillRandom: (bytes: Uint8Array) => void = (bytes) => randomFillSync(bytes),
): NewId {
  let lastMs = 0;
  let counter = 0;
  return (prefix) => {
    const nowMs = clock.now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = 0;
    } else if (++counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    const bytes = new Uint8Array(16);
    fillRandom(bytes.subarray(8));
    let ms = lastMs;
    for (let i = 5; i >= 0; i--) {
      bytes[i] = ms % 256;
      ms = Math.floor(ms / 256);
    }
    bytes[6] = 0x70 | (counter >> 8);
    bytes[7] = counter & 0xff;
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    return `${prefix}_${encodeBase32(bytes)}`;
  };
}

/** Returns whether `text` has the form of an id with this prefix, not whether the id exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && SUFFIX.test(text.slice(prefix.length + 1));
}

/** Encodes 16 bytes as 26 characters: 130 bits of which the first two are zero. */
function encodeBase32(bytes: Uint8Array): string {
  assert(bytes.length === 16, 'a UUID has 16 bytes');
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}
