import { promisify } from 'node:util';
import { deflate as deflateCallback, inflate as inflateCallback } from 'node:zlib';
import { z } from 'zod';
import { assert } from '../lib/assert.ts';
import { LIMITS } from '../lib/limits.ts';
import { isSignedBy, type Signer } from '../lib/signatures.ts';
import { canonicalBytes, readCanonical } from './canonical.ts';
import { type Entry, entrySchema, isIntact, nextHead } from './entries.ts';
import { damaged, ParcelFault } from './fault.ts';
import { branchId, count, FORMAT, format, hash, hubKeyId, lineId, number, signature, time } from './fields.ts';
import { type HubKeys, type SealingKey, SUITE } from './hub-keys.ts';

/**
 * A parcel in bytes: `CUSTOSP1`, the header's length (u32, big endian), the header in canonical JSON, the encapsulated key (32), the
 * ciphertext's length (u32), the ciphertext, and the Ed25519 signature (64) over everything before it.
 */
const MAGIC = Buffer.from('CUSTOSP1');
const ENCAPSULATED_BYTES = 32;
const SIGNATURE_BYTES = 64;
const INFO = Buffer.from('custos parcel v1');

const deflate = promisify(deflateCallback);
const inflate = promisify(inflateCallback) as (bytes: Buffer, options: object) => Promise<Buffer>;

const length = z.strictObject({ count, head: hash });

export const headerSchema = z.strictObject({
  format,
  /** The hub's keys for which it is sealed. */
  hub_key_id: hubKeyId,
  branch: branchId,
  line: lineId,
  first: number,
  last: number,
  /** The head of the line before the first entry, and after the last. */
  prev_head: hash,
  head: hash,
  /** Of each entry, in order. */
  digests: z.array(hash).min(1).max(LIMITS.hubParcelEntriesMax),
  level: z.int().min(0).max(4),
  /** The newest signed checkpoint of the branch's audit log, if it has one. */
  checkpoint: z.strictObject({ signed: z.string().max(1_000), signature }).nullable(),
  /** The length and head of the audit log. */
  audit: length,
  /** The link that the log has now at the length that the hub last confirmed; a rewritten log has another. */
  audit_at: length.nullable(),
  branch_time: time,
  /** The last entry of the line for which the branch has a receipt. */
  receipts_through: count,
});

export type ParcelHeader = z.output<typeof headerSchema>;

/** What of a header the writer states; the rest follows from the entries. */
export type ParcelAbout = Pick<
  ParcelHeader,
  'branch' | 'line' | 'prev_head' | 'level' | 'checkpoint' | 'audit' | 'audit_at' | 'branch_time' | 'receipts_through'
>;

/** Returns a parcel of 1 to `LIMITS.hubParcelEntriesMax` entries that follow each other, sealed for the hub and signed by the appliance. */
export async function sealParcel(
  about: ParcelAbout,
  entries: readonly Entry[],
  hub: HubKeys,
  appliance: Signer,
): Promise<Buffer> {
  const first = entries[0]?.seq ?? 0;
  assert(
    entries.length <= LIMITS.hubParcelEntriesMax && entries.every(({ seq }, at) => seq === first + at),
    'the entries of a parcel follow each other',
  );
  const header = canonicalBytes({
    ...about,
    format: FORMAT,
    hub_key_id: hub.hub_key_id,
    first,
    last: first + entries.length - 1,
    head: entries.reduce(nextHead, about.prev_head),
    digests: entries.map(({ digest }) => digest),
  } satisfies ParcelHeader);
  const plain = await deflate(canonicalBytes(entries));
  const recipient = await SUITE.DeserializePublicKey(Buffer.from(hub.sealing, 'hex'));
  const sealed = await SUITE.Seal(recipient, plain, { aad: header, info: INFO });
  const signed = Buffer.concat([
    MAGIC,
    lengthOf(header),
    header,
    sealed.encapsulatedSecret,
    lengthOf(sealed.ciphertext),
    sealed.ciphertext,
  ]);
  const parcel = Buffer.concat([signed, appliance.sign('hub parcel', signed)]);
  assert(parcel.length <= LIMITS.hubParcelBytesMax, 'a parcel is within its limit');
  return parcel;
}

