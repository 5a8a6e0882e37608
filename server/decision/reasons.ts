import { makeFinding } from '../checks/findings.ts';
import type { CheckDuty, Policy } from '../checks/policy.ts';
import type { CheckResult, Finding } from '../checks/types.ts';
import type { Decision, Reason } from './types.ts';

/** A finding and the check that reports it. */
export type Said = readonly [check: string, finding: Finding];

/**
 * Concludes the decision from what the checks found, in pipeline order, and what is missing whatever they say: `failed` if any reason fails the
 * record, otherwise `needs_review` if there is any, otherwise `completed`. A missing item that a check has already reported is not repeated.
 */
export function concludeReasons(found: readonly Reason[], missing: readonly Said[], policy: Policy): Decision {
  const said = new Set(found.map(({ check, code }) => `${check} ${code}`));
  const more = missing.flatMap(([check, finding]) => toReason(check, finding, policy));
  const reasons = [...found, ...more.filter(({ check, code }) => !said.has(`${check} ${code}`))];
  const failing = reasons.filter(({ severity }) => severity === 'fail');
  const others = reasons.filter(({ severity }) => severity === 'review');
  const outcome = failing.length > 0 ? 'failed' : others.length > 0 ? 'needs_review' : 'completed';
  return { outcome, reasons: [...failing, ...others], policy_version: policy.version };
}

/** Returns the findings of a check that are reasons. A check without such findings must still have passed, as far as its duty requires. */
export function reasonsOf(check: string, result: CheckResult | undefined, duty: CheckDuty, policy: Policy): Reason[] {
  const reasons = toReasons(check, result?.findings ?? [], policy);
  if (reasons.length > 0 || isDone(result, duty)) return reasons;
  return toReason(check, notRun(check), policy);
}

/** Returns the findings that are reasons. */
export function toReasons(check: string, findings: readonly Finding[], policy: Policy): Reason[] {
  return findings.flatMap((finding) => toReason(check, finding, policy));
}

export function notRun(step: string): Finding {
  return makeFinding('check_not_run', { evidence: { step } });
}

/** Returns the files for which a step has no result. */
export function findLeftOut(
  step: string,
  result: { documents: readonly { document_id: string }[] } | undefined,
  files: readonly { id: string }[],
): Finding[] {
  const done = new Set(result?.documents.map(({ document_id }) => document_id));
  const left = files.filter(({ id }) => !done.has(id));
  return left.map(({ id }) => makeFinding('check_not_run', { document_id: id, evidence: { step } }));
}

/** `applicable`: a check that states why there was nothing to do has done its duty. */
function isDone(result: CheckResult | undefined, duty: CheckDuty): boolean {
  if (duty === 'advisory' || result?.passed === true) return true;
  return duty === 'applicable' && result?.passed === null && result.findings.length > 0;
}

function toReason(check: string, finding: Finding, policy: Policy): Reason[] {
  const severity = policy.severity[finding.code];
  return severity === 'info' ? [] : [{ ...finding, check, severity }];
}
