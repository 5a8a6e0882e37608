import { normalisePassword, readNewPassword } from '../../access/password-rules.ts';
import { AppError, conflict, invalidField } from '../../lib/errors.ts';
import { appendAudit } from '../audit/log.ts';
import { type Tx, transact } from '../db/transact.ts';
import { attemptSucceeded, beginAttempt } from './attempts.ts';
import type { HubAccess } from './deps.ts';
import {
  endSessionsOf,
  hasOperators,
  insertOperator,
  type OperatorRow,
  rowOfLogin,
  storePassword,
} from './operators.ts';
import { beginSession, type HubSession } from './sessions.ts';

const WRONG_LOGIN =
  'The login or password is wrong, or can no longer be used. Try again, or ask an administrator to reset the password.';

/**
 * Begins a session and returns its token. An unknown login costs one hash, counts as a failure, and gets the answer for a wrong password. Throws
 * `login_failed`, `rate_limited` during a delay, `setup_required`.
 */
export async function logIn(
  access: HubAccess,
  input: { login: string; password: string; address: string },
): Promise<string> {
  const login = input.login.trim().toLowerCase();
  const tried = await transact(access.pool, 'all', async (tx) => {
    if (await hasOperators(tx)) return rowOfLogin(access, tx, login);
    throw new AppError(
      'setup_required',
      'No operator of the hub exists yet. Create the first administrator with the code that the hub printed.',
    );
  });
  await beginAttempt(access, { login, address: input.address });
  const right = await access.hasher.verify(normalisePassword(input.password), tried?.password_hash ?? null);
  const token = await transact(access.pool, 'all', async (tx) => {
    const row = await rowOfLogin(access, tx, login);
    if (!row || !right || !isOpen(access, row, tried)) {
      await appendAudit(tx, access, {
        actor: row?.id ?? 'system',
        action: 'session.refused',
        ...(row && { subject: row.id }),
      });
      return null;
    }
    await attemptSucceeded(access, tx, { login, address: input.address });
    return begin(access, tx, row.id);
  });
  if (token === null) throw new AppError('login_failed', WRONG_LOGIN);
  return token;
}

/** Creates the first operator, an administrator, for the person with the code printed at the start. Throws `login_failed`, `state_conflict`. */
export async function setUp(
  access: HubAccess,
  input: { code: string; login: string; name: string; password: string; address: string },
): Promise<string> {
  const login = input.login.trim().toLowerCase();
  const password = readNewPassword(input.password, login, 'password');
  const tried = { login: null, address: input.address };
  await transact(access.pool, 'all', refuseSecondSetup);
  await beginAttempt(access, tried);
  if (!access.setup.matches(input.code)) {
    throw new AppError(
      'login_failed',
      'The code is not the one that the hub printed at its last start. Copy that code, or restart the hub to get a new one.',
    );
  }
  const hash = await access.hasher.hash(password);
  const token = await transact(
    access.pool,
    'all',
    async (tx) => {
      await refuseSecondSetup(tx);
      await attemptSucceeded(access, tx, tried);
      const made = { login, name: input.name, role: 'hub_administrator', branches: 'all' } as const;
      const operator = await insertOperator(access, tx, made, { hash, oneTimeUntil: null });
      return begin(access, tx, operator.id);
    },
    { isolation: 'serializable' },
  );
  access.setup.close();
  return token;
}

async function refuseSecondSetup(tx: Tx): Promise<void> {
  if (await hasOperators(tx))
    throw conflict('An operator already exists. Log in, or ask an administrator for an account.');
}

/** Sets an operator's own password, which needs the old one. Ends all of their sessions and begins a new one. Throws `login_failed`, `invalid_request`. */
export async function changePassword(
  access: HubAccess,
  { operator }: HubSession,
  input: { oldPassword: string; newPassword: string; address: string },
): Promise<string> {
  const { id, login } = operator;
  const password = readNewPassword(input.newPassword, login, 'new_password');
  const old = normalisePassword(input.oldPassword);
  if (password === old)
    throw invalidField('new_password', 'new_password is the same as the old password; choose a different one.');
  await beginAttempt(access, { login, address: input.address });
  const tried = await transact(access.pool, 'all', (tx) => rowOfLogin(access, tx, login));
  const right = await access.hasher.verify(old, tried?.password_hash ?? null);
  const hash = await access.hasher.hash(password);
  const token = await transact(access.pool, 'all', async (tx) => {
    const row = await rowOfLogin(access, tx, login);
    if (!row || !right || !isOpen(access, row, tried)) return null;
    await attemptSucceeded(access, tx, { login, address: input.address });
    await storePassword(access, tx, id, { hash, oneTimeUntil: null });
    await endSessionsOf(tx, id);
    await appendAudit(tx, access, { actor: id, action: 'operator.password_changed', subject: id });
    return beginSession(access, tx, id);
  });
  if (token === null) throw new AppError('login_failed', 'The old password is wrong. Type it again.');
  return token;
}

/** Ends the session. */
export async function logOut(access: HubAccess, { hash, operatorId }: HubSession): Promise<void> {
  await transact(access.pool, 'all', async (tx) => {
    await tx.query('DELETE FROM sessions WHERE token_hash = $1', [hash]);
    await appendAudit(tx, access, { actor: operatorId, action: 'session.ended', subject: operatorId });
  });
}

async function begin(access: HubAccess, tx: Tx, id: string): Promise<string> {
  const token = await beginSession(access, tx, id);
  await appendAudit(tx, access, { actor: id, action: 'session.begun', subject: id });
  return token;
}

/** Whether the operator may log in with the password that was checked: it may have been replaced since then. */
function isOpen({ clock }: HubAccess, row: OperatorRow, tried: OperatorRow | null): boolean {
  if (!row.active || row.password_hash !== tried?.password_hash) return false;
  return row.one_time_until === null || row.one_time_until > clock.now();
}
