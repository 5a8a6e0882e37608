import { hashSecret, makeToken } from '../../access/secret.ts';
import { LIMITS } from '../../lib/limits.ts';
import { type Tx, transact } from '../db/transact.ts';
import type { HubAccess, HubPrincipal } from './deps.ts';
import { fromRow, type HubOperator, type OperatorRow } from './operators.ts';

/** A valid session, and the operator that it belongs to. */
export interface HubSession extends HubPrincipal {
  /** Stored instead of its token. */
  hash: Buffer;
  operator: HubOperator;
  /** The role requires a second factor, which must be set up before anything else. */
  mustSetSecondFactor: boolean;
  /** When it ends without a further request. */
  endsAtMs: number;
}

/** Begins a session of an operator, in the caller's transaction. Only the return value contains its token. */
export async function beginSession(access: HubAccess, tx: Tx, operatorId: string): Promise<string> {
  const nowMs = access.clock.now();
  await tx.query('DELETE FROM sessions WHERE created_at <= $1 OR last_seen_at <= $2', [
    nowMs - LIMITS.sessionLifetimeMs,
    nowMs - LIMITS.sessionIdleMs,
  ]);
  await tx.query(
    `DELETE FROM sessions WHERE token_hash IN (
       SELECT token_hash FROM sessions WHERE operator_id = $1 ORDER BY created_at DESC, token_hash OFFSET $2)`,
    [operatorId, LIMITS.sessionsPerOperatorMax - 1],
  );
  const token = makeToken();
  await tx.query('INSERT INTO sessions (token_hash, operator_id, created_at, last_seen_at) VALUES ($1, $2, $3, $3)', [
    hashSecret(access.pepper, token),
    operatorId,
    nowMs,
  ]);
  return token;
}

/** Returns the session of this token, or null if none is valid. `touch` records the use. Rights are looked up at each request. */
export async function findSession(
  access: HubAccess,
  token: string,
  { touch }: { touch: boolean },
): Promise<HubSession | null> {
  const hash = hashSecret(access.pepper, token);
  const nowMs = access.clock.now();
  return transact(access.pool, 'all', async (tx) => {
    const { rows } = await tx.query<OperatorRow & { begun_at: number; last_seen_at: number }>(
      `SELECT o.*, s.created_at AS begun_at, s.last_seen_at,
         array(SELECT b.branch FROM operator_branches b WHERE b.operator_id = o.id ORDER BY b.branch) AS branches
       FROM sessions s JOIN operators o ON o.id = s.operator_id WHERE s.token_hash = $1 AND o.active`,
      [hash],
    );
    const [row] = rows;
    // A session dated in the future began while the clock was ahead, and would last until then.
    if (!row || row.begun_at > nowMs + LIMITS.clockStepMs || endOf(row.begun_at, row.last_seen_at) <= nowMs)
      return null;
    let lastSeenMs = row.last_seen_at;
    // Each write waits for the disk, so not every request writes.
    if (touch && nowMs - lastSeenMs >= LIMITS.sessionTouchMs) {
      await tx.query('UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1', [hash, nowMs]);
      lastSeenMs = nowMs;
    }
    const operator = fromRow(access, row);
    return {
      hash,
      operatorId: operator.id,
      role: operator.role,
      reach: operator.branches,
      operator,
      mustSetSecondFactor: !operator.hasSecondFactor && access.factorRoles.includes(operator.role),
      endsAtMs: endOf(row.begun_at, lastSeenMs),
    };
  });
}

function endOf(begunAtMs: number, lastSeenMs: number): number {
  return Math.min(lastSeenMs + LIMITS.sessionIdleMs, begunAtMs + LIMITS.sessionLifetimeMs);
}
