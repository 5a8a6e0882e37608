import type { Policy } from './policy.ts';
import type { CheckResult, Finding } from './types.ts';

/** The result of a check that ran: passed where no finding fails the record or asks for a person. */
export function concludeCheck(findings: Finding[], policy: Policy): CheckResult {
  return { passed: findings.every((finding) => policy.severity[finding.code] === 'info'), findings };
}
