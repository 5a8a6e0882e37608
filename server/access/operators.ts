import { createHmac } from 'node:crypto';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import type { Role } from '../vocabulary/roles.ts';
import { letIn } from './attempts.ts';
import type { PasswordHasher } from './hasher.ts';
import type { KeyDeps } from './keys.ts';
import { clearFactor, type FactorRules } from './second-factor.ts';
import { makeCode } from './secret.ts';
import { endSessionsOf } from './sessions.ts';

export interface OperatorDeps extends KeyDeps, FactorRules {
  /** Encrypts logins and names. Stored outside the main database. */
  staffKey: Buffer;
  hasher: PasswordHasher;
}

/** A person who works with the appliance. */
export interface Operator extends Profile {
  id: string;
  role: Role;
  active: boolean;
  /** Has a one-time password that must be changed at the next login. */
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  createdAtMs: number;
  updatedAtMs: number;
}

/** The encrypted data of an operator. */
interface Profile {
  /** In lower case. */
  login: string;
  name: string;
}

export interface NewOperator extends Profile {
  role: Role;
}

export interface OperatorChange {
  name?: string;
  role?: Role;
  active?: boolean;
}

export interface WithOneTimePassword {
  operator: Operator;
  /** Cannot be read again. */
  oneTimePassword: string;
}

export interface OperatorRow {
  id: string;
  sealed_profile: Buffer;
  role: Role;
  active: number;
  password_hash: string;
  one_time_until: number | null;
  created_at: number;
  updated_at: number;
  sealed_factor: Buffer | null;
}

type Reading = Pick<OperatorDeps, 'db' | 'staffKey'>;

/** Returns every operator, inactive ones too, oldest first. */
export function listOperators(deps: Reading): Operator[] {
  const rows = prepared(deps.db, 'SELECT * FROM operators ORDER BY created_at, id').all() as OperatorRow[];
  return rows.map((row) => fromRow(deps, row));
}

/** Throws `not_found`. */
export function getOperator(deps: Reading, id: string): Operator {
  return fromRow(deps, operatorRow(deps, id));
}

export function countOperators({ db }: Pick<OperatorDeps, 'db'>): number {
  return prepared(db, 'SELECT count(*) FROM operators').pluck().get() as number;
}

/**
 * Creates an operator with a one-time password. Throws `invalid_request` if the login is taken, `state_conflict` if there is no administrator yet
 * and this one is not an administrator either, or if there are too many active operators.
 */
export async function createOperator(
  deps: OperatorDeps,
  input: NewOperator,
  actor: string,
): Promise<WithOneTimePassword> {
  const oneTimePassword = makeCode();
  const hash = await deps.hasher.hash(oneTimePassword);
  const operator = transact(deps.db, () => {
    if (input.role !== 'administrator' && countAdministrators(deps) === 0) {
      throw conflict('The first operator must be an administrator. Create an administrator first.');
    }
    return insertOperator(deps, input, { hash, oneTimeUntil: deps.clock.now() + LIMITS.oneTimePasswordMs }, actor);
  });
  return { operator, oneTimePassword };
}

/**
 * Runs in the caller's transaction. Without an actor, the operator is recorded as their own creator. Throws `invalid_request` if the login is
 * taken, `state_conflict` if there are too many active operators.
 */
