import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { readMeta, removeMeta, writeMeta } from '../vault/key-meta.ts';

const PUBLIC_KEY = 'recovery_public_key';
const DATES = 'recovery_key_dates';
const PROPOSED = 'recovery_key_proposed';

/** When a recovery key was made, and typed back; ISO 8601, null where that is not known or was not done. */
export interface RecoveryDates {
  madeAt: string | null;
  confirmedAt: string | null;
  /** Whether it names the appliance, so that keys which another one sealed for it are refused; one that an older program made does not. */
  namesAppliance: boolean;
}

/** A recovery key that was shown and is not in force: its public part, 64 hexadecimal digits. */
export interface ProposedKey {
  publicKey: string;
  madeAt: string;
}

/** The public part of the recovery key, 64 hexadecimal digits; null: none has been made. `keyDb` is the key database. */
export function recoveryPublicKey(keyDb: Db): string | null {
  return readMeta(keyDb, PUBLIC_KEY)?.toString('hex') ?? null;
}

export function recoveryDates(keyDb: Db): RecoveryDates {
  return { madeAt: null, confirmedAt: null, namesAppliance: false, ...readJson<RecoveryDates>(keyDb, DATES) };
}

/** Puts it in force, in the place of a former one and of one that was proposed. */
export function setRecoveryPublicKey(keyDb: Db, publicKey: string, dates: RecoveryDates): void {
  transact(keyDb, () => {
    writeMeta(keyDb, PUBLIC_KEY, Buffer.from(publicKey, 'hex'));
    writeMeta(keyDb, DATES, Buffer.from(JSON.stringify(dates)));
    removeMeta(keyDb, PROPOSED);
  });
}

export function proposedKey(keyDb: Db): ProposedKey | null {
  return readJson<ProposedKey>(keyDb, PROPOSED);
}

export function setProposedKey(keyDb: Db, proposed: ProposedKey): void {
  writeMeta(keyDb, PROPOSED, Buffer.from(JSON.stringify(proposed)));
}

function readJson<T>(keyDb: Db, name: string): T | null {
  const stored = readMeta(keyDb, name);
  return stored && (JSON.parse(stored.toString()) as T);
}
