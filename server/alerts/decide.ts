import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { getKybVerification, getVerification } from '../verifications/store.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { type DecisionDeps, type RevisionOf, recordHitDecision } from './decisions.ts';
import { type AlertAccess, alertsOfSameCustomer, getAlert, setAlertState } from './store.ts';
import { type Screening, type Subject, subjectMark, subjectsOf } from './subject.ts';
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

/**
 * Confirms or dismisses an alert together with the other alerts of the same customer about the same list record, each with a
 * separate audit log row. Throws `not_found`. The verifications' own states do not change.
 */
export function decideAlert(
  deps: DecideDeps,
  id: string,
  decision: NewHitDecision,
  { actor, ...access }: Who & AlertAccess,
): Alert {
  return transact(deps.db, () => {
    const all = [id, ...alertsOfSameCustomer(deps, id, access)].map((each) => {
      const alert = getAlert(deps, each, access);
      return { alert, subject: subjectOf(alert, access, screeningOf(deps, alert, access), alert.party) };
    });
    const markOf = ({ subject }: (typeof all)[number]): string =>
      subjectMark(deps.keys.subjectKey, subject).toString('hex');
    // A subject corrected since the alert may now be another person.
    for (const { alert, subject } of all.filter((each, _at, [asked = each]) => markOf(each) === markOf(asked))) {
      const { hit } = alert;
      const revision = deps.revisionOf(hit.entity.id, hit.list.id);
      recordHitDecision(deps, { subject, hit, revision }, decision, actor);
      setAlertState(deps, alert.id, decision.decision);
    }
    return getAlert(deps, id, access);
  });
}

/** Confirms or dismisses a hit of a stored result, of a person or of a company. Throws `not_found`. The result does not change. */
export function decideHit(
  deps: DecideDeps,
  { hitId, ...which }: Which & { hitId: string },
  decision: NewHitDecision,
  who: Who,
): HitDecision {
  const result = screeningOf(deps, which, who);
  const hit = result.hits.find(({ id }) => id === hitId);
  if (!hit)
    throw new AppError('not_found', 'This verification has no hit with this id. Use the id of a hit from the record.');
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
  if (!result)
    throw new AppError('not_found', 'There is no screened verification with this id that you can read. Check the id.');
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
    'every subject with a hit was searched',
  );
}
