import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { readMeta, removeMeta, writeMeta } from '../vault/key-meta.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import { recoveryFingerprint } from './recovery-key.ts';

const IN_FORCE = 'recovery_key';
const PROPOSED = 'recovery_key_proposed';
/** As programs before 2026-12 stored it: unsealed. */
const CLEAR_KEY = 'recovery_public_key';
const CLEAR_DATES = 'recovery_key_dates';
const SEALED = 'backup.recovery_key_sealed';

/** Where the recovery key's public part is stored: the key database, and the key that seals it there. */
export type RecoveryStore = Pick<KeyStore, 'db' | 'recoverySealKey' | 'signing'>;

/** When a recovery key was made, and typed back; ISO 8601, null if unknown or not done. */
export interface RecoveryDates {
  madeAt: string | null;
  confirmedAt: string | null;
  /** Whether it names the appliance, so that keys from another appliance are refused; a key from an older program names none. */
  namesAppliance: boolean;
}

/** The recovery key in force: its public part, 64 hexadecimal digits. */
export interface KeptRecoveryKey extends RecoveryDates {
  publicKey: string;
}

/** A recovery key that was shown and is not in force: its public part, 64 hexadecimal digits. */
export interface ProposedKey {
  publicKey: string;
  madeAt: string;
}

/**
 * Returns the recovery key in force; null: none was created. `changed`: the stored value is not as the appliance wrote
 * it. Keys would be sealed for the person who wrote it, so no recovery key is in force then.
 */
export function keptRecoveryKey({ db, recoverySealKey, signing }: RecoveryStore): KeptRecoveryKey | 'changed' | null {
  const clear = clearRecoveryKey(db);
  if (!signing.vouchesForRecovery) return clear;
  const sealed = readMeta(db, IN_FORCE);
  if (clear) return 'changed';
  if (!sealed) return null;
  try {
    return JSON.parse(unseal(recoverySealKey, IN_FORCE, sealed).toString()) as KeptRecoveryKey;
  } catch {
    return 'changed';
  }
}

/** Returns the same, but only a key that can be sealed for. */
export function recoveryKeyInForce(store: RecoveryStore): KeptRecoveryKey | null {
  const kept = keptRecoveryKey(store);
  return kept === 'changed' ? null : kept;
}

/** Puts a key into force; it replaces the former one and the proposed one. */
export function keepRecoveryKey(store: RecoveryStore, kept: KeptRecoveryKey): void {
  transact(store.db, () => {
    write(store, kept);
    removeMeta(store.db, PROPOSED);
  });
}

function write({ db, recoverySealKey, signing }: RecoveryStore, kept: KeptRecoveryKey): void {
  removeMeta(db, CLEAR_KEY);
  removeMeta(db, CLEAR_DATES);
  if (signing.vouchesForRecovery) {
    writeMeta(db, IN_FORCE, seal(recoverySealKey, IN_FORCE, Buffer.from(JSON.stringify(kept))));
    return;
  }
  // The audit log does not verify, and nothing is attested until it does.
  const { publicKey, ...dates } = kept;
  writeMeta(db, CLEAR_KEY, Buffer.from(publicKey, 'hex'));
  writeMeta(db, CLEAR_DATES, Buffer.from(JSON.stringify(dates)));
}

/**
 * Seals the recovery key from now on. Accepts one from an older version as it is, once: if someone restores an earlier
 * key database, the log shows it, because it records that the sealing was done.
 */
export function sealRecoveryKey(deps: { db: Db; keys: RecoveryStore; audit: Audit }): void {
  const { db, keys, audit } = deps;
  if (keys.signing.vouchesForRecovery || !keys.signing.vouchesForRows) return;
  const isNew = db.prepare('SELECT 1 FROM audit LIMIT 1').get() === undefined;
  const isDone = db.prepare('SELECT 1 FROM audit WHERE action = ?').get(SEALED) !== undefined;
  const clear = clearRecoveryKey(keys.db);
  transact(keys.db, () => {
    keys.signing.vouchForRecovery();
    if (clear && !isDone) write(keys, clear);
  });
  if (isNew || isDone) return;
  const details: Record<string, string> = clear ? { fingerprint: recoveryFingerprint(clear.publicKey) } : {};
  transact(db, () => audit.append({ actor: 'system', action: SEALED, details }));
}

export function proposedKey(keyDb: Db): ProposedKey | null {
  return readJson<ProposedKey>(keyDb, PROPOSED);
}

/** It is stored unsealed: if someone replaces it, typing it back reveals that. */
export function setProposedKey(keyDb: Db, proposed: ProposedKey): void {
  writeMeta(keyDb, PROPOSED, Buffer.from(JSON.stringify(proposed)));
}

function clearRecoveryKey(keyDb: Db): KeptRecoveryKey | null {
  const publicKey = readMeta(keyDb, CLEAR_KEY)?.toString('hex');
  const dates = readJson<RecoveryDates>(keyDb, CLEAR_DATES);
  return publicKey ? { madeAt: null, confirmedAt: null, namesAppliance: false, ...dates, publicKey } : null;
}

function readJson<T>(keyDb: Db, name: string): T | null {
  const stored = readMeta(keyDb, name);
  return stored && (JSON.parse(stored.toString()) as T);
}
