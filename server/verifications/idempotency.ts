import { createHmac } from 'node:crypto';
import { LIMITS } from '../lib/limits.ts';
import { genuine } from '../rows/guard.ts';
import type { SealedRecord } from '../vault/staging.ts';
import type { VerificationDeps } from './deps.ts';
import { type Erasure, refuseErased } from './erased.ts';

/** One use of an Idempotency-Key. Its scope is the caller, the method and the path. */
export interface IdempotencyClaim {
  actorId: string;
  method: string;
  path: string;
  key: string;
  /** SHA-256 over the request's meaning. Stored as an HMAC, because it covers personal data. */
  fingerprint: Buffer;
}

/** The stored answer to a request. */
export interface KeptAnswer {
  code: number;
  body: string;
}

/** Returns the answer given to this Idempotency-Key within the last 7 days, or null. Throws `erased` if the record is gone. */
export function findIdempotent(
  deps: Pick<VerificationDeps, 'db' | 'vault' | 'clock' | 'keys'>,
  claim: IdempotencyClaim,
): (KeptAnswer & { sameFingerprint: boolean }) | null {
  const row = deps.db
    .prepare(`
      SELECT i.*, v.erasure
      FROM idempotency i JOIN verifications v ON v.id = i.verification_id
      WHERE i.key_id = ? AND i.method = ? AND i.path = ? AND i.idempotency_key = ? AND i.created_at > ?`)
    .get(claim.actorId, claim.method, claim.path, claim.key, deps.clock.now() - LIMITS.idempotencyKeepMs) as
    | { fingerprint: Buffer; verification_id: string; status: number; sealed_body: Buffer; erasure: Erasure }
    | undefined;
  if (!row) return null;
  refuseErased(row);
  genuine(deps.db, 'idempotency', row);
  return {
    code: row.status,
    body: deps.vault.openJson<string>(row.verification_id, 'idempotency.body', row.sealed_body),
    sameFingerprint: keyedFingerprint(deps, claim).equals(row.fingerprint),
  };
}

/** Stores the answer, in the transaction that creates or changes the record. It replaces an expired use of the same key. */
export function keepIdempotent(
  deps: VerificationDeps,
  claim: IdempotencyClaim,
  record: SealedRecord,
  answer: KeptAnswer,
): void {
  const now = deps.clock.now();
  deps.db.prepare('DELETE FROM idempotency WHERE created_at <= ?').run(now - LIMITS.idempotencyKeepMs);
  deps.db
    .prepare(`
      INSERT INTO idempotency (key_id, method, path, idempotency_key, fingerprint, verification_id, status, sealed_body, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      claim.actorId,
      claim.method,
      claim.path,
      claim.key,
      keyedFingerprint(deps, claim),
      record.verificationId,
      answer.code,
      deps.vault.sealJson(record.verificationId, 'idempotency.body', answer.body, record.dataKey),
      now,
    );
}

function keyedFingerprint(deps: Pick<VerificationDeps, 'keys'>, claim: IdempotencyClaim): Buffer {
  return createHmac('sha256', deps.keys.fingerprintKey).update(claim.fingerprint).digest();
}
