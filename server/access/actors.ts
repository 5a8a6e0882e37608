import type { Db } from '../db/open.ts';
import { ROLE_SCOPES } from '../vocabulary/roles.ts';
import { fromRow, listOperators, type Operator, type OperatorDeps, type OperatorRow } from './operators.ts';

/**
 * A key with those that it took the place of or that took its place, and the operators who made or rotated any of them or the keys by
 * which that was done. The audit log holds who did.
 */
const HANDS = `
  WITH RECURSIVE chain(id) AS (
    SELECT @id
    UNION SELECT k.replaced_by FROM chain c JOIN api_keys k ON k.id = c.id WHERE k.replaced_by IS NOT NULL
    UNION SELECT k.id FROM chain c JOIN api_keys k ON k.replaced_by = c.id
  ), makers(id) AS (
    SELECT id FROM chain
    UNION SELECT a.actor FROM makers m JOIN audit a ON a.subject_id = m.id AND a.action IN ('key.created', 'key.rotated')
  )
  SELECT id FROM chain UNION SELECT id FROM makers WHERE id GLOB 'opr_*'`;

/**
 * Whether two ids of actors may be in the hands of one person. A key and the one that was put in its place by rotation are; and an
 * operator was shown the secret of each key that they made, so that neither it nor another one of theirs is somebody else.
 */
export function isSameActor(db: Db, a: string, b: string): boolean {
  if (a === b) return true;
  const hands = db.prepare(HANDS).pluck();
  const others = new Set(hands.all({ id: b }));
  return hands.all({ id: a }).some((id) => others.has(id));
}

/** Whether this is a key of the mode, or an operator, who can still act. */
export function isActiveActor(db: Db, id: string, { livemode, nowMs }: { livemode: boolean; nowMs: number }): boolean {
  const found = db
    .prepare(
      `SELECT 1 FROM api_keys WHERE id = @id AND livemode = @mode AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > @nowMs)
       UNION ALL SELECT 1 FROM operators WHERE id = @id AND active = 1`,
    )
    .get({ id, mode: Number(livemode), nowMs });
  return found !== undefined;
}

/** What whoever acts is called: an operator's name, a key's label; null where there is none with this id. */
export function nameOfActor(deps: Pick<OperatorDeps, 'db' | 'staffKey'>, id: string): string | null {
  const operator = deps.db.prepare('SELECT * FROM operators WHERE id = ?').get(id) as OperatorRow | undefined;
  if (operator) return fromRow(deps, operator).name;
  const label = deps.db.prepare('SELECT label FROM api_keys WHERE id = ?').pluck().get(id) as string | undefined;
  return label ?? null;
}

/** The active operators who may decide verifications of any kind, by name. */
export function listReviewers(deps: Pick<OperatorDeps, 'db' | 'staffKey'>): Operator[] {
  const mayReview = ({ active, role }: Operator): boolean =>
    active && ROLE_SCOPES[role].some((scope) => scope === 'kyc:review' || scope === 'kyb:review');
  return listOperators(deps)
    .filter(mayReview)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
