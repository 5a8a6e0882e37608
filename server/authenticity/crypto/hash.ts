import { createHash } from 'node:crypto';

export const HASHES = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
export type Hash = (typeof HASHES)[number];

/** Object identifiers of hashes (RFC 8017, B.1; NIST CSOR). */
export const HASH_OIDS: Readonly<Record<string, Hash>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Returns the hash of `parts`, one after the other. */
export function hashOf(hash: Hash, ...parts: Uint8Array[]): Buffer {
  const hashing = createHash(hash);
  for (const part of parts) hashing.update(part);
  return hashing.digest();
}