/** Returns the header without checking the signature: whose key must have signed is read from it. Throws `ParcelFault`. */
export const readHeader = (bytes: Buffer): ParcelHeader => split(bytes).header;

/**
 * Returns header and entries of a parcel that the appliance with this public key signed, with digests and heads verified.
 * `keyOf` returns the hub's private key with an id, or null. Throws `ParcelFault`.
 */
export async function openParcel(
  bytes: Buffer,
  appliancePublicKey: string,
  keyOf: (hubKeyId: string) => SealingKey | null,
): Promise<{ header: ParcelHeader; entries: Entry[] }> {
  const { header, headerBytes, encapsulated, ciphertext } = verifyParcel(bytes, appliancePublicKey);
  const key = keyOf(header.hub_key_id);
  if (key === null) throw new ParcelFault('parcel_other_hub', 'The parcel is sealed for another hub.');
  const plain = await SUITE.Open(key, encapsulated, ciphertext, { aad: headerBytes, info: INFO }).catch((cause) => {
    throw damaged('The parcel cannot be opened with the key that it names.', cause);
  });
  const entries = await readEntries(Buffer.from(plain));
  const { first, last, digests, prev_head, head } = header;
  const fits =
    entries.length === last - first + 1 &&
    entries.every((entry, at) => entry.seq === first + at && entry.digest === digests[at] && isIntact(entry)) &&
    entries.reduce(nextHead, prev_head) === head;
  if (!fits) throw damaged('The entries of the parcel do not match its header.');
  return { header, entries };
}

async function readEntries(plain: Buffer): Promise<Entry[]> {
  const maxOutputLength = LIMITS.hubParcelPlainBytesMax;
  const text = await inflate(plain, { maxOutputLength }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_BUFFER_TOO_LARGE') throw damaged('The entries of the parcel cannot be unpacked.', cause);
    throw new ParcelFault(
      'parcel_too_large',
      `The entries of the parcel have more than ${maxOutputLength} bytes.`,
      cause,
    );
  });
  return readCanonical(z.array(entrySchema), text, 'the list of entries');
}

interface Parts {
  header: ParcelHeader;
  headerBytes: Buffer;
  encapsulated: Buffer;
  ciphertext: Buffer;
  signed: Buffer;
  signature: Buffer;
}

function verifyParcel(bytes: Buffer, appliancePublicKey: string): Parts {
  const parts = split(bytes);
  if (!isSignedBy(appliancePublicKey, 'hub parcel', parts.signed, parts.signature)) {
    throw new ParcelFault('parcel_signature', 'The parcel is not signed by the appliance that it names.');
  }
  return parts;
}

function split(bytes: Buffer): Parts {
  if (bytes.length > LIMITS.hubParcelBytesMax) {
    throw new ParcelFault('parcel_too_large', `The parcel has more than ${LIMITS.hubParcelBytesMax} bytes.`);
  }
  let at = 0;
  const take = (size: number): Buffer => {
    if (at + size > bytes.length) throw damaged('The parcel is cut off.');
    at += size;
    return bytes.subarray(at - size, at);
  };
  if (!take(MAGIC.length).equals(MAGIC)) throw damaged('These bytes are no parcel of this format.');
  const headerBytes = take(take(4).readUInt32BE());
  const encapsulated = take(ENCAPSULATED_BYTES);
  const ciphertext = take(take(4).readUInt32BE());
  const signed = bytes.subarray(0, at);
  const signature = take(SIGNATURE_BYTES);
  if (at !== bytes.length) throw damaged('The parcel is followed by other bytes.');
  const header = readCanonical(headerSchema, headerBytes, 'the header of the parcel');
  if (header.last - header.first + 1 !== header.digests.length)
    throw damaged('The header of the parcel contradicts itself.');
  return { header, headerBytes, encapsulated, ciphertext, signed, signature };
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}
