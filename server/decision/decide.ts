import { identityReadings, isRead } from '../checks/documents.ts';
import { type FaceChoice, facesChosen } from '../checks/face-choices.ts';
import { makeFinding } from '../checks/findings.ts';
import type { CheckName, Policy } from '../checks/policy.ts';
import type { Correction } from '../checks/read/corrections.ts';
import type { Applicant, Finding, KycResults } from '../checks/types.ts';
import { findListFault } from './list-fault.ts';
import { concludeReasons, findLeftOut, notRun, reasonsOf, type Said } from './reasons.ts';
import type { Decision } from './types.ts';

export interface DecisionContext {
  applicant: Applicant;
  /** Every file of the record. */
  documents: readonly { id: string }[];
  consent: boolean | null;
  /** What people corrected of what was read. */
  corrections: readonly Pick<Correction, 'documentId' | 'values'>[];
  /** Which faces people chose to be compared. */
  faceChoices: readonly Pick<FaceChoice, 'documentId' | 'face'>[];
}

/** In the order of the line, which is the order of the reasons. */
const CHECKS = ['quality', 'validity', 'consistency', 'face', 'liveness', 'screening'] as const satisfies CheckName[];

/**
 * The decision on a KYC record: `failed` where any finding fails it, else `needs_review` where any asks for a person or
 * something that the policy requires is missing, else `completed`. Depends on nothing but its arguments.
 */
export function decide(results: KycResults, context: DecisionContext, policy: Policy): Decision {
  const found = CHECKS.flatMap((check) => reasonsOf(check, results[check], policy.duties[check], policy));
  return concludeReasons(found, requirements(results, context, policy), policy);
}

/**
 * What must be there whatever the checks say: every file taken in, a readable identity document, a name, a fresh list,
 * no refused consent, nothing that a person typed, and no face that one chose.
 */
function requirements(results: KycResults, context: DecisionContext, policy: Policy): Said[] {
  const missing: [check: string, finding: Finding | null][] = [
    ...findLeftOut('intake', results.intake, context.documents).map((finding): [string, Finding] => [
      'intake',
      finding,
    ]),
    ['validity', findIdentityFault(results, policy)],
    ...findCorrections(context).map((finding): [string, Finding] => ['consistency', finding]),
    ['screening', findNameFault(results, context)],
    ['screening', findScreeningFault(results, policy)],
    ['face', context.consent === false ? makeFinding('consent_refused') : null],
    ...findChosenFaces(context).map((finding): [string, Finding] => ['face', finding]),
  ];
  return missing.flatMap(([check, finding]) => (finding ? [[check, finding] as const] : []));
}

/** What a person typed lets nobody pass by itself, else whoever corrects a record would decide it alone. */
function findCorrections({ corrections }: DecisionContext): Finding[] {
  return [...Map.groupBy(corrections, ({ documentId }) => documentId)].map(([document_id, own]) => {
    const names = own.flatMap(({ values }) => [...(values.type ? ['type'] : []), ...Object.keys(values.fields)]);
    return makeFinding('value_corrected', { document_id, evidence: { fields: [...new Set(names)] } });
  });
}

/** Whoever chooses the faces decides what comes of their comparison, and must not do so unseen. */
function findChosenFaces({ documents, faceChoices }: DecisionContext): Finding[] {
  const chosen = facesChosen(faceChoices);
  return documents.flatMap(({ id }) => (chosen.has(id) ? [makeFinding('face_chosen', { document_id: id })] : []));
}

function findIdentityFault({ read }: KycResults, policy: Policy): Finding | null {
  if (!read) return notRun('read');
  const identities = identityReadings(read.documents);
  if (identities.length === 0) return makeFinding('identity_document_missing');
  return identities.some((reading) => isRead(reading, policy)) ? null : makeFinding('identity_not_read');
}

function findNameFault({ read }: KycResults, { applicant }: DecisionContext): Finding | null {
  const submitted = Boolean(applicant.first_name || applicant.last_name);
  const named = submitted || read?.documents.some(({ fields }) => fields.first_name || fields.last_name);
  return named ? null : makeFinding('name_missing');
}

function findScreeningFault({ screening }: KycResults, policy: Policy): Finding | null {
  if (!screening) return notRun('screening');
  if (screening.findings.some(({ code }) => code === 'lists_not_ready')) return null;
  return findListFault(screening.lists, policy);
}
