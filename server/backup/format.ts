import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { KEY_BYTES } from '../vault/seal.ts';

/**
 * An archive is: `MAGIC`, the length of the header (4 bytes, big-endian), the header (JSON, in the clear), parts, and an Ed25519
 * signature of the SHA-256 of all before it.
 *
 * The parts follow the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015, section 7) over AES-256-GCM: each holds `PART_BYTES` of the
 * plain stream (the last one the rest) and its tag; its nonce is its number (11 bytes, big-endian) and a byte that is 1 for the last one. Parts that
 * are changed, swapped, repeated or missing are therefore detected, also at the end. Each archive has its own key, derived from random bytes in the
 * header and from the whole header, so the header is authenticated too.
 *
 * The plain stream is a sequence of entries: the length of a JSON text (4 bytes), the text `{name, size}`, the bytes, and their SHA-256.
 */
export const MAGIC = Buffer.from('CUSTOSB1');
export const PART_BYTES = 1024 * 1024;
export const TAG_BYTES = 16;
export const SIGNATURE_BYTES = 64;
export const LENGTH_BYTES = 4;
export const HASH_BYTES = 32;
const HEADER_BYTES_MAX = 4_096;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const common = { id: z.string(), createdAt: z.iso.datetime(), signer: hex(32) };

const headerSchema = z.discriminatedUnion('kind', [
  /** Everything but the keys. `masterKey` identifies the master key that sealed it without revealing it. */
  z.object({ kind: z.literal('data'), ...common, salt: hex(32), masterKey: hex(8) }),
  /** The keys. `recovery` and `ephemeral` are X25519 public keys; `erasures`: how many erasures the key database knew. */
  z.object({ kind: z.literal('keys'), ...common, recovery: hex(32), ephemeral: hex(32), erasures: z.int() }),
]);

/** The plaintext start of an archive: times, public keys, and no personal data. */
export type ArchiveHeader = z.output<typeof headerSchema>;
export type DataHeader = Extract<ArchiveHeader, { kind: 'data' }>;

export function encodeHeader(header: ArchiveHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  return Buffer.concat([MAGIC, lengthOf(text), text]);
}

/** Returns the header at the start of these bytes and its size in bytes; null if there is none. */
export function decodeHeader(start: Buffer): { header: ArchiveHeader; sizeBytes: number } | null {
  const from = MAGIC.length + LENGTH_BYTES;
  if (start.length < from || !start.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const sizeBytes = from + start.readUInt32BE(MAGIC.length);
  if (sizeBytes > HEADER_START_BYTES || sizeBytes > start.length) return null;
  try {
    const parsed = headerSchema.safeParse(JSON.parse(start.subarray(from, sizeBytes).toString('utf8')));
    return parsed.success ? { header: parsed.data, sizeBytes } : null;
  } catch {
    return null;
  }
}

/** This many bytes of a file always hold its whole header. */
export const HEADER_START_BYTES = MAGIC.length + LENGTH_BYTES + HEADER_BYTES_MAX;

/** Derives the key of one archive (HKDF-SHA-256, RFC 5869). `salt` is random and unique to this archive. */
export function archiveKey(secret: Buffer, salt: Buffer, header: Buffer): Buffer {
  const info = Buffer.concat([Buffer.from('custos archive v1\n'), createHash('sha256').update(header).digest()]);
  return Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES));
}

/** Identifies the master key that sealed an archive without revealing it. */
export function masterKeyId(backupKey: Buffer): string {
  return createHmac('sha256', backupKey).update('which master key').digest('hex').slice(0, 16);
}

export function partNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
}
