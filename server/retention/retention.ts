import { transact } from '../db/transact.ts';
import { AppError, invalidField } from '../lib/errors.ts';
import { type Erasure, refuseErased } from '../verifications/erased.ts';
import type { Which } from '../verifications/record-action.ts';
import { isFinal, stateName } from '../verifications/state.ts';
import type { VerificationStatus } from '../verifications/types.ts';
import { afterMonths } from './months.ts';
import type { Retention, RetentionDeps } from './types.ts';

/** The settings to change for one record; omitted fields stay as they are. */
export interface RetentionChange {
  /** null: the period runs from the record's own end again. */
  relationshipEndedAtMs?: number | null;
  legalHold?: { held: boolean; reason: string };
}

interface RetentionRow {
  status: VerificationStatus;
  erasure: Erasure;
  created_at: number;
  ended_at: number | null;
  relationship_ended_at: number | null;
  legal_hold: number;
  sealed_hold_reason: Buffer | null;
  faces: number;
}

const MS_PER_DAY = 24 * 3600 * 1000;

/** Returns how long a record is kept. Throws `not_found`, `erased`. */
export function retentionOf(deps: RetentionDeps, which: Which): Retention {
  const row = readRow(deps, which);
  const { vault } = deps;
  const policy = deps.policy();
  const held = row.legal_hold === 1;
  const startMs = isFinal(row.status) ? (row.relationship_ended_at ?? row.ended_at) : null;
  return {
    relationshipEndedAtMs: row.relationship_ended_at,
    legalHold: held,
    reason:
      row.sealed_hold_reason && vault.openJson<string>(which.id, 'verifications.hold_reason', row.sealed_hold_reason),
    dueAtMs: held || startMs === null ? null : afterMonths(startMs, policy.months),
    biometricsDueAtMs: held || row.faces === 0 ? null : afterMonths(row.created_at, policy.biometricsMonths),
  };
}

/**
 * Sets when the relationship ended, or puts the record on legal hold, with the audit row; the reason is sealed. Throws
 * `not_found`, `erased`, and `invalid_request` if the relationship would have ended before the record was created.
 */
export function setRetention(deps: RetentionDeps, which: Which, change: RetentionChange, actor: string): Retention {
  const { db, vault, audit } = deps;
  const { id, kind } = which;
  transact(db, () => {
    const { created_at: createdAtMs } = readRow(deps, which);
    const { relationshipEndedAtMs: endedAtMs, legalHold } = change;
    if (endedAtMs !== undefined) {
      refuseEarly(endedAtMs, createdAtMs);
      db.prepare('UPDATE verifications SET relationship_ended_at = ? WHERE id = ?').run(endedAtMs, id);
      audit.append({
        actor,
        action: stateName(kind, 'relationship_set'),
        subjectId: id,
        details: { ended: endedAtMs !== null },
      });
    }
    if (legalHold !== undefined) {
      const sealed = legalHold.held ? vault.sealJson(id, 'verifications.hold_reason', legalHold.reason) : null;
      db.prepare('UPDATE verifications SET legal_hold = ?, sealed_hold_reason = ? WHERE id = ?').run(
        Number(legalHold.held),
        sealed,
        id,
      );
      audit.append({ actor, action: stateName(kind, legalHold.held ? 'held' : 'released'), subjectId: id });
    }
  });
  return retentionOf(deps, which);
}

/** A day before the record's creation would erase it too early. */
function refuseEarly(endedAtMs: number | null, createdAtMs: number): void {
  if (endedAtMs === null || endedAtMs >= createdAtMs - (createdAtMs % MS_PER_DAY)) return;
  throw invalidField(
    'relationship_ended_at',
    'The relationship cannot end before the date of the verification. Send that date or a later one.',
  );
}

function readRow({ db }: RetentionDeps, { id, kind, livemode }: Which): RetentionRow {
  const row = db
    .prepare(
      `SELECT v.erasure, v.status, v.created_at, v.ended_at, v.relationship_ended_at, v.legal_hold, v.sealed_hold_reason,
         (SELECT count(*) FROM face_marks f WHERE f.verification_id = v.id) AS faces
       FROM verifications v WHERE v.id = ? AND v.kind = ? AND v.livemode = ?`,
    )
    .get(id, kind, Number(livemode)) as RetentionRow | undefined;
  if (!row) throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
  refuseErased(row);
  return row;
}
