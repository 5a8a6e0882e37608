import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { readMeta, removeMeta, writeMeta } from '../vault/key-meta.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import { recoveryFingerprint } from './recovery-key.ts';

const IN_FORCE = 'recovery_key';
const PROPOSED = 'recovery_key_proposed';
/** As programs before 2026-12 kept it: in the clear. */
const CLEAR_KEY = 'recovery_public_key';
const CLEAR_DATES = 'recovery_key_dates';
const SEALED = 'backup.recovery_key_sealed';

/** Where what is known of the recovery key is kept: the key database, and what seals it there. */
export type RecoveryStore = Pick<KeyStore, 'db' | 'recoverySealKey' | 'signing'>;

/** When a recovery key was made, and typed back; ISO 8601, null if that is not known or was not done. */
export interface RecoveryDates {
  madeAt: string | null;
  confirmedAt: string | null;
  /** Whether it names the appliance, so that keys which another one sealed for it are refused; one that an older program made does not. */
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
 * The recovery key in force; null: none has been made. `changed`: what stands there is not as the appliance wrote it. Its keys would be sealed
 * for whoever wrote that, so none is in force then.
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

/** The same where only that counts which can be sealed for. */
export function recoveryKeyInForce(store: RecoveryStore): KeptRecoveryKey | null {
  const kept = keptRecoveryKey(store);
  return kept === 'changed' ? null : kept;
}

/** Puts it in force, in the place of a former one and of one that was proposed. */
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
  // The audit log does not hold, and nothing is vouched for until it does.
  const { publicKey, ...dates } = kept;
  writeMeta(db, CLEAR_KEY, Buffer.from(publicKey, 'hex'));
  writeMeta(db, CLEAR_DATES, Buffer.from(JSON.stringify(dates)));
}

/**
 * From now on the recovery key stands sealed. One of an older version is taken as it is, once: a key database that was put back to before is
 * told by the log, which holds that it was done.
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

/** It stands in the clear: whoever exchanges it is found when it is typed back. */
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
