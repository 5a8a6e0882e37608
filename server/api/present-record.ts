import type { HitDecision } from '../alerts/types.ts';
import { type FindingCode, makeFinding } from '../checks/findings.ts';
import type { CheckResult, Hit } from '../checks/types.ts';
import type { HitDecisionAnswer } from '../contract/hit-decisions.ts';
import type { ReasonItem } from '../contract/problem.ts';
import type { Decision } from '../decision/types.ts';
import { isoTime } from '../lib/clock.ts';
import { hasReport } from '../reports/report/report.ts';
import type { Assignment, Review } from '../verifications/review-types.ts';
import { simulatedOutcome } from '../verifications/simulated.ts';
import type { VerificationStatus } from '../verifications/types.ts';

/** What the functions below need of a record of either kind. */
export interface PresentedRecord {
  status: VerificationStatus;
  livemode: boolean;
  step: string | null;
  submission: { metadata: Record<string, unknown> | null };
  results: object;
  decision: Decision | null;
}

/** Reviewers' decisions on hits, by the hit's id. */
export type HitDecisions = ReadonlyMap<string, HitDecision>;

/** What people did with a record. The record itself contains none of it. */
export interface RecordAnnotations {
  hits: HitDecisions;
  review: Review | null;
  assignment: Assignment | null;
}

export const NO_ANNOTATIONS: RecordAnnotations = { hits: new Map(), review: null, assignment: null };

/** Returns a hit with the reviewer's decision, if there is one. */
export function presentHit<H extends Hit>(hit: H, decisions: HitDecisions): H & { decision?: HitDecisionAnswer } {
  const decision = decisions.get(hit.id);
  return decision === undefined ? hit : { ...hit, decision: presentHitDecision(decision) };
}

/** Returns a decision as shown with its hit. */
export function presentHitDecision(decision: HitDecision): HitDecisionAnswer {
  return {
    decision: decision.decision,
    reason: decision.reason,
    note: decision.note,
    expires_at: decision.expiresAtMs === null ? null : isoTime(decision.expiresAtMs),
    decided_by: decision.decidedBy,
    decided_at: isoTime(decision.decidedAtMs),
  };
}

/** Returns a check's result. A check without a result says why. */
export function presentCheck(record: PresentedRecord, check: CheckResult | undefined): CheckResult {
  if (check) return { passed: check.passed, findings: check.findings };
  return { passed: null, findings: [makeFinding(whyNotRun(record))] };
}

function whyNotRun(record: PresentedRecord): FindingCode {
  if (record.status === 'pending' || record.status === 'processing') return 'check_pending';
  return simulatedOutcome(record) !== null && record.decision !== null ? 'simulated' : 'check_not_run';
}

/** Returns the current step of a record that is processing. */
export function presentProgress({ step, results }: PresentedRecord): { step: string; done: number } | null {
  return step === null ? null : { step, done: Object.keys(results).length };
}

/**
 * Returns why the record is not completed; empty before a decision and if it is completed. `documentIds` are in the order of the answer's documents.
 */
export function presentErrors(
  { decision, status }: PresentedRecord,
  documentIds: readonly (string | null)[],
): ReasonItem[] {
  if (!decision || status === 'completed') return [];
  return presentReasons(decision, documentIds);
}

/** Returns the machine's reasons as `errors` shows them. */
export function presentReasons({ reasons }: Decision, documentIds: readonly (string | null)[]): ReasonItem[] {
  return reasons.map(({ code, message, severity, field, document_id }) => {
    const index = document_id === undefined ? -1 : documentIds.indexOf(document_id);
    return {
      code,
      message,
      severity,
      ...(field === undefined ? {} : { field }),
      ...(index < 0 ? {} : { document_index: index }),
    };
  });
}

/** Returns the path of a record's report, or null before the record has ended. */
export function reportLink(self: string, status: VerificationStatus): string | null {
  return hasReport(status) ? `${self}/report` : null;
}
