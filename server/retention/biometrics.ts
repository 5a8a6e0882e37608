import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import { type Erasure, refuseErased } from '../verifications/erased.ts';
import { stateName } from '../verifications/state.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { forgetFormerPages } from './erase.ts';
import { beforeMonths } from './months.ts';
import type { RetentionDeps, Which } from './types.ts';

/**
 * Erases the templates of a record's faces and their key, ahead of the rest; its pictures stay. They are gone at once from the
 * index in memory. Returns how many there were; done again, it finishes what was interrupted. Throws `not_found`, `erased`,
 * `state_conflict` where the record is held.
 */
export async function eraseBiometrics(deps: RetentionDeps, which: Which, actor: string): Promise<number> {
  const row = deps.db
    .prepare('SELECT erasure, legal_hold FROM verifications WHERE id = ? AND kind = ? AND livemode = ?')
    .get(which.id, which.kind, Number(which.livemode)) as { erasure: Erasure; legal_hold: number } | undefined;
  if (!row) throw new AppError('not_found', 'There is no verification with this id for this API key.');
  refuseErased(row);
  if (row.legal_hold === 1) {
    throw new AppError(
      'state_conflict',
      'This verification is on legal hold. Lift the hold before anything is erased.',
    );
  }
  const erased = dropFaces(deps, which, actor);
  await forgetFormerPages(deps);
  await deps.keysDestroyed();
  return erased;
}

/** Records whose templates have been kept as long as they may be, oldest first. Those on hold are not among them. */
export function dueBiometrics({ db, clock, policy }: RetentionDeps, livemode: boolean | null): Which[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT v.id, v.kind, v.livemode FROM face_marks f JOIN verifications v ON v.id = f.verification_id
       WHERE v.created_at <= @until AND v.legal_hold = 0 AND v.erasure = 'none'
         AND (@livemode IS NULL OR v.livemode = @livemode) ORDER BY v.seq`,
    )
    .all({
      until: beforeMonths(clock.now(), policy.biometricsMonths),
      livemode: livemode === null ? null : Number(livemode),
    }) as { id: string; kind: VerificationKind; livemode: number }[];
  return rows.map((row) => ({ ...row, livemode: row.livemode === 1 }));
}

/** Rows first: a key without rows is dropped by the next start, rows without their key would never be opened again. */
export function dropFaces(deps: RetentionDeps, { id, kind }: Which, actor: string): number {
  const { db, keys, audit, faceIndex } = deps;
  const erased = transact(db, () => {
    const { changes } = db.prepare('DELETE FROM face_marks WHERE verification_id = ?').run(id);
    if (changes > 0) {
      audit.append({ actor, action: stateName(kind, 'biometrics_erased'), subjectId: id, details: { faces: changes } });
    }
    return changes;
  });
  faceIndex?.forget(id);
  keys.deleteFaceKey(id);
  return erased;
}