export function insertOperator(
  deps: OperatorDeps,
  input: NewOperator,
  password: { hash: string; oneTimeUntil: number | null },
  actor?: string,
): Operator {
  refuseTooMany(deps);
  const login = normaliseLogin(input.login);
  if (prepared(deps.db, 'SELECT 1 FROM operators WHERE login_mark = ?').get(loginMark(deps, login)))
    throw invalidField('login', 'login is already in use; choose another one.');
  const id = deps.newId('opr');
  const nowMs = deps.clock.now();
  prepared(
    deps.db,
    `
      INSERT INTO operators (id, login_mark, sealed_profile, role, active, password_hash, one_time_until, created_at, updated_at)
      VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
  ).run(
    id,
    loginMark(deps, login),
    sealProfile(deps, id, { login, name: input.name }),
    input.role,
    password.hash,
    password.oneTimeUntil,
    nowMs,
    nowMs,
  );
  deps.audit.append({
    actor: actor ?? id,
    action: 'operator.created',
    subjectId: id,
    details: { role: input.role },
  });
  return getOperator(deps, id);
}

/**
 * Changes the name, the role or whether the operator may log in. A new role or a deactivation ends all of their sessions at once. Throws
 * `not_found`, and `state_conflict` if no administrator would be left or too many operators would be active.
 */
export function changeOperator(deps: OperatorDeps, id: string, change: OperatorChange, actor: string): Operator {
  return transact(deps.db, () => {
    const before = getOperator(deps, id);
    const after = { ...before, ...change };
    const stays = after.active && after.role === 'administrator';
    if (before.active && before.role === 'administrator' && !stays && countAdministrators(deps) === 1) {
      throw conflict('This is the only active administrator. Make another operator an administrator first.');
    }
    if (after.active && !before.active) refuseTooMany(deps);
    prepared(deps.db, 'UPDATE operators SET sealed_profile = ?, role = ?, active = ?, updated_at = ? WHERE id = ?').run(
      sealProfile(deps, id, after),
      after.role,
      Number(after.active),
      deps.clock.now(),
      id,
    );
    const rights = after.role !== before.role || after.active !== before.active;
    const sessions = rights ? endSessionsOf(deps, id) : 0;
    deps.audit.append({
      actor,
      action: 'operator.changed',
      subjectId: id,
      details: { name: after.name !== before.name, role: after.role, active: after.active, sessions_ended: sessions },
    });
    return getOperator(deps, id);
  });
}

/** Replaces an operator's password with a one-time password, ends their sessions, and lets them log in at once. Throws `not_found`. */
export async function resetPassword(deps: OperatorDeps, id: string, actor: string): Promise<WithOneTimePassword> {
  getOperator(deps, id);
  const oneTimePassword = makeCode();
  const hash = await deps.hasher.hash(oneTimePassword);
  const operator = transact(deps.db, () => {
    storePassword(deps, id, { hash, oneTimeUntil: deps.clock.now() + LIMITS.oneTimePasswordMs });
    const others = listOperators(deps).filter((operator) => operator.id !== id);
    letIn(
      deps,
      others.map(({ login }) => login),
    );
    endSessions(deps, id, 'operator.password_reset', actor);
    return getOperator(deps, id);
  });
  return { operator, oneTimePassword };
}

function endSessions(deps: OperatorDeps, id: string, action: AuditAction, actor: string): void {
  const sessions = endSessionsOf(deps, id);
  deps.audit.append({ actor, action, subjectId: id, details: { sessions_ended: sessions } });
}

/** Ends every session of an operator; they may log in again. Throws `not_found`. */
export function revokeSessions(deps: OperatorDeps, id: string, actor: string): Operator {
  return transact(deps.db, () => {
    const operator = getOperator(deps, id);
    endSessions(deps, id, 'operator.sessions_ended', actor);
    return operator;
  });
}

/** Removes the second factor of an operator, who may have lost it, and ends their sessions. Throws `not_found`, `state_conflict` if there is none. */
export function removeSecondFactor(deps: OperatorDeps, id: string, actor: string): Operator {
  return transact(deps.db, () => {
    if (!getOperator(deps, id).hasSecondFactor) {
      throw conflict('This operator has no second factor, so there is nothing to remove.');
    }
    clearFactor(deps, id);
    endSessions(deps, id, 'operator.second_factor_removed', actor);
    return getOperator(deps, id);
  });
}

/** Runs in the caller's transaction. */
export function storePassword(
  deps: Pick<OperatorDeps, 'db' | 'clock'>,
  id: string,
  password: { hash: string; oneTimeUntil: number | null },
): void {
  prepared(deps.db, 'UPDATE operators SET password_hash = ?, one_time_until = ?, updated_at = ? WHERE id = ?').run(
    password.hash,
    password.oneTimeUntil,
    deps.clock.now(),
    id,
  );
}

/** Normalises a login: case does not matter. */
export function normaliseLogin(login: string): string {
  return login.trim().toLowerCase();
}

/** Returns the row of a normalised login. */
export function findByLogin(deps: Pick<OperatorDeps, 'db' | 'pepper'>, login: string): OperatorRow | undefined {
  const row = prepared(deps.db, 'SELECT * FROM operators WHERE login_mark = ?').get(loginMark(deps, login)) as
    | OperatorRow
    | undefined;
  return row && isGenuine(deps.db, 'operators', row) ? row : undefined;
}

/** Throws `not_found`. */
export function operatorRow({ db }: Pick<OperatorDeps, 'db'>, id: string): OperatorRow {
  const row = prepared(db, 'SELECT * FROM operators WHERE id = ?').get(id) as OperatorRow | undefined;
  if (!row) throw new AppError('not_found', 'There is no operator with this id. List the operators to find it.');
  return genuine(db, 'operators', row);
}

/** Inactive operators do not count: they cannot be deleted, so deactivating one must make room. */
function refuseTooMany({ db }: Pick<OperatorDeps, 'db'>): void {
  const active = prepared(db, 'SELECT count(*) FROM operators WHERE active = 1').pluck().get() as number;
  if (active >= LIMITS.operatorsMax) {
    throw conflict(
      `${LIMITS.operatorsMax} operators are active, which is the maximum. Deactivate one that is not needed.`,
    );
  }
}

function countAdministrators({ db }: Pick<OperatorDeps, 'db'>): number {
  const count = prepared(db, "SELECT count(*) FROM operators WHERE role = 'administrator' AND active = 1");
  return count.pluck().get() as number;
}

function loginMark({ pepper }: Pick<OperatorDeps, 'pepper'>, login: string): Buffer {
  return createHmac('sha256', pepper).update(`operator.login:${login}`).digest();
}

const placeOf = (id: string): string => `operator:${id}`;

function sealProfile({ staffKey }: Pick<OperatorDeps, 'staffKey'>, id: string, { login, name }: Profile): Buffer {
  return seal(staffKey, placeOf(id), Buffer.from(JSON.stringify({ login, name })));
}

export function fromRow({ staffKey }: Pick<OperatorDeps, 'staffKey'>, row: OperatorRow): Operator {
  const profile = JSON.parse(unseal(staffKey, placeOf(row.id), row.sealed_profile).toString()) as Profile;
  return {
    id: row.id,
    login: profile.login,
    name: profile.name,
    role: row.role,
    active: row.active === 1,
    mustChangePassword: row.one_time_until !== null,
    hasSecondFactor: row.sealed_factor !== null,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
