import type { ScreeningResult } from '../checks/types.ts';
import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import { getVerification } from '../verifications/store.ts';
import { type DecisionDeps, type RevisionOf, recordHitDecision } from './decisions.ts';
import { getAlert, setAlertState } from './store.ts';
import { type Subject, subjectOf } from './subject.ts';
import type { Alert, HitDecision, NewHitDecision } from './types.ts';

export interface DecideDeps extends DecisionDeps {
  revisionOf: RevisionOf;
}

interface Who {
  livemode: boolean;
  /** A key id or an operator id. */
  actor: string;
}

/** Confirms or dismisses an alert. Throws `not_found`. The verification's own state stays what it is. */
export function decideAlert(deps: DecideDeps, id: string, decision: NewHitDecision, { livemode, actor }: Who): Alert {
  const { verificationId, hit } = getAlert(deps, id, livemode);
  const { subject } = screeningOf(deps, verificationId, livemode);
  const revision = deps.revisionOf(hit.entity.id, hit.list.id);
  return transact(deps.db, () => {
    recordHitDecision(deps, { subject, hit, revision }, decision, actor);
    setAlertState(deps, id, decision.decision);
    return getAlert(deps, id, livemode);
  });
}

/** Confirms or dismisses a hit of a stored result. Throws `not_found`. The result stays as it is. */
export function decideHit(
  deps: DecideDeps,
  { verificationId, hitId }: { verificationId: string; hitId: string },
  decision: NewHitDecision,
  { livemode, actor }: Who,
): HitDecision {
  const { subject, result } = screeningOf(deps, verificationId, livemode);
  const hit = result.hits.find(({ id }) => id === hitId);
  if (!hit) throw new AppError('not_found', 'This verification has no hit with this id.');
  const revision = deps.revisionOf(hit.entity.id, hit.list.id);
  return transact(deps.db, () => recordHitDecision(deps, { subject, hit, revision }, decision, actor));
}

function screeningOf(
  deps: DecideDeps,
  verificationId: string,
  livemode: boolean,
): { subject: Subject; result: ScreeningResult } {
  const result = getVerification(deps, verificationId, livemode)?.results.screening;
  if (!result) throw new AppError('not_found', 'There is no screened verification with this id for this API key.');
  return { subject: subjectOf(verificationId, livemode, result), result };
}
