import { transact } from '../db/transact.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Erasure, refuseErased } from '../verifications/erased.ts';
import type { Which } from '../verifications/record-action.ts';
import { stateName } from '../verifications/state.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { forgetFormerPages } from './erase.ts';
import { beforeMonths } from './months.ts';
import type { RetentionDeps } from './types.ts';

/**
 * Erases the face templates of a record and their key, before the rest of the record; its images stay. The in-memory
 * index drops them at once. Returns how many there were; a second call finishes an interrupted erasure. Throws
 * `not_found`, `erased`, and `state_conflict` if the record is on legal hold.
 */
export async function eraseBiometrics(deps: RetentionDeps, which: Which, actor: string): Promise<number> {
  const row = deps.db
    .prepare('SELECT erasure, legal_hold FROM verifications WHERE id = ? AND kind = ? AND livemode = ?')
    .get(which.id, which.kind, Number(which.livemode)) as { erasure: Erasure; legal_hold: number } | undefined;
  if (!row) throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
  refuseErased(row);
  if (row.legal_hold === 1) {
    throw conflict('This verification is on legal hold. Lift the hold before you erase anything.');
  }
  const erased = dropFaces(deps, which, actor);
  await forgetFormerPages(deps);
  await deps.keysDestroyed();
  return erased;
}

const DUE = `FROM face_marks f JOIN verifications v ON v.id = f.verification_id
  WHERE f.record_created_at <= @until AND v.legal_hold = 0 AND v.erasure = 'none' AND (@livemode IS NULL OR v.livemode = @livemode)`;

/**
 * Returns the records whose face templates have reached the end of their retention period, oldest first, at most
 * `LIMITS.purgeRecordsAtOnce`, and their total count. Leaves out records on legal hold.
 */
export function dueBiometrics(
  { db, clock, policy }: RetentionDeps,
  livemode: boolean | null,
): { due: Which[]; dueCount: number } {
  const args = {
    until: beforeMonths(clock.now(), policy().biometricsMonths),
    livemode: livemode === null ? null : Number(livemode),
  };
  const rows = db
    .prepare(`SELECT DISTINCT v.id, v.kind, v.livemode ${DUE} ORDER BY f.record_created_at LIMIT @limit`)
    .all({ ...args, limit: LIMITS.purgeRecordsAtOnce }) as { id: string; kind: VerificationKind; livemode: number }[];
  return {
    due: rows.map((row) => ({ ...row, livemode: row.livemode === 1 })),
    dueCount: db.prepare(`SELECT count(DISTINCT v.id) ${DUE}`).pluck().get(args) as number,
  };
}

/**
 * Returns how many there were; erases nothing from a record on legal hold. Deletes the rows first: the next start drops
 * a key without rows, but rows without their key could never be opened again.
 */
export function dropFaces(deps: RetentionDeps, { id, kind }: Which, actor: string): number {
  const { db, keys, audit, faceIndex } = deps;
  const erased = transact(db, () => {
    if (db.prepare('SELECT legal_hold FROM verifications WHERE id = ?').pluck().get(id) === 1) return null;
    const { changes } = db.prepare('DELETE FROM face_marks WHERE verification_id = ?').run(id);
    if (changes > 0) {
      audit.append({ actor, action: stateName(kind, 'biometrics_erased'), subjectId: id, details: { faces: changes } });
    }
    return changes;
  });
  if (erased === null) return 0;
  faceIndex?.forget(id);
  keys.deleteFaceKey(id);
  return erased;
}
