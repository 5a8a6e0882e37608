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
  /** Reviewers' corrections of what was read. */
  corrections: readonly Pick<Correction, 'documentId' | 'values'>[];
  /** Reviewers' choices of the faces to compare. */
  faceChoices: readonly Pick<FaceChoice, 'documentId' | 'face'>[];
}

/** In pipeline order, which is the order of the reasons. */
const CHECKS = [
  'quality',
  'authenticity',
  'validity',
  'consistency',
  'face',
  'liveness',
  'screening',
] as const satisfies CheckName[];

/**
 * Returns the decision on a KYC record: `failed` if any finding fails it, otherwise `needs_review` if any asks for a review or
 * something that the policy requires is missing, otherwise `completed`. Depends only on its arguments.
 */
export function decide(results: KycResults, context: DecisionContext, policy: Policy): Decision {
  // Before authenticity was a step, records ended without it.
  const checks = CHECKS.filter((check) => check !== 'authenticity' || results.authenticity);
  const found = checks.flatMap((check) => reasonsOf(check, results[check], policy.duties[check], policy));
  return concludeReasons(found, requirements(results, context, policy), policy);
}

/**
 * Returns what must be present whatever the checks say: every file taken in, a readable identity document, a name, a fresh list,
 * no refused consent, no corrected value and no chosen face.
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

/** A corrected value never passes automatically. Otherwise the person who corrects a record would decide it alone. */
function findCorrections({ corrections }: DecisionContext): Finding[] {
  return [...Map.groupBy(corrections, ({ documentId }) => documentId)].map(([document_id, own]) => {
    const names = own.flatMap(({ values }) => [...(values.type ? ['type'] : []), ...Object.keys(values.fields)]);
    return makeFinding('value_corrected', { document_id, evidence: { fields: [...new Set(names)] } });
  });
}

/** The person who chooses the faces determines the result of the comparison, so a choice needs a review. */
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
