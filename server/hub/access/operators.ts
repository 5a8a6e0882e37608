import { makeCode } from '../../access/secret.ts';
import { AppError, conflict, invalidField } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { seal, unseal } from '../../vault/seal.ts';
import type { HubRole } from '../../vocabulary/hub-roles.ts';
import { appendAudit } from '../audit/log.ts';
import { type Reach, type Tx, transact } from '../db/transact.ts';
import { forgetFailures } from './attempts.ts';
import type { HubAccess } from './deps.ts';
import { keptFactor, storeFactor } from './factors.ts';
import { markOf } from './marks.ts';

/** A person who works with the hub. */
export interface HubOperator extends Profile {
  id: string;
  role: HubRole;
  /** The branches that the operator may see. */
  branches: Reach;
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

export interface NewHubOperator extends Profile {
  role: HubRole;
  branches: Reach;
}

export interface HubOperatorChange {
  name?: string;
  role?: HubRole;
  branches?: Reach;
  active?: boolean;
}

export interface WithOneTimePassword {
  operator: HubOperator;
  /** Cannot be read again. */
  oneTimePassword: string;
}

export interface OperatorRow {
  id: string;
  sealed_profile: Buffer;
  role: HubRole;
  all_branches: boolean;
  branches: string[];
  active: boolean;
  password_hash: string;
  one_time_until: number | null;
  sealed_factor: Buffer | null;
  created_at: number;
  updated_at: number;
}

const SELECT = `
  SELECT o.*, array(SELECT b.branch FROM operator_branches b WHERE b.operator_id = o.id ORDER BY b.branch) AS branches
  FROM operators o`;

/** Returns every operator, inactive ones too, oldest first. */
export async function listOperators(access: HubAccess, tx: Tx): Promise<HubOperator[]> {
  const { rows } = await tx.query<OperatorRow>(`${SELECT} ORDER BY o.created_at, o.id`);
  return rows.map((row) => fromRow(access, row));
}

/** Throws `not_found`. */
export async function getOperator(access: HubAccess, tx: Tx, id: string): Promise<HubOperator> {
  const { rows } = await tx.query<OperatorRow>(`${SELECT} WHERE o.id = $1`, [id]);
  return fromRow(access, rows[0] ?? unknownOperator());
}

function unknownOperator(): never {
  throw new AppError('not_found', 'There is no operator with this id. List the operators to find it.');
}

/** Returns the row of a login, or null. */
export async function rowOfLogin(
  access: HubAccess,
  tx: Tx,
  login: string,
  lock: 'FOR UPDATE OF o' | '' = '',
): Promise<OperatorRow | null> {
  const sql = `${SELECT} WHERE o.login_mark = $1 ${lock}`;
  const { rows } = await tx.query<OperatorRow>(sql, [markOf(access, 'login', login)]);
  return rows[0] ?? null;
}

/** Locks the row of an operator for the caller's transaction. Throws `not_found`. */
export async function lockOperator(tx: Tx, id: string): Promise<OperatorRow> {
  const { rows } = await tx.query<OperatorRow>(`${SELECT} WHERE o.id = $1 FOR UPDATE OF o`, [id]);
  return rows[0] ?? unknownOperator();
}

export async function hasOperators(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM operators LIMIT 1');
  return rowCount !== 0;
}

/** Creates an operator with a one-time password. Throws `invalid_request` if the login is taken, `state_conflict` if there are too many operators. */
export async function createOperator(
  access: HubAccess,
  input: NewHubOperator,
  actor: string,
): Promise<WithOneTimePassword> {
  const oneTimePassword = makeCode();
  const hash = await access.hasher.hash(oneTimePassword);
  const password = { hash, oneTimeUntil: access.clock.now() + LIMITS.oneTimePasswordMs };
  const operator = await transact(access.pool, 'all', (tx) => insertOperator(access, tx, input, password, actor));
  return { operator, oneTimePassword };
}

/** Without an actor, the operator is recorded as their own creator. */
export async function insertOperator(
  access: HubAccess,
  tx: Tx,
  input: NewHubOperator,
  password: { hash: string; oneTimeUntil: number | null },
  actor?: string,
): Promise<HubOperator> {
  const { role, branches, name } = input;
  const login = input.login.toLowerCase();
  refuseLimitedAdministrator(role, branches);
  const { rowCount } = await tx.query('SELECT FROM operators WHERE active');
  if ((rowCount ?? 0) >= LIMITS.operatorsMax) throw conflict('There are too many operators. Deactivate one first.');
  const id = access.newId('opr');
  const nowMs = access.clock.now();
  const { rowCount: inserted } = await tx.query(
    `INSERT INTO operators (id, login_mark, sealed_profile, role, all_branches, active, password_hash, one_time_until, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, true, $6, $7, $8, $8) ON CONFLICT (login_mark) DO NOTHING`,
    [
      id,
      markOf(access, 'login', login),
      sealProfile(access, id, { login, name }),
      role,
      branches === 'all',
      password.hash,
      password.oneTimeUntil,
      nowMs,
    ],
  );
  if (inserted === 0) throw invalidField('login', 'login is already in use; choose another one.');
  await storeBranches(tx, id, branches);
  await appendAudit(tx, access, {
    actor: actor ?? id,
    action: 'operator.created',
    subject: id,
    details: { role, branches },
  });
  return getOperator(access, tx, id);
}

/**
 * Changes the name, the role, the branches or whether the operator may log in. Other rights end all of their sessions at once. Throws `not_found`, and
 * `state_conflict` if no administrator would be left.
 */
export async function changeOperator(
  access: HubAccess,
  id: string,
  change: HubOperatorChange,
  actor: string,
): Promise<HubOperator> {
  return transact(access.pool, 'all', async (tx) => {
    // Two changes at once could each leave the other one as the last administrator.
    await tx.query("SELECT FROM operators WHERE role = 'hub_administrator' ORDER BY id FOR UPDATE");
    const before = await getOperator(access, tx, id);
    const after = { ...before, ...change };
    if (change.role === 'hub_administrator' && change.branches === undefined) after.branches = 'all';
    refuseLimitedAdministrator(after.role, after.branches);
    await tx.query(
      'UPDATE operators SET sealed_profile = $2, role = $3, all_branches = $4, active = $5, updated_at = $6 WHERE id = $1',
      [id, sealProfile(access, id, after), after.role, after.branches === 'all', after.active, access.clock.now()],
    );
    await storeBranches(tx, id, after.branches);
    const { rowCount } = await tx.query("SELECT FROM operators WHERE active AND role = 'hub_administrator' LIMIT 1");
    if (rowCount === 0)
      throw conflict('This is the only active administrator of the hub. Make another operator an administrator first.');
    const rights =
      after.role !== before.role ||
      after.active !== before.active ||
      String(after.branches) !== String(before.branches);
    const sessions = rights ? await endSessionsOf(tx, id) : 0;
    await appendAudit(tx, access, {
      actor,
      action: 'operator.changed',
      subject: id,
      details: {
        name: after.name !== before.name,
        role: after.role,
        branches: after.branches,
        active: after.active,
        sessions_ended: sessions,
      },
    });
    return getOperator(access, tx, id);
  });
}

/** Replaces an operator's password with a one-time password, ends their sessions, and lets them log in at once. Throws `not_found`. */
export async function resetPassword(access: HubAccess, id: string, actor: string): Promise<WithOneTimePassword> {
  const oneTimePassword = makeCode();
  const hash = await access.hasher.hash(oneTimePassword);
  const operator = await transact(access.pool, 'all', async (tx) => {
    const { login } = await getOperator(access, tx, id);
    await storePassword(access, tx, id, { hash, oneTimeUntil: access.clock.now() + LIMITS.oneTimePasswordMs });
    await forgetFailures(access, tx, login);
    const sessions = await endSessionsOf(tx, id);
    const details = { sessions_ended: sessions };
    await appendAudit(tx, access, { actor, action: 'operator.password_reset', subject: id, details });
    return getOperator(access, tx, id);
  });
  return { operator, oneTimePassword };
}

/** Removes the second factor of an operator, who may have lost it, and ends their sessions. Throws `not_found`, `state_conflict` if there is none. */
export async function removeSecondFactor(access: HubAccess, id: string, actor: string): Promise<HubOperator> {
  return transact(access.pool, 'all', async (tx) => {
    const { inForce } = keptFactor(access, await lockOperator(tx, id));
    if (inForce === null) throw conflict('This operator has no second factor, so there is nothing to remove.');
    await storeFactor(access, tx, id, { inForce: null, proposed: null });
    const details = { sessions_ended: await endSessionsOf(tx, id) };
    await appendAudit(tx, access, { actor, action: 'operator.second_factor_removed', subject: id, details });
    return getOperator(access, tx, id);
  });
}

export async function storePassword(
  access: HubAccess,
  tx: Tx,
  id: string,
  { hash, oneTimeUntil }: { hash: string; oneTimeUntil: number | null },
): Promise<void> {
  await tx.query('UPDATE operators SET password_hash = $2, one_time_until = $3, updated_at = $4 WHERE id = $1', [
    id,
    hash,
    oneTimeUntil,
    access.clock.now(),
  ]);
}

/** Ends every session of an operator. Returns how many there were. */
export async function endSessionsOf(tx: Tx, operatorId: string): Promise<number> {
  const { rowCount } = await tx.query('DELETE FROM sessions WHERE operator_id = $1', [operatorId]);
  return rowCount ?? 0;
}

async function storeBranches(tx: Tx, id: string, branches: Reach): Promise<void> {
  await tx.query('DELETE FROM operator_branches WHERE operator_id = $1', [id]);
  if (branches === 'all') return;
  await tx.query('INSERT INTO operator_branches (operator_id, branch) SELECT $1, unnest($2::text[])', [
    id,
    [...new Set(branches)],
  ]);
}

function refuseLimitedAdministrator(role: HubRole, branches: Reach): void {
  if (role === 'hub_viewer' || branches === 'all') return;
  throw invalidField('branches', 'An administrator of the hub sees all branches; limit viewers only.');
}

const placeOf = (id: string): string => `hub-operator:${id}:profile`;

function sealProfile({ staffKey }: HubAccess, id: string, { login, name }: Profile): Buffer {
  return seal(staffKey, placeOf(id), Buffer.from(JSON.stringify({ login, name })));
}

export function fromRow(access: HubAccess, row: OperatorRow): HubOperator {
  const profile = JSON.parse(unseal(access.staffKey, placeOf(row.id), row.sealed_profile).toString()) as Profile;
  return {
    id: row.id,
    ...profile,
    role: row.role,
    branches: row.all_branches ? 'all' : row.branches,
    active: row.active,
    mustChangePassword: row.one_time_until !== null,
    hasSecondFactor: keptFactor(access, row).inForce !== null,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
