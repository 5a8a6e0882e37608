import { PLAIN_DATA, parseSignedData, type SignedData } from '../cms/signed-data.ts';
import { readHash } from '../crypto/algorithms.ts';
import type { Hash } from '../crypto/hash.ts';
import { childrenOf, fieldsOf, readWhole, TAG } from '../der/reader.ts';
import { smallIntegerOf } from '../der/values.ts';
import { malformed } from '../errors.ts';

/** EF.SOD: the signed hashes of a chip's data groups (ICAO Doc 9303-10, 4.6.2). */
export interface SecurityObject {
  data: SignedData;
  /** null: the hash is not known here. */
  hash: Hash | null;
  /** By the number of the data group, 1 to 16. */
  hashes: ReadonlyMap<number, Uint8Array>;
  /** The content has another type than the standard's. */
  hasOddType: boolean;
}

export const SECURITY_OBJECT_TAG = 0x77;
const LDS_SECURITY_OBJECT = '2.23.136.1.1.1';
/** Types of drafts that chips of the field still have: ICAO's, the Dutch one, and plain data. */
const OTHER_TYPES: readonly string[] = ['1.3.27.1.1.1', '1.2.528.1.1006.1.20.1', PLAIN_DATA];
const DATA_GROUPS_MAX = 16;

/** Reads EF.SOD, with or without its tag 77. Throws `AuthenticityError`. */
export function parseSecurityObject(bytes: Uint8Array): SecurityObject {
  const data = parseSignedData(bytes[0] === SECURITY_OBJECT_TAG ? readWhole(bytes).content : bytes);
  const hasOddType = data.contentType !== LDS_SECURITY_OBJECT;
  if (hasOddType && !OTHER_TYPES.includes(data.contentType)) throw malformed('The signed data is no security object.');
  const fields = fieldsOf(readWhole(data.content, TAG.sequence));
  fields.take(TAG.integer);
  const hash = readHash(fields.take(TAG.sequence));
  const hashes = new Map<number, Uint8Array>();
  for (const group of childrenOf(fields.take(TAG.sequence))) {
    const pair = fieldsOf(group);
    const number = smallIntegerOf(pair.take(TAG.integer));
    if (number < 1 || number > DATA_GROUPS_MAX || hashes.has(number))
      throw malformed('A data group is listed twice or is none.');
    hashes.set(number, pair.take(TAG.octetString).content);
    pair.end();
  }
  // LDS 1.8 adds its version.
  fields.optional(TAG.sequence);
  fields.end();
  return { data, hash, hashes, hasOddType };
}
