import { setImmediate } from 'node:timers/promises';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Which } from '../verifications/record-action.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { dropFaces, dueBiometrics } from './biometrics.ts';
import { eraseVerification, forgetFormerPages, pendingErasures } from './erase.ts';
import { afterMonths, beforeMonths } from './months.ts';
import type { RetentionDeps } from './types.ts';

/** A record that is due for erasure. */
export interface DueRecord extends Which {
  dueAtMs: number;
}

export interface PurgeRequest {
  /** null: both modes. */
  livemode: boolean | null;
  dryRun: boolean;
  actor: string;
}

export interface PurgeResult {
  /** Records that are due, longest overdue first, at most `LIMITS.purgeRecordsAtOnce`. */
  due: DueRecord[];
  /** How many records are due in all. */
  dueCount: number;
  /** How many records have only their face templates due. */
  biometricsDueCount: number;
  /** How many of `due` were erased. The others are being processed, were put on hold meanwhile, or failed; the next purge finishes them. */
  erased: number;
  biometricsErased: number;
}

const START = 'coalesce(v.relationship_ended_at, v.ended_at)';
/** A record that is being processed or waits for review is kept until that has ended, even if the relationship ended earlier. */
const DUE = `FROM verifications v WHERE v.erasure = 'none' AND v.legal_hold = 0 AND ${START} <= @until
  AND (@livemode IS NULL OR v.livemode = @livemode) AND v.status IN ('completed', 'failed')`;

/**
 * Lists what is due and, unless it is a dry run, erases it: face templates first, then records. Throws `state_conflict`
 * if the clock that decides what is due may be wrong.
 */
export async function purge(deps: RetentionDeps, { livemode, dryRun, actor }: PurgeRequest): Promise<PurgeResult> {
  const faces = dueBiometrics(deps, livemode);
  const { due, dueCount } = dueRecords(deps, livemode);
  const result = { due, dueCount, biometricsDueCount: faces.dueCount, erased: 0, biometricsErased: 0 };
  if (dryRun) return result;
  if (deps.clockTrust.holdsBack() === 'doubt') {
    throw conflict(
      `This machine's clock may be wrong, so scheduled erasure is paused. Set the clock right, or confirm it in the console or with "custos clock confirm".`,
    );
  }
  let finished = 0;
  for (const which of pendingErasures(deps)) if (await eraseDue(deps, which, actor)) finished += 1;
  for (const which of faces.due) {
    // Let requests run; one of them may have put the record on hold.
    await setImmediate();
    if (dropFaces(deps, which, actor) > 0) result.biometricsErased += 1;
  }
  if (faces.due.length > 0) await forgetFormerPages(deps);
  for (const which of due) if (await eraseDue(deps, which, actor)) result.erased += 1;
  if (finished + result.erased + result.biometricsErased > 0) await deps.keysDestroyed();
  return result;
}

/** Erases everything that is due, in rounds. Stops early if a round erased nothing. */
export async function purgeAll(deps: RetentionDeps, actor: string, isStopping: () => boolean = () => false) {
  const total = { erased: 0, biometricsErased: 0 };
  for (;;) {
    const { erased, biometricsErased, dueCount, biometricsDueCount } = await purge(deps, {
      livemode: null,
      dryRun: false,
      actor,
    });
    total.erased += erased;
    total.biometricsErased += biometricsErased;
    const isDone = erased >= dueCount && biometricsErased >= biometricsDueCount;
    if (isDone || erased + biometricsErased === 0 || isStopping()) return total;
  }
}

/** Returns how many due records may be erased without a person's confirmation. */
export function purgedUnaskedMax({ db }: Pick<RetentionDeps, 'db'>): number {
  const records = db.prepare("SELECT count(*) FROM verifications WHERE erasure = 'none'").pluck().get() as number;
  return Math.max(LIMITS.purgeUnaskedMin, Math.floor(records * LIMITS.purgeUnaskedShare));
}

function dueRecords({ db, clock, policy }: RetentionDeps, livemode: boolean | null) {
  const { months } = policy();
  const args = {
    until: beforeMonths(clock.now(), months),
    livemode: livemode === null ? null : Number(livemode),
  };
  const rows = db
    .prepare(`SELECT v.id, v.kind, v.livemode, ${START} AS start ${DUE} ORDER BY ${START} LIMIT @limit`)
    .all({ ...args, limit: LIMITS.purgeRecordsAtOnce }) as {
    id: string;
    kind: VerificationKind;
    livemode: number;
    start: number;
  }[];
  return {
    due: rows.map(({ id, kind, livemode: live, start }): DueRecord => {
      return { id, kind, livemode: live === 1, dueAtMs: afterMonths(start, months) };
    }),
    dueCount: db.prepare(`SELECT count(*) ${DUE}`).pluck().get(args) as number,
  };
}

/** Returns false if the record changed while others were erased, or if it failed; a failure does not stop the others. */
async function eraseDue(deps: RetentionDeps, which: Which, actor: string): Promise<boolean> {
  try {
    await eraseVerification(deps, which, { cause: 'retention', actor });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error('retention.erasure_failed', { verification: which.id }, error);
    return false;
  }
}
