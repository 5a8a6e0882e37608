import { createHmac } from 'node:crypto';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import type { OperatorSource, Role } from '../vocabulary/roles.ts';
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
  source: OperatorSource;
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
  source: OperatorSource;
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
    if (input.role !== 'administrator' && countLocalAdministrators(deps) === 0) {
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
  const login = normaliseLogin(input.login);
  if (prepared(deps.db, 'SELECT 1 FROM operators WHERE login_mark = ?').get(loginMark(deps, login)))
    throw invalidField('login', 'login is already in use; choose another one.');
  const made = { ...input, login, mark: loginMark(deps, login), source: 'local', password } as const;
  return addOperator(deps, made, actor);
}

/** No password has this hash, so no password opens the account. */
const NO_PASSWORD = { hash: '', oneTimeUntil: null };

/** A person of the directory who may work with the appliance. */
export interface DirectoryOperator extends NewOperator {
  /** Identifies the person in this directory and no other, for ever. */
  uniqueId: string;
}

/**
 * Adds a person of the directory, or brings their login, name and role up to date; another role ends their sessions. Runs in the caller's
 * transaction. Returns null if an administrator has deactivated them. Throws `state_conflict` if there are too many active operators, `row_refused`.
 */
export function keepDirectoryOperator(deps: OperatorDeps, person: DirectoryOperator): Operator | null {
  const mark = subjectMark(deps, person.uniqueId);
  const found = rowOfMark(deps, mark);
  if (!found) {
    const { login, name, role } = person;
    return addOperator(deps, { login, name, role, mark, source: 'directory', password: NO_PASSWORD }, 'system');
  }
  const { id, role, login, name, active } = fromRow(deps, genuine(deps.db, 'operators', found));
  if (!active) return null;
  if (role === person.role && login === person.login && name === person.name) return getOperator(deps, id);
  prepared(deps.db, 'UPDATE operators SET sealed_profile = ?, role = ?, updated_at = ? WHERE id = ?').run(
    sealProfile(deps, id, person),
    person.role,
    deps.clock.now(),
    id,
  );
  const ended = role === person.role ? 0 : endSessionsOf(deps, id);
  const details = { name: name !== person.name, role: person.role, sessions_ended: ended, source: 'directory' };
  deps.audit.append({ actor: 'system', action: 'operator.changed', subjectId: id, details });
  return getOperator(deps, id);
}

interface AddedOperator extends NewOperator {
  mark: Buffer;
  source: OperatorSource;
  password: { hash: string; oneTimeUntil: number | null };
}

function addOperator(deps: OperatorDeps, { mark, source, role, password, ...profile }: AddedOperator, actor?: string) {
  refuseTooMany(deps);
  const id = deps.newId('opr');
  const nowMs = deps.clock.now();
  prepared(
    deps.db,
    `
      INSERT INTO operators (id, login_mark, sealed_profile, role, active, password_hash, one_time_until, created_at, updated_at, source)
      VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
  ).run(id, mark, sealProfile(deps, id, profile), role, password.hash, password.oneTimeUntil, nowMs, nowMs, source);
  const details = source === 'local' ? { role } : { role, source };
  deps.audit.append({ actor: actor ?? id, action: 'operator.created', subjectId: id, details });
  return getOperator(deps, id);
}

/**
 * Changes the name, the role or whether the operator may log in. A new role or a deactivation ends all of their sessions at once. Throws
 * `not_found`, and `state_conflict` if no local administrator would be left, too many operators would be active, or the directory decides.
 */
export function changeOperator(deps: OperatorDeps, id: string, change: OperatorChange, actor: string): Operator {
  return transact(deps.db, () => {
    const before = getOperator(deps, id);
    const after = { ...before, ...change };
    refuseDirectoryChange(before, change);
    const stays = after.active && after.role === 'administrator';
    const counts = before.source === 'local' && before.active && before.role === 'administrator';
    if (counts && !stays && countLocalAdministrators(deps) === 1) throw conflict(ONLY_ADMINISTRATOR);
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

const ONLY_ADMINISTRATOR =
  'This is the only active administrator with a password on this appliance. Without one, nobody can log in while the directory is away. Make another local operator an administrator first.';

/** The next login would undo it. The name of a person who may no longer log in can be removed. */
function refuseDirectoryChange({ source, active, role, name }: Operator, change: OperatorChange): void {
  if (source === 'local') return;
  const another = (change.role ?? role) !== role || (active && (change.name ?? name) !== name);
  if (!another) return;
  throw conflict(
    'The directory decides the name and the role of this operator. Change the person or the groups there, or the table of groups here. To remove the name, deactivate the operator first.',
  );
}

/** Throws `state_conflict` for an operator of the directory, who has no password here. */
export function refuseWithoutPassword({ source }: Pick<Operator, 'source'>): void {
  if (source === 'local') return;
  throw conflict('This operator logs in by the directory and has no password here. Change the password there.');
}

/** Replaces an operator's password with a one-time password, ends their sessions, and lets them log in at once. Throws `not_found`, `state_conflict`. */
export async function resetPassword(deps: OperatorDeps, id: string, actor: string): Promise<WithOneTimePassword> {
  refuseWithoutPassword(getOperator(deps, id));
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
  const row = rowOfMark(deps, loginMark(deps, login));
  return row && isGenuine(deps.db, 'operators', row) ? row : undefined;
}

function rowOfMark({ db }: Pick<OperatorDeps, 'db'>, mark: Buffer): OperatorRow | undefined {
  return prepared(db, 'SELECT * FROM operators WHERE login_mark = ?').get(mark) as OperatorRow | undefined;
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

/** Those of the directory do not count: it may be away. */
export function countLocalAdministrators({ db }: Pick<OperatorDeps, 'db'>): number {
  const count = prepared(
    db,
    "SELECT count(*) FROM operators WHERE role = 'administrator' AND active = 1 AND source = 'local'",
  );
  return count.pluck().get() as number;
}

function loginMark({ pepper }: Pick<OperatorDeps, 'pepper'>, login: string): Buffer {
  return createHmac('sha256', pepper).update(`operator.login:${login}`).digest();
}

/** Never equals a mark of a login, so no login of this appliance finds a person of the directory. */
function subjectMark({ pepper }: Pick<OperatorDeps, 'pepper'>, uniqueId: string): Buffer {
  return createHmac('sha256', pepper).update(`operator.subject:${uniqueId}`).digest();
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
    source: row.source,
    active: row.active === 1,
    mustChangePassword: row.one_time_until !== null,
    hasSecondFactor: row.sealed_factor !== null,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
