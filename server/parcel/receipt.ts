import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Signer } from '../lib/signatures.ts';
import { branchId, count, format, hash, hubKeyId, lineId, number, time } from './fields.ts';
import type { HubKeys } from './hub-keys.ts';
import { readSigned, type Signed, signText } from './signed.ts';

const receiptSchema = z.strictObject({
  format,
  hub_key_id: hubKeyId,
  branch: branchId,
  line: lineId,
  /** The hub has every entry of the line up to this one, and this is the head there. */
  last: number,
  head: hash,
  parcel_sha256: hash,
  /** The length of the branch's audit log in the parcel; the branch states its link there from then on. */
  audit_count: count,
  received_at: time,
});

/** The hub's confirmation that it has a parcel. */
export type Receipt = z.output<typeof receiptSchema>;

export const signReceipt = (hub: Signer, receipt: Receipt): Signed => signText(hub, 'hub receipt', receipt);

/** Throws `ParcelFault` if the hub has not signed it. */
export const readReceipt = (signed: Signed, hub: Pick<HubKeys, 'signing'>): Receipt =>
  readSigned(receiptSchema, signed, 'hub receipt', hub.signing);

/** Returns the SHA-256 of a parcel, which its receipt names. */
export const parcelHash = (parcel: Uint8Array): string => createHash('sha256').update(parcel).digest('hex');
