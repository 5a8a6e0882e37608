import type { Decision } from '../decision/types.ts';
import { genuine } from '../rows/guard.ts';
import type { ReadDeps } from './deps.ts';
import { requireState, type Which } from './record-action.ts';
import type { ReopenedBy } from './reopen.ts';

/** The outcome of a verification before it was reopened. */
export interface FormerAttempt {
  /** From 1. */
  attempt: number;
  /** Why it was reopened, by whom and when. */
  cause: ReopenedBy;
  openedBy: string;
  openedAtMs: number;
  decision: Decision | null;
  /** The earlier results of the steps that ran again, by step. */
  results: Record<string, unknown>;
}

interface AttemptRow {
  attempt: number;
  cause: ReopenedBy;
  opened_by: string;
  opened_at: number;
  sealed_decision: Buffer | null;
}

/** Returns all earlier outcomes of a verification, newest first. Throws `not_found`. */
export function formerAttempts(deps: ReadDeps, which: Which): FormerAttempt[] {
  requireState(deps, which, 'any state');
  const rows = deps.db
    .prepare('SELECT * FROM former_attempts WHERE verification_id = ? ORDER BY attempt DESC')
    .all(which.id) as AttemptRow[];
  const select = deps.db.prepare(
    'SELECT * FROM former_results WHERE verification_id = ? AND attempt = ? ORDER BY finished_at, step',
  );
  const open = deps.vault.opener(which.id);
  return rows.map((found) => {
    const row = genuine(deps.db, 'former_attempts', found);
    const kept = select.all(which.id, row.attempt) as { step: string; sealed_result: Buffer }[];
    const results = kept.map((result) => genuine(deps.db, 'former_results', result));
    return {
      attempt: row.attempt,
      cause: row.cause,
      openedBy: row.opened_by,
      openedAtMs: row.opened_at,
      decision: row.sealed_decision && open<Decision>('verifications.decision', row.sealed_decision),
      results: Object.fromEntries(
        results.map(({ step, sealed_result }) => [step, open(`step_results.${step}`, sealed_result)]),
      ),
    };
  });
}
