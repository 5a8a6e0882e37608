import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import { type Attempt, beginAttempt } from './attempts.ts';
import {
  countOperators,
  findByLogin,
  getOperator,
  insertOperator,
  normaliseLogin,
  type Operator,
  type OperatorDeps,
  type OperatorRow,
  operatorRow,
  storePassword,
} from './operators.ts';
import { normalisePassword, readNewPassword } from './password-rules.ts';
import { beginSession, endSession, endSessionsOf, type Session } from './sessions.ts';
import type { SetupCode } from './setup.ts';

export interface LoginDeps extends OperatorDeps {
  setup: SetupCode;
}

/** An operator and the token of their new session. */
export interface LoggedIn {
  operator: Operator;
  /** Cannot be read again. */
  token: string;
}

/**
 * Begins a session in the place of `former`, the one that the same browser had. A login that nobody has costs one hashing, counts and is
 * answered as a wrong password is. Throws `login_failed`, `rate_limited` while there is to be waited, `setup_required`.
 */
export async function logIn(
  deps: LoginDeps,
  input: { login: string; password: string; address: string },
  former: Session | null,
): Promise<LoggedIn> {
  if (countOperators(deps) === 0) throw setupRequired();
  const login = normaliseLogin(input.login);
  const attempt = beginAttempt(deps, { login, address: input.address });
  const tried = findByLogin(deps, login);
  const right = await verify(deps, attempt, input.password, tried);
  const loggedIn = transact(deps.db, () => {
    const row = findByLogin(deps, login);
    if (!row || !right || !isOpen(deps, row, tried)) return refused(deps, 'session.refused', row?.id);
    attempt.succeeded();
    if (former) endSession(deps, former.hash);
    return begin(deps, row.id, 'session.begun');
  });
  if (!loggedIn) throw loginFailed('The login or the password is wrong, or may no longer be used.');
  await renewHash(deps, loggedIn.operator.id, input.password);
  return loggedIn;
}

/**
 * Makes the first operator, an administrator, for whoever has the code that the start printed. Throws `invalid_request` for a password
 * that may not be one, `login_failed` for another code, `state_conflict` where there is an operator.
 */
export async function setUp(
  deps: LoginDeps,
  input: { code: string; login: string; name: string; password: string; address: string },
): Promise<LoggedIn> {
  if (countOperators(deps) > 0) throw isSetUp();
  const login = normaliseLogin(input.login);
  const password = readNewPassword(input.password, login, 'password');
  const attempt = beginAttempt(deps, { login: null, address: input.address });
  if (!deps.setup.matches(input.code)) {
    transact(deps.db, () => refused(deps, 'setup.refused'));
    throw loginFailed('The code is not the one that the last start of the appliance printed. Copy it, or start anew.');
  }
  attempt.succeeded();
  const hash = await deps.hasher.hash(password);
  const loggedIn = transact(deps.db, () => {
    if (countOperators(deps) > 0) throw isSetUp();
    const made = { login, name: input.name, role: 'administrator' as const };
    const operator = insertOperator(deps, made, { hash, oneTimeUntil: null });
    return begin(deps, operator.id, 'session.begun');
  });
  deps.setup.close();
  return loggedIn;
}

/**
 * Sets an operator's own password, which needs the old one. All of their sessions end, and a new one begins. Throws `login_failed` where
 * the old one is wrong, `invalid_request` where the new one may not be one, `rate_limited`.
 */
export async function changePassword(
  deps: LoginDeps,
  operatorId: string,
  input: { oldPassword: string; newPassword: string; address: string },
): Promise<LoggedIn> {
  const { login } = getOperator(deps, operatorId);
  const password = readNewPassword(input.newPassword, login, 'new_password');
  if (password === normalisePassword(input.oldPassword)) throw sameAgain();
  const attempt = beginAttempt(deps, { login, address: input.address });
  const tried = operatorRow(deps, operatorId);
  const right = await verify(deps, attempt, input.oldPassword, tried);
  if (!right) {
    transact(deps.db, () => refused(deps, 'password.refused', operatorId));
    throw loginFailed('The old password is wrong.');
  }
  const hash = await deps.hasher.hash(password);
  const loggedIn = transact(deps.db, () => {
    const row = operatorRow(deps, operatorId);
    if (!isOpen(deps, row, tried)) return refused(deps, 'password.refused', operatorId);
    attempt.succeeded();
    storePassword(deps, operatorId, { hash, oneTimeUntil: null });
    endSessionsOf(deps, operatorId);
    return begin(deps, operatorId, 'operator.password_changed');
  });
  if (!loggedIn) throw loginFailed('The old password may no longer be used.');
  return loggedIn;
}

/** Ends a session. */
export function logOut(deps: LoginDeps, session: Session): void {
  transact(deps.db, () => {
    endSession(deps, session.hash);
    deps.audit.append({ actor: session.operatorId, action: 'session.ended', subjectId: session.operatorId });
  });
}

/** A password that could not be looked at does not count as a wrong one. */
async function verify(
  deps: LoginDeps,
  attempt: Attempt,
  password: string,
  row: OperatorRow | undefined,
): Promise<boolean> {
  try {
    return await deps.hasher.verify(normalisePassword(password), row?.password_hash ?? null);
  } catch (error) {
    attempt.withdraw();
    throw error;
  }
}

/** Whether a password that was right may be used, and still is the password, after the time that hashing took. */
function isOpen({ clock }: LoginDeps, row: OperatorRow, tried: OperatorRow | undefined): boolean {
  const isInTime = row.one_time_until === null || row.one_time_until > clock.now();
  return row.active === 1 && isInTime && row.password_hash === tried?.password_hash;
}

/** In the caller's transaction. */
function begin(deps: LoginDeps, operatorId: string, action: string): LoggedIn {
  const token = beginSession(deps, operatorId);
  deps.audit.append({ actor: operatorId, action, subjectId: operatorId });
  return { operator: getOperator(deps, operatorId), token };
}

/** In the caller's transaction, which must commit: the log tells of refusals. */
function refused(deps: LoginDeps, action: string, operatorId?: string): null {
  deps.audit.append({ actor: 'system', action, ...(operatorId === undefined ? {} : { subjectId: operatorId }) });
  return null;
}

/** Hashes made at another cost are made anew while the password is at hand; where too many wait, at a later login. */
async function renewHash(deps: LoginDeps, operatorId: string, password: string): Promise<void> {
  const { password_hash: before } = operatorRow(deps, operatorId);
  if (deps.hasher.isCurrent(before)) return;
  try {
    const hash = await deps.hasher.hash(normalisePassword(password));
    deps.db
      .prepare('UPDATE operators SET password_hash = ? WHERE id = ? AND password_hash = ?')
      .run(hash, operatorId, before);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

const loginFailed = (detail: string): AppError => new AppError('login_failed', detail);

function setupRequired(): AppError {
  return new AppError(
    'setup_required',
    'Nobody can log in yet. Make the first administrator at /session/setup with the code that the start printed.',
  );
}

function isSetUp(): AppError {
  return new AppError(
    'state_conflict',
    'There is an operator already. Log in, or ask an administrator for an account.',
  );
}

function sameAgain(): AppError {
  const message = 'new_password is the old one; choose another one.';
  const item = { code: 'invalid_value', message, field: 'new_password' };
  return new AppError('invalid_request', { detail: message, items: [item] });
}
