import { normalisePassword, readNewPassword } from '../../access/password-rules.ts';
import { WRONG_CODE } from '../../access/totp.ts';
import { AppError, conflict, invalidField } from '../../lib/errors.ts';
import { appendAudit } from '../audit/log.ts';
import { type Tx, transact } from '../db/transact.ts';
import { attemptSucceeded, beginAttempt } from './attempts.ts';
import type { HubAccess } from './deps.ts';
import { endSessionsOf, hasOperators, insertOperator, storePassword } from './operators.ts';
import { beginSession, type HubSession } from './sessions.ts';
import { tryPassword } from './try-password.ts';

const WRONG_LOGIN =
  'The login or password is wrong, or can no longer be used. Try again, or ask an administrator to reset the password.';

/**
 * Begins a session and returns its token. An unknown login gets the answer for a wrong password. Throws `login_failed`, `second_factor_required` if the
 * password is right and a code is needed, `rate_limited` during a delay, `setup_required`.
 */
export async function logIn(
  access: HubAccess,
  input: { login: string; password: string; code?: string | undefined; address: string },
): Promise<string> {
  if (!(await transact(access.pool, 'all', hasOperators, { readOnly: true }))) {
    throw new AppError(
      'setup_required',
      'No operator of the hub exists yet. Create the first administrator with the code that the hub printed.',
    );
  }
  const typed = { ...input, login: input.login.trim().toLowerCase(), refusal: 'session.refused' } as const;
  const tried = await tryPassword(access, typed, (tx, { id }) => begin(access, tx, id));
  if ('done' in tried) return tried.done;
  throw new AppError('login_failed', tried.refused === 'code' ? WRONG_CODE : WRONG_LOGIN);
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
  const hash = await access.hasher.hash(password);
  const typed = { login, password: old, code: null, address: input.address, refusal: 'password.refused' } as const;
  const tried = await tryPassword(access, typed, async (tx) => {
    await storePassword(access, tx, id, { hash, oneTimeUntil: null });
    await endSessionsOf(tx, id);
    await appendAudit(tx, access, { actor: id, action: 'operator.password_changed', subject: id });
    return beginSession(access, tx, id);
  });
  if ('done' in tried) return tried.done;
  throw new AppError('login_failed', 'The old password is wrong. Type it again.');
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
