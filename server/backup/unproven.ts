import type { Db } from '../db/open.ts';
import { readMeta, writeMeta } from '../vault/key-meta.ts';

const UNPROVEN = 'restored_unproven';

/** A restore from keys of which nothing but whoever ordered it said whose they are. */
export interface UnprovenRestore {
  /** The fingerprint that was accepted. */
  signer: string;
  /** ISO 8601. */
  at: string;
}

/** Stays for good: nothing can prove it afterwards. */
export function noteUnproven(keyDb: Db, restore: UnprovenRestore): void {
  writeMeta(keyDb, UNPROVEN, Buffer.from(JSON.stringify(restore)));
}

export function unprovenRestore(keyDb: Db): UnprovenRestore | null {
  const stored = readMeta(keyDb, UNPROVEN);
  return stored && (JSON.parse(stored.toString()) as UnprovenRestore);
}
