import { identityReadings, isRead } from '../checks/documents.ts';
import { makeFinding } from '../checks/findings.ts';
import { holdsTopic } from '../checks/screening.ts';
import type { Applicant, CheckResult, Finding, KycResults, SearchedList } from '../checks/types.ts';
import type { CheckName, Policy } from './policy.ts';
import type { Decision, Reason } from './types.ts';

export interface DecisionContext {
  applicant: Applicant;
  /** Every file of the record. */
  documents: readonly { id: string }[];
  consent: boolean | null;
}

/** In the order of the line, which is the order of the reasons. */
const CHECKS = ['quality', 'validity', 'consistency', 'face', 'liveness', 'screening'] as const satisfies CheckName[];

/**
 * The decision on a KYC record: `failed` where any finding fails it, else `needs_review` where any asks for a person or
 * something that the policy requires is missing, else `completed`. Depends on nothing but its arguments.
 */
export function decide(results: KycResults, context: DecisionContext, policy: Policy): Decision {
  const reasons = CHECKS.flatMap((check) => reasonsOf(check, results[check], policy));
  const said = new Set(reasons.map(({ check, code }) => `${check} ${code}`));
  reasons.push(...requirements(results, context, policy).filter(({ check, code }) => !said.has(`${check} ${code}`)));
  const failing = reasons.filter(({ severity }) => severity === 'fail');
  const others = reasons.filter(({ severity }) => severity === 'review');
  const outcome = failing.length > 0 ? 'failed' : others.length > 0 ? 'needs_review' : 'completed';
  return { outcome, reasons: [...failing, ...others], policy_version: policy.version };
}

/** The findings of a check that stand in the way; a check that gives none must still have passed, as far as its duty goes. */
function reasonsOf(check: CheckName, result: CheckResult | undefined, policy: Policy): Reason[] {
  const reasons = (result?.findings ?? []).flatMap((finding) => toReason(check, finding, policy));
  if (reasons.length > 0 || isDone(result, policy.duties[check])) return reasons;
  return toReason(check, notRun(check), policy);
}

/** `applicable`: a check that says why there was nothing to do has done its duty. */
function isDone(result: CheckResult | undefined, duty: Policy['duties'][CheckName]): boolean {
  if (duty === 'advisory' || result?.passed === true) return true;
  return duty === 'applicable' && result?.passed === null && result.findings.length > 0;
}

function notRun(step: string): Finding {
  return makeFinding('check_not_run', { evidence: { step } });
}

function toReason(check: string, finding: Finding, policy: Policy): Reason[] {
  const severity = policy.severity[finding.code];
  return severity === 'info' ? [] : [{ ...finding, check, severity }];
}

/**
 * What must be there whatever the checks say: every file taken in, a readable identity document, a name, a fresh list,
 * and no refused consent.
 */
function requirements(results: KycResults, context: DecisionContext, policy: Policy): Reason[] {
  const missing: [check: string, finding: Finding | null][] = [
    ...findUntaken(results, context).map((finding): [string, Finding] => ['intake', finding]),
    ['validity', findIdentityFault(results, policy)],
    ['screening', findNameFault(results, context)],
    ['screening', findListFault(results, policy)],
    ['face', context.consent === false ? makeFinding('consent_refused') : null],
  ];
  return missing.flatMap(([check, finding]) => (finding ? toReason(check, finding, policy) : []));
}

function findUntaken({ intake }: KycResults, { documents }: DecisionContext): Finding[] {
  const taken = new Set(intake?.documents.map(({ document_id }) => document_id));
  const untaken = documents.filter(({ id }) => !taken.has(id));
  return untaken.map(({ id }) => makeFinding('check_not_run', { document_id: id, evidence: { step: 'intake' } }));
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

function findListFault({ screening }: KycResults, policy: Policy): Finding | null {
  if (!screening) return notRun('screening');
  const { lists, findings } = screening;
  if (findings.some(({ code }) => code === 'lists_not_ready')) return null;
  for (const topic of policy.screening.required_topics) {
    if (lists.length > 0 && !lists.some((list) => holdsTopic(list, topic))) {
      return makeFinding('list_topic_missing', { evidence: { topic } });
    }
    const fault = findStaleness(lists.filter((list) => holdsTopic(list, topic)));
    if (fault) return fault;
  }
  return findStaleness(lists);
}

/** What is wrong where none of these lists is fresh. */
function findStaleness(lists: readonly SearchedList[]): Finding | null {
  const [oldest] = lists.toSorted((a, b) => b.age_days - a.age_days);
  if (!oldest) return makeFinding('no_list_loaded');
  if (lists.some(({ stale }) => !stale)) return null;
  return makeFinding('list_stale', { evidence: { list: oldest.name, age_days: oldest.age_days } });
}
