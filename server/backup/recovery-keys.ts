import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { makeRecoveryPair, publicPartOf, readRecoveryKey, recoveryFingerprint } from './recovery-key.ts';
import {
  keepRecoveryKey,
  proposedKey,
  type RecoveryDates,
  type RecoveryStore,
  recoveryKeyInForce,
  setProposedKey,
} from './recovery-store.ts';

/** A recovery key, as shown once. */
export interface ShownRecoveryKey {
  secretText: string;
  fingerprint: string;
  madeAt: string;
}

export interface RecoveryKeys {
  /** The one in force; null: there is none. */
  inForce(): (RecoveryDates & { fingerprint: string }) | null;
  /** Returns the key that was shown and has not been typed back. */
  proposed(): { fingerprint: string; madeAt: string } | null;
  /** Creates a key that is in force at once. Throws `state_conflict` if there is one and `replace` is not set. */
  make(actor: string, replace: boolean): Promise<ShownRecoveryKey>;
  /**
   * Creates a key that comes into force when a person types it back, so no one relies on a key that was never written down. Throws as `make` does.
   */
  propose(actor: string, replace: boolean): ShownRecoveryKey;
  /** Puts the proposed key into force. Throws `state_conflict` if there is none, `invalid_request` if `typed` is a different key. */
  confirm(typed: string, actor: string): Promise<void>;
}

/** `onInForce` is awaited when a new key has come into force. */
export function openRecoveryKeys(
  deps: { db: Db; keys: RecoveryStore; audit: Audit; clock: Clock },
  onInForce: () => Promise<void>,
): RecoveryKeys {
  const { audit, clock, db, keys } = deps;
  const now = (): string => isoTime(clock.now());
  const note = (actor: string, what: 'proposed' | 'made' | 'confirmed', fingerprint: string): void =>
    transact(db, () => audit.append({ actor, action: `backup.recovery_key_${what}`, details: { fingerprint } }));
  const newPair = (replace: boolean): ShownRecoveryKey & { publicKey: string } => {
    if (recoveryKeyInForce(keys) !== null && !replace) {
      const detail = 'A recovery key already exists. If it is lost or others know it, replace it (replace).';
      throw conflict(detail);
    }
    const { publicKey, secretText } = makeRecoveryPair(keys.signing.publicKey);
    return { publicKey, secretText, fingerprint: recoveryFingerprint(publicKey), madeAt: now() };
  };
  return {
    inForce() {
      const kept = recoveryKeyInForce(keys);
      if (kept === null) return null;
      const { publicKey, ...dates } = kept;
      return { fingerprint: recoveryFingerprint(publicKey), ...dates };
    },
    proposed() {
      const proposed = proposedKey(keys.db);
      return proposed && { fingerprint: recoveryFingerprint(proposed.publicKey), madeAt: proposed.madeAt };
    },
    async make(actor, replace) {
      const { publicKey, ...shown } = newPair(replace);
      note(actor, 'made', shown.fingerprint);
      keepRecoveryKey(keys, { publicKey, madeAt: shown.madeAt, confirmedAt: null, namesAppliance: true });
      await onInForce();
      return shown;
    },
    propose(actor, replace) {
      const { publicKey, ...shown } = newPair(replace);
      note(actor, 'proposed', shown.fingerprint);
      setProposedKey(keys.db, { publicKey, madeAt: shown.madeAt });
      return shown;
    },
    async confirm(typed, actor) {
      const proposed = proposedKey(keys.db);
      if (!proposed) throw conflict('No recovery key is waiting for confirmation. Create one first.');
      const { publicKey, madeAt } = proposed;
      if (typedPublicKey(typed) !== publicKey) {
        throw wrong('This is not the recovery key that was shown last. Type that one, or create a new one.');
      }
      note(actor, 'confirmed', recoveryFingerprint(publicKey));
      const namesAppliance = readRecoveryKey(typed).names !== null;
      keepRecoveryKey(keys, { publicKey, madeAt, confirmedAt: now(), namesAppliance });
      await onInForce();
    },
  };
}

function typedPublicKey(typed: string): string {
  try {
    return publicPartOf(readRecoveryKey(typed).secret);
  } catch (error) {
    throw error instanceof AppError ? wrong(error.message) : error;
  }
}

function wrong(message: string): AppError {
  return invalidField('recovery_key', message, 'recovery_key_wrong');
}
