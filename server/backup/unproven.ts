import type { Db } from '../db/open.ts';
import { readMeta, writeMeta } from '../vault/key-meta.ts';

const UNPROVEN = 'restored_unproven';

/** A restore from keys whose origin only the person who ordered it vouched for. */
export interface UnprovenRestore {
  /** The fingerprint that was accepted. */
  signer: string;
  /** ISO 8601. */
  at: string;
}

/** Stays permanently: nothing can prove the origin afterwards. */
export function noteUnproven(keyDb: Db, restore: UnprovenRestore): void {
  writeMeta(keyDb, UNPROVEN, Buffer.from(JSON.stringify(restore)));
}

export function unprovenRestore(keyDb: Db): UnprovenRestore | null {
  const stored = readMeta(keyDb, UNPROVEN);
  return stored && (JSON.parse(stored.toString()) as UnprovenRestore);
}
