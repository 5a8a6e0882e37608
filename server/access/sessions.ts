import { prepared } from '../db/prepared.ts';
import { unlessDiskFull } from '../lib/disk-full.ts';
import { LIMITS } from '../lib/limits.ts';
import { isGenuine } from '../rows/guard.ts';
import type { Role } from '../vocabulary/roles.ts';
import type { KeyDeps } from './keys.ts';
import type { FactorRules } from './second-factor.ts';
import { hashSecret, makeToken } from './secret.ts';

type SessionDeps = Pick<KeyDeps, 'db' | 'clock'> & Pick<FactorRules, 'secondFactorRoles'>;

/** A valid session, and the operator that it belongs to. */
export interface Session {
  /** Stored instead of its token. */
  hash: Buffer;
  operatorId: string;
  role: Role;
  /** The operator logged in with a one-time password and must change it before anything else. */
  mustChangePassword: boolean;
  /** The role requires a second factor, and there is none. The operator must set one up before anything else. */
  mustSetSecondFactor: boolean;
  /** When it ends without a further request. */
  endsAtMs: number;
}

interface StoredSession {
  token_hash: Buffer;
  operator_id: string;
  created_at: number;
  last_seen_at: number;
}

interface SessionRow extends StoredSession {
  role: Role;
  one_time_until: number | null;
  sealed_factor: Buffer | null;
}

/** Begins a session of an operator, in the caller's transaction. Only the return value contains its token. */
export function beginSession(deps: Pick<KeyDeps, 'db' | 'clock' | 'pepper'>, operatorId: string): string {
  const nowMs = deps.clock.now();
  prepared(deps.db, 'DELETE FROM sessions WHERE created_at <= ? OR last_seen_at <= ?').run(
    nowMs - LIMITS.sessionLifetimeMs,
    nowMs - LIMITS.sessionIdleMs,
  );
  prepared(
    deps.db,
    `
      DELETE FROM sessions WHERE token_hash IN (
        SELECT token_hash FROM sessions WHERE operator_id = ? ORDER BY created_at DESC LIMIT -1 OFFSET ?)`,
  ).run(operatorId, LIMITS.sessionsPerOperatorMax - 1);
  const token = makeToken();
  prepared(deps.db, 'INSERT INTO sessions (token_hash, operator_id, created_at, last_seen_at) VALUES (?, ?, ?, ?)').run(
    hashSecret(deps.pepper, token),
    operatorId,
    nowMs,
    nowMs,
  );
  return token;
}

/** Returns the session of this token, or null if none is valid. `touch` records the use. */
export function findSession(
  deps: SessionDeps & Pick<KeyDeps, 'pepper'>,
  token: string,
  { touch }: { touch: boolean },
): Session | null {
  const hash = hashSecret(deps.pepper, token);
  const row = workingRow(deps, hash);
  if (!row) return null;
  const nowMs = deps.clock.now();
  // Each write is an fsync, so not every request writes.
  if (touch && nowMs - row.last_seen_at >= LIMITS.sessionTouchMs) {
    unlessDiskFull(() =>
      prepared(deps.db, 'UPDATE sessions SET last_seen_at = ? WHERE token_hash = ?').run(nowMs, hash),
    );
    row.last_seen_at = nowMs;
  }
  return {
    hash,
    operatorId: row.operator_id,
    role: row.role,
    mustChangePassword: row.one_time_until !== null,
    mustSetSecondFactor: mustSetFactor(deps, row),
    endsAtMs: endOf(row),
  };
}

/** Whether a session is still valid, for connections that outlive their request. */
export function isSessionUsable(deps: SessionDeps, hash: Buffer): boolean {
  const row = workingRow(deps, hash);
  return row !== undefined && !mustSetFactor(deps, row);
}

/** Ends one session. */
export function endSession({ db }: Pick<SessionDeps, 'db'>, hash: Buffer): void {
  prepared(db, 'DELETE FROM sessions WHERE token_hash = ?').run(hash);
}

/** Ends every session of an operator. Returns how many there were. */
export function endSessionsOf({ db }: Pick<SessionDeps, 'db'>, operatorId: string): number {
  return prepared(db, 'DELETE FROM sessions WHERE operator_id = ?').run(operatorId).changes;
}

function mustSetFactor({ secondFactorRoles }: Pick<SessionDeps, 'secondFactorRoles'>, row: SessionRow): boolean {
  return row.sealed_factor === null && secondFactorRoles().includes(row.role);
}

function workingRow(deps: SessionDeps, hash: Buffer): SessionRow | undefined {
  const session = prepared(deps.db, 'SELECT * FROM sessions WHERE token_hash = ?').get(hash) as
    | StoredSession
    | undefined;
  if (!session || !isGenuine(deps.db, 'sessions', session)) return undefined;
  const whose = prepared(deps.db, 'SELECT * FROM operators WHERE id = ? AND active = 1');
  const operator = whose.get(session.operator_id) as
    | Pick<SessionRow, 'role' | 'one_time_until' | 'sealed_factor'>
    | undefined;
  if (!operator || !isGenuine(deps.db, 'operators', operator)) return undefined;
  const { role, one_time_until, sealed_factor } = operator;
  const row: SessionRow = { ...session, role, one_time_until, sealed_factor };
  const nowMs = deps.clock.now();
  // A session dated in the future began while the clock was ahead, and would last until then.
  return row.created_at <= nowMs + LIMITS.clockStepMs && endOf(row) > nowMs ? row : undefined;
}

function endOf(row: SessionRow): number {
  return Math.min(row.last_seen_at + LIMITS.sessionIdleMs, row.created_at + LIMITS.sessionLifetimeMs);
}
