import { isSameActor } from '../access/actors.ts';
import type { Policy } from '../checks/policy.ts';
import type { Hit, HitDismissal } from '../checks/types.ts';
import type { HitStanding } from '../decision/approval.ts';
import { countHitDecision } from '../figures/hits.ts';
import { assert } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import type { ReadDeps, VerificationDeps } from '../verifications/deps.ts';
import { type Subject, subjectMark } from './subject.ts';
import type { HitDecision, NewHitDecision } from './types.ts';

export type DecisionDeps = Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'keys' | 'audit'>;

/** Returns the list's record of an entity in a list version, identified by its content. null: it is no longer kept. */
export type RevisionOf = (entityId: string, listVersionId: string) => string | null;

interface DecisionRow {
  verification_id: string;
  hit_id: string;
  revision: string;
  decision: HitDecision['decision'];
  reason: HitDecision['reason'];
  decided_by: string;
  decided_at: number;
  expires_at: number | null;
  sealed_note: Buffer | null;
}

/**
 * Stores a reviewer's decision on a hit, with its audit row. Call it inside the enclosing transaction. The result with the hit
 * does not change: the decision is stored separately, and a dismissal is remembered for the same subject, entity and list record.
 */
export function recordHitDecision(
  deps: DecisionDeps,
  { subject, hit, revision }: { subject: Subject; hit: Hit; revision: string | null },
  decision: NewHitDecision,
  actor: string,
): HitDecision {
  assert(deps.db.inTransaction, 'a decision commits together with its audit row');
  const { id: verificationId, livemode } = subject;
  const decidedAtMs = deps.clock.now();
  deps.db
    .prepare(
      `INSERT INTO hit_decisions (verification_id, livemode, hit_id, entity_id, revision, subject_mark, decision, reason,
         decided_by, decided_at, expires_at, sealed_note)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      verificationId,
      Number(livemode),
      hit.id,
      hit.entity.id,
      revision ?? '',
      subjectMark(deps.keys.subjectKey, subject),
      decision.decision,
      decision.reason,
      actor,
      decidedAtMs,
      decision.expiresAtMs,
      decision.note === null ? null : deps.vault.sealJson(verificationId, 'hit_decisions.note', decision.note),
    );
  countHitDecision(deps, verificationId, hit, decision);
  deps.audit.append({
    actor,
    action: `hit.${decision.decision}`,
    subjectId: verificationId,
    details: { hit: hit.id, entity: hit.entity.id, reason: decision.reason },
  });
  return { ...decision, decidedBy: actor, decidedAtMs };
}

/** Returns the newest decision on each hit of a verification, by the hit's id. */
export function hitDecisions(deps: ReadDeps, verificationId: string): Map<string, HitDecision> {
  const rows = deps.db
    .prepare('SELECT * FROM hit_decisions WHERE verification_id = ? ORDER BY seq')
    .all(verificationId) as DecisionRow[];
  return new Map(rows.map((row) => [row.hit_id, fromRow(deps, genuine(deps.db, 'hit_decisions', row))]));
}

/** What reviewers decided about a subject's hit, by the newest valid decision. */
interface Standing {
  standing: HitStanding;
  /** The newest valid dismissal. */
  dismissal: DecisionRow | null;
}

const UNDECIDED: Standing = { standing: 'undecided', dismissal: null };

/**
 * Returns a function that returns what reviewers decided about each hit of a subject: in this record on this same hit, or in any
 * record of the same subject if the list's record is still the same. A later confirmation cancels earlier dismissals.
 */
export function findStandings(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'keys'> & { revisionOf: RevisionOf },
  subject: Subject,
): (hit: Hit) => Standing {
  const { db, clock, revisionOf } = deps;
  const mark = subjectMark(deps.keys.subjectKey, subject);
  const decisions = db.prepare(
    'SELECT * FROM hit_decisions WHERE subject_mark = ? AND entity_id = ? ORDER BY seq DESC',
  );
  return ({ id, entity, list }) => {
    const rows = decisions.all(mark, entity.id) as DecisionRow[];
    // A refused row may have been a confirmation: without it, no decision counts.
    if (!rows.every((row) => isGenuine(db, 'hit_decisions', row))) return UNDECIDED;
    if (rows[0]?.decision === 'confirmed') return { standing: 'confirmed', dismissal: null };
    const revision = revisionOf(entity.id, list.id);
    const holds = (row: DecisionRow): boolean =>
      (row.hit_id === id || row.revision === revision) && (row.expires_at === null || row.expires_at > clock.now());
    const confirmed = rows.findIndex(({ decision }) => decision === 'confirmed');
    const [row, ...former] = confirmed < 0 ? rows : rows.slice(0, confirmed);
    if (!row || !holds(row)) return UNDECIDED;
    const isSecond = (other: DecisionRow): boolean =>
      holds(other) && !isSameActor(db, other.decided_by, row.decided_by);
    return { standing: former.some(isSecond) ? 'dismissed' : 'dismissed by one', dismissal: row };
  };
}

/**
 * Returns a function that returns whether a hit of a subject was dismissed earlier and nothing has changed since. If the policy requires four eyes, a
 * second person must have dismissed it too. Otherwise one person could make a record pass by dismissing its hits and running it again.
 */
export function findDismissals(
  deps: Parameters<typeof findStandings>[0] & { policy: { review: Pick<Policy['review'], 'four_eyes'> } },
  subject: Subject,
): (hit: Hit) => HitDismissal | null {
  const standingOf = findStandings(deps, subject);
  return (hit) => {
    const { standing, dismissal } = standingOf(hit);
    if (dismissal === null || (deps.policy.review.four_eyes && standing !== 'dismissed')) return null;
    return {
      by: dismissal.decided_by,
      at: isoTime(dismissal.decided_at),
      reason: dismissal.reason,
      expires_at: dismissal.expires_at === null ? null : isoTime(dismissal.expires_at),
    };
  };
}

function fromRow({ vault }: Pick<VerificationDeps, 'vault'>, row: DecisionRow): HitDecision {
  return {
    decision: row.decision,
    reason: row.reason,
    note: row.sealed_note && vault.openJson<string>(row.verification_id, 'hit_decisions.note', row.sealed_note),
    expiresAtMs: row.expires_at,
    decidedBy: row.decided_by,
    decidedAtMs: row.decided_at,
  };
}
