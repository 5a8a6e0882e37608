import type { Db } from '../db/open.ts';
import { ROLE_SCOPES } from '../vocabulary/roles.ts';
import { fromRow, listOperators, type Operator, type OperatorDeps, type OperatorRow } from './operators.ts';

/**
 * Selects a key with its predecessors and successors by rotation, and the operators who created or rotated any of these keys, directly or through
 * the keys that did so. The audit log holds who did it.
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
 * Whether two actor ids may belong to one person. A key and its successor by rotation do. An operator saw the secret of each key that they created,
 * so the operator and all of their keys count as one person.
 */
export function isSameActor(db: Db, a: string, b: string): boolean {
  if (a === b) return true;
  const hands = db.prepare(HANDS).pluck();
  const others = new Set(hands.all({ id: b }));
  return hands.all({ id: a }).some((id) => others.has(id));
}

/** Whether this is a key of the mode, or an operator, that can still act. */
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

/** Returns an actor's name: an operator's name or a key's label; null for an unknown id. */
export function nameOfActor(deps: Pick<OperatorDeps, 'db' | 'staffKey'>, id: string): string | null {
  const operator = deps.db.prepare('SELECT * FROM operators WHERE id = ?').get(id) as OperatorRow | undefined;
  if (operator) return fromRow(deps, operator).name;
  const label = deps.db.prepare('SELECT label FROM api_keys WHERE id = ?').pluck().get(id) as string | undefined;
  return label ?? null;
}

/** Returns the active operators who may decide verifications of any kind, sorted by name. */
export function listReviewers(deps: Pick<OperatorDeps, 'db' | 'staffKey'>): Operator[] {
  const mayReview = ({ active, role }: Operator): boolean =>
    active && ROLE_SCOPES[role].some((scope) => scope === 'kyc:review' || scope === 'kyb:review');
  return listOperators(deps)
    .filter(mayReview)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
