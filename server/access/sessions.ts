import { prepared } from '../db/prepared.ts';
import { unlessDiskFull } from '../lib/disk-full.ts';
import { LIMITS } from '../lib/limits.ts';
import { isGenuine } from '../rows/guard.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { OperatorSource, Role } from '../vocabulary/roles.ts';
import type { KeyDeps } from './keys.ts';
import type { FactorRules } from './second-factor.ts';
import { hashSecret, makeToken } from './secret.ts';

interface Sealing {
  /** Seals what the directory has given. Stored outside the main database. */
  staffKey: Buffer;
}

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
  /** The directory has let the operator in, and the code of the second factor is still missing. The operator must enter it before anything else. */
  mustEnterCode: boolean;
  /** When it ends without a further request. */
  endsAtMs: number;
}

interface StoredSession {
  token_hash: Buffer;
  operator_id: string;
  created_at: number;
  last_seen_at: number;
  confirmed_until: number | null;
  sealed_grant: Buffer | null;
  code_due: number;
}

interface Whose {
  role: Role;
  source: OperatorSource;
  one_time_until: number | null;
  sealed_factor: Buffer | null;
}

/** The rows of a session and of its operator, each whole: only so can it be authenticated. */
interface StoredPair {
  sessions: StoredSession;
  operators: Whose;
}

type SessionRow = StoredSession & Whose;

/** What the directory has confirmed at the beginning of a session. */
export interface Confirmation {
  untilMs: number;
  /** With it the directory confirms the operator again, such as a refresh token; null: the operator must log in again. */
  grant: string | null;
  /** The code of the second factor is still missing. */
  codeDue: boolean;
}

type BeginDeps = Pick<KeyDeps, 'db' | 'clock' | 'pepper'> & Sealing;

