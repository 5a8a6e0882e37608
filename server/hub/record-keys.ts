import { randomBytes } from 'node:crypto';
import { canonicalBytes } from '../parcel/canonical.ts';
import type { Entry } from '../parcel/entries.ts';
import { KEY_BYTES, seal, unseal } from '../vault/seal.ts';
import type { Tx } from './db/transact.ts';
import type { HubKeyring } from './keys.ts';

const SALT_BYTES = 16;

interface KeyPlace {
  branch: string;
  record: string;
}

const recordPlace = ({ branch, record }: KeyPlace): string => `record:${branch}:${record}`;

interface EntryPlace {
  branch: string;
  line: string;
  seq: number;
}

const entryPlace = ({ branch, line, seq }: EntryPlace): string => `entry:${branch}:${line}:${seq}`;

/** Returns a new key for a record, and the same sealed under a wrapping key. */
export function makeRecordKey(wrapKey: Buffer, place: KeyPlace): { key: Buffer; wrapped: Buffer } {
  const key = randomBytes(KEY_BYTES);
  return { key, wrapped: seal(wrapKey, recordPlace(place), key) };
}

export const openRecordKey = (wrapKey: Buffer, place: KeyPlace, wrapped: Buffer): Buffer =>
  unseal(wrapKey, recordPlace(place), wrapped);

/** Seals a record's key, which one wrapping key opens, under another. */
export const rewrapRecordKey = (former: Buffer, next: Buffer, place: KeyPlace, wrapped: Buffer): Buffer =>
  seal(next, recordPlace(place), openRecordKey(former, place, wrapped));

/**
 * Returns what is stored of an entry's content: salt and canonical JSON; of a record sealed under its key. Null: it was erased.
 * @param key null for an entry that concerns no record
 */
export function packContent(entry: Entry, key: Buffer | null, place: EntryPlace): Buffer | null {
  if (entry.salt === null || entry.content === null) return null;
  const plain = Buffer.concat([Buffer.from(entry.salt, 'hex'), canonicalBytes(entry.content)]);
  return key === null ? plain : seal(key, entryPlace(place), plain);
}

/** Returns salt and content as the entry had them. */
export function unpackContent(stored: Buffer, key: Buffer | null, place: EntryPlace): Pick<Entry, 'salt' | 'content'> {
  const plain = key === null ? stored : unseal(key, entryPlace(place), stored);
  return {
    salt: plain.subarray(0, SALT_BYTES).toString('hex'),
    content: JSON.parse(plain.subarray(SALT_BYTES).toString()) as Entry['content'],
  };
}

/** Returns the branch's wrapping key of this month; makes a new one if there is none. Runs in a transaction that holds the branch's row. */
export async function wrapOf(
  tx: Tx,
  keys: HubKeyring,
  { branch, wrap, month }: { branch: string; wrap: string | null; month: number },
): Promise<{ name: string; key: Buffer }> {
  if (wrap?.startsWith(`${month}-`)) {
    const key = keys.wraps.find(branch, wrap);
    // Null: it was destroyed, and the database was restored from a backup.
    if (key !== null) return { name: wrap, key };
  }
  const made = keys.wraps.make(branch, month);
  await tx.query('UPDATE branches SET wrap = $2 WHERE id = $1', [branch, made.name]);
  return made;
}
