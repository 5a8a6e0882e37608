import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { getKybVerification, getVerification } from '../verifications/store.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { type DecisionDeps, type RevisionOf, recordHitDecision } from './decisions.ts';
import { type AlertAccess, getAlert, setAlertState } from './store.ts';
import { type Screening, type Subject, subjectsOf } from './subject.ts';
import type { Alert, HitDecision, NewHitDecision } from './types.ts';

export interface DecideDeps extends DecisionDeps {
  revisionOf: RevisionOf;
}

/** A verification of this kind. */
interface Which {
  kind: VerificationKind;
  verificationId: string;
}

interface Who {
  livemode: boolean;
  /** A key id or an operator id. */
  actor: string;
}

/** Confirms or dismisses an alert. Throws `not_found`. The verification's own state stays what it is. */
export function decideAlert(
  deps: DecideDeps,
  id: string,
  decision: NewHitDecision,
  { actor, ...access }: Who & AlertAccess,
): Alert {
  const { party, hit, ...which } = getAlert(deps, id, access);
  const subject = subjectOf(which, access, screeningOf(deps, which, access), party);
  const revision = deps.revisionOf(hit.entity.id, hit.list.id);
  return transact(deps.db, () => {
    recordHitDecision(deps, { subject, hit, revision }, decision, actor);
    setAlertState(deps, id, decision.decision);
    return getAlert(deps, id, access);
  });
}

/**
 * Confirms or dismisses a hit of a stored result, of a person or of a company. Throws `not_found`. The result stays as it is.
 */
export function decideHit(
  deps: DecideDeps,
  { hitId, ...which }: Which & { hitId: string },
  decision: NewHitDecision,
  who: Who,
): HitDecision {
  const result = screeningOf(deps, which, who);
  const hit = result.hits.find(({ id }) => id === hitId);
  if (!hit) throw new AppError('not_found', 'This verification has no hit with this id.');
  const subject = subjectOf(which, who, result, hit.party ?? null);
  const revision = deps.revisionOf(hit.entity.id, hit.list.id);
  return transact(deps.db, () => recordHitDecision(deps, { subject, hit, revision }, decision, who.actor));
}

function screeningOf(
  deps: DecideDeps,
  { kind, verificationId }: Which,
  { livemode }: Pick<Who, 'livemode'>,
): Screening {
  const find = kind === 'kyc' ? getVerification : getKybVerification;
  const result: Screening | undefined = find(deps, verificationId, livemode)?.results.screening;
  if (!result) throw new AppError('not_found', 'There is no screened verification with this id for this API key.');
  return result;
}

function subjectOf(
  { verificationId }: Which,
  { livemode }: Pick<Who, 'livemode'>,
  result: Screening,
  party: Subject['party'],
): Subject {
  const subjects = subjectsOf(verificationId, livemode, result);
  return must(
    subjects.find((subject) => subject.party === party),
    'whoever has a hit was searched for',
  );
}
