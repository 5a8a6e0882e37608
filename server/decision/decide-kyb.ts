import { makeFinding } from '../checks/findings.ts';
import { COMPANY_PARTY, type KybResults, type Representative, type Ubo } from '../checks/kyb/types.ts';
import type { KybCheckName, Policy } from '../checks/policy.ts';
import type { CheckResult, Finding } from '../checks/types.ts';
import { findListFault } from './list-fault.ts';
import { concludeReasons, findLeftOut, notRun, reasonsOf, type Said, toReasons } from './reasons.ts';
import type { Decision, Reason } from './types.ts';

export interface KybDecisionContext {
  submission: { representatives: readonly Representative[]; ubos: readonly Ubo[] };
  /** Every file of the record. */
  documents: readonly { id: string }[];
}

/** In pipeline order, which is the order of the reasons. The risk, which has no duty, precedes the persons. */
const CHECKS = [
  'registry',
  'sanctions',
  'watchlists',
  'pep',
  'adverse_media',
  'ownership',
  'documents',
  'risk',
  'persons',
] as const satisfies (KybCheckName | 'risk')[];

/**
 * Returns the decision on a company: `failed` if any finding fails it, otherwise `needs_review` if any asks for a review or something that the policy
 * requires is missing, otherwise `completed`. What arrived after the end (`late_documents`) does not count. Depends only on its arguments.
 */
export function decideKyb(results: KybResults, context: KybDecisionContext, policy: Policy): Decision {
  const found = CHECKS.flatMap((check) => reasonsOfCheck(check, results, policy));
  return concludeReasons(found, requirements(results, context, policy), policy);
}

function reasonsOfCheck(check: KybCheckName | 'risk', results: KybResults, policy: Policy): Reason[] {
  if (check === 'risk') return toReasons(check, results.risk?.findings ?? [notRun(check)], policy);
  return reasonsOf(check, resultOf(check, results), policy.kyb.duties[check], policy);
}

/** The check has a step, or its result is part of the screening step's. */
function resultOf(check: KybCheckName, results: KybResults): CheckResult | undefined {
  const { registry, ownership, documents, persons, screening } = results;
  return { ...screening, registry, ownership, documents, persons }[check];
}

/** Returns what must be present whatever the checks say: every named party was searched for in fresh sanctions lists, and every file was read. */
function requirements(results: KybResults, context: KybDecisionContext, policy: Policy): Said[] {
  return [
    ...findScreeningFaults(results, context, policy).map((finding) => ['sanctions', finding] as const),
    ...findLeftOut('read', results.read, context.documents).map((finding) => ['documents', finding] as const),
  ];
}

function findScreeningFaults({ screening }: KybResults, { submission }: KybDecisionContext, policy: Policy): Finding[] {
  if (!screening) return [notRun('screening')];
  if (screening.sanctions.findings.some(({ code }) => code === 'lists_not_ready')) return [];
  const searched = new Set(screening.searched.map(({ party }) => party));
  const named = [
    { party: COMPANY_PARTY, field: 'company' },
    ...submission.representatives.map(({ id }, at) => ({ party: id, field: `representatives[${at}]` })),
    ...submission.ubos.flatMap((ubo, at) => (isNamed(ubo) ? [{ party: ubo.id, field: `ubos[${at}]` }] : [])),
  ];
  const listFault = findListFault(screening.lists, policy);
  return [
    ...named
      .filter(({ party }) => !searched.has(party))
      .map(({ field }) => makeFinding('check_not_run', { field, evidence: { step: 'screening' } })),
    ...(listFault ? [listFault] : []),
  ];
}

/** A party without a name cannot be searched for. The ownership check reports it. */
function isNamed({ first_name, last_name, legal_name }: Ubo): boolean {
  return Boolean(first_name || last_name || legal_name);
}