/** Begins a session of an operator, in the caller's transaction. Only the return value contains its token. */
export function beginSession(deps: BeginDeps, operatorId: string, confirmed?: Confirmation): string {
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
  const hash = hashSecret(deps.pepper, token);
  prepared(
    deps.db,
    `
      INSERT INTO sessions (token_hash, operator_id, created_at, last_seen_at, confirmed_until, sealed_grant, code_due)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    hash,
    operatorId,
    nowMs,
    nowMs,
    confirmed?.untilMs ?? null,
    sealGrant(deps, hash, confirmed?.grant ?? null),
    Number(confirmed?.codeDue ?? false),
  );
  return token;
}

/** A session whose operator the directory can be asked about again. */
export interface ConfirmedSession {
  hash: Buffer;
  operatorId: string;
  grant: string;
}

/** Returns the sessions of operators of the directory that it should confirm again, those that end first first. Other sessions end by themselves. */
export function sessionsToConfirm(deps: SessionDeps & Sealing): ConfirmedSession[] {
  const due = prepared(
    deps.db,
    `SELECT * FROM sessions JOIN operators ON operators.id = operator_id AND active = 1
     WHERE confirmed_until <= ? AND sealed_grant IS NOT NULL ORDER BY confirmed_until`,
  );
  const rows = due.expand().all(deps.clock.now() + LIMITS.directoryRecheckMs) as StoredPair[];
  return rows.flatMap((pair) => {
    const row = workingRow(deps, pair);
    if (!row?.sealed_grant) return [];
    const hash = row.token_hash;
    return [{ hash, operatorId: row.operator_id, grant: openGrant(deps, hash, row.sealed_grant) }];
  });
}

/** Records that the directory has confirmed the operator of a session again, in the caller's transaction. A session that has ended stays ended. */
export function confirmSession(
  deps: Pick<KeyDeps, 'db'> & Sealing,
  hash: Buffer,
  { untilMs, grant }: Pick<Confirmation, 'untilMs' | 'grant'>,
): void {
  prepared(deps.db, 'UPDATE sessions SET confirmed_until = ?, sealed_grant = ? WHERE token_hash = ?').run(
    untilMs,
    sealGrant(deps, hash, grant),
    hash,
  );
}

/** Returns what the directory has last confirmed about an operator; undefined for an operator without such a session. */
export function confirmationOf(deps: Pick<KeyDeps, 'db'> & Sealing, operatorId: string): Confirmation | undefined {
  const newest = prepared(
    deps.db,
    'SELECT * FROM sessions WHERE operator_id = ? AND confirmed_until IS NOT NULL ORDER BY confirmed_until DESC LIMIT 1',
  );
  const row = newest.get(operatorId) as StoredSession | undefined;
  if (!row || row.confirmed_until === null || !isGenuine(deps.db, 'sessions', row)) return undefined;
  const grant = row.sealed_grant === null ? null : openGrant(deps, row.token_hash, row.sealed_grant);
  return { untilMs: row.confirmed_until, grant, codeDue: false };
}

/** Records that the code of the second factor was entered. */
export function codeEntered({ db }: Pick<KeyDeps, 'db'>, hash: Buffer): void {
  prepared(db, 'UPDATE sessions SET code_due = 0 WHERE token_hash = ?').run(hash);
}

/** Makes the directory confirm every session of its operators soon, in the caller's transaction: their rights may have changed. */
export function confirmSoon({ db, clock }: Pick<KeyDeps, 'db' | 'clock'>): void {
  const untilMs = clock.now() + LIMITS.directoryRecheckMs;
  prepared(db, 'UPDATE sessions SET confirmed_until = ? WHERE confirmed_until > ?').run(untilMs, untilMs);
}

/** Ends every session that the directory has confirmed. Returns how many there were. Runs in the caller's transaction. */
export function endDirectorySessions({ db }: Pick<SessionDeps, 'db'>): number {
  return prepared(db, 'DELETE FROM sessions WHERE confirmed_until IS NOT NULL').run().changes;
}

const placeOfGrant = (hash: Buffer): string => `session:${hash.toString('hex')}:grant`;

function sealGrant({ staffKey }: Sealing, hash: Buffer, grant: string | null): Buffer | null {
  return grant === null ? null : seal(staffKey, placeOfGrant(hash), Buffer.from(grant));
}

function openGrant({ staffKey }: Sealing, hash: Buffer, sealed: Buffer): string {
  return unseal(staffKey, placeOfGrant(hash), sealed).toString();
}

/** Returns the session of this token, or null if none is valid. `touch` records the use. */
export function findSession(
  deps: SessionDeps & Pick<KeyDeps, 'pepper'>,
  token: string,
  { touch }: { touch: boolean },
): Session | null {
  const hash = hashSecret(deps.pepper, token);
  const row = findWorkingRow(deps, hash);
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
    mustEnterCode: row.code_due === 1,
    endsAtMs: endOf(row),
  };
}

/** Whether a session is still valid, for connections that outlive their request. */
export function isSessionUsable(deps: SessionDeps, hash: Buffer): boolean {
  const row = findWorkingRow(deps, hash);
  return row !== undefined && row.code_due === 0 && !mustSetFactor(deps, row);
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
  return row.sealed_factor === null && secondFactorRoles(row.source).includes(row.role);
}

function findWorkingRow(deps: SessionDeps, hash: Buffer): SessionRow | undefined {
  const one = prepared(
    deps.db,
    'SELECT * FROM sessions JOIN operators ON operators.id = operator_id AND active = 1 WHERE token_hash = ?',
  );
  const pair = one.expand().get(hash) as StoredPair | undefined;
  return pair && workingRow(deps, pair);
}

/** Returns the session with its operator; undefined if it has ended, or a row was changed outside the appliance. */
function workingRow(deps: SessionDeps, { sessions: session, operators: operator }: StoredPair): SessionRow | undefined {
  if (!isGenuine(deps.db, 'sessions', session) || !isGenuine(deps.db, 'operators', operator)) return undefined;
  // Only the directory can let in an operator who has no password here.
  if ((operator.source === 'directory') !== (session.confirmed_until !== null)) return undefined;
  const { role, source, one_time_until, sealed_factor } = operator;
  const row: SessionRow = { ...session, role, source, one_time_until, sealed_factor };
  const nowMs = deps.clock.now();
  // A session dated in the future began while the clock was ahead, and would last until then.
  return row.created_at <= nowMs + LIMITS.clockStepMs && endOf(row) > nowMs ? row : undefined;
}

function endOf(row: SessionRow): number {
  return Math.min(
    row.last_seen_at + LIMITS.sessionIdleMs,
    row.created_at + LIMITS.sessionLifetimeMs,
    row.confirmed_until ?? Number.POSITIVE_INFINITY,
  );
}
