import { transact } from '../db/transact.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import { type Attempt, beginAttempt } from './attempts.ts';
import {
  countOperators,
  type DirectoryOperator,
  findByLogin,
  getOperator,
  insertOperator,
  keepDirectoryOperator,
  normaliseLogin,
  type Operator,
  type OperatorDeps,
  type OperatorRow,
  operatorRow,
  refuseWithoutPassword,
  storePassword,
} from './operators.ts';
import { normalisePassword, readNewPassword } from './password-rules.ts';
import { clearFactor, type ProposedFactors, putInForce, useCode } from './second-factor.ts';
import {
  beginSession,
  type Confirmation,
  codeEntered,
  confirmationOf,
  endSession,
  endSessionsOf,
  type Session,
} from './sessions.ts';
import type { SetupCode } from './setup.ts';
import { CODE_MISSING, type ShownFactor, WRONG_CODE, WRONG_FIRST_CODE } from './totp.ts';

export interface LoginDeps extends OperatorDeps {
  setup: SetupCode;
  proposedFactors: ProposedFactors;
}

/** An operator and the token of their new session. */
export interface LoggedIn {
  operator: Operator;
  /** The session token. It cannot be read again. */
  token: string;
}

/**
 * Begins a session and ends `former`, the previous session of the same browser. An unknown login costs one hash, counts as a failure, and gets the
 * answer for a wrong password. Throws `login_failed`, `second_factor_required` if the password is right and a code is needed, `rate_limited` during
 * a delay, `setup_required`.
 */
export async function logIn(
  deps: LoginDeps,
  input: { login: string; password: string; code?: string; address: string },
  former: Session | null,
): Promise<LoggedIn> {
  if (countOperators(deps) === 0)
    throw new AppError(
      'setup_required',
      'No operator exists yet. Create the first administrator at /session/setup with the setup code that Custos printed at startup.',
    );
  const login = normaliseLogin(input.login);
  const attempt = beginAttempt(deps, { login, address: input.address });
  const tried = findByLogin(deps, login);
  const right = await verify(deps, attempt, input.password, tried);
  const loggedIn = undoing(attempt, () =>
    transact(deps.db, () => {
      const row = findByLogin(deps, login);
      if (!row || !right || !isOpen(deps, row, tried)) return refused(deps, 'session.refused', row?.id);
      if (!opensFactor(deps, row, input.code)) return refused(deps, 'session.code_refused', row.id);
      attempt.succeeded();
      if (former) endSession(deps, former.hash);
      return begin(deps, row.id, 'session.begun');
    }),
  );
  if (!loggedIn) throw loginFailed(right && input.code !== undefined ? WRONG_CODE : WRONG_LOGIN);
  await renewHash(deps, loggedIn.operator.id, input.password);
  return loggedIn;
}

/**
 * Creates the first operator, an administrator, for the person with the code printed at startup. Throws `invalid_request` for a password that is
 * not allowed, `login_failed` for a wrong code, `state_conflict` if there is an operator already.
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
    throw loginFailed(
      'The code is not the setup code that Custos printed at its last start. Copy that code, or restart Custos to get a new one.',
    );
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
 * Sets an operator's own password, which needs the old one. Ends all of their sessions and begins a new one. Throws `login_failed` if the old
 * password is wrong, `invalid_request` if the new one is not allowed, `rate_limited`, `state_conflict` if the directory keeps the password.
 */
export async function changePassword(
  deps: LoginDeps,
  operatorId: string,
  input: { oldPassword: string; newPassword: string; address: string },
): Promise<LoggedIn> {
  const operator = getOperator(deps, operatorId);
  refuseWithoutPassword(operator);
  const { login } = operator;
  const password = readNewPassword(input.newPassword, login, 'new_password');
  if (password === normalisePassword(input.oldPassword))
    throw invalidField('new_password', 'new_password is the same as the old password; choose a different one.');
  const attempt = beginAttempt(deps, { login, address: input.address });
  const tried = operatorRow(deps, operatorId);
  const right = await verify(deps, attempt, input.oldPassword, tried);
  if (!right) {
    transact(deps.db, () => refused(deps, 'password.refused', operatorId));
    throw loginFailed('The old password is wrong. Type it again.');
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
  if (!loggedIn) throw loginFailed('The old password can no longer be used. Ask an administrator to reset it.');
  return loggedIn;
}

/**
 * Shows a new secret for an operator's own second factor. It is in force after `confirmSecondFactor` receives a code from it. Needs the password,
 * and a code of the current factor, if there is one. Throws `login_failed`, `second_factor_required`, `rate_limited`.
 */
export async function proposeSecondFactor(deps: LoginDeps, operatorId: string, input: OwnProof): Promise<ShownFactor> {
  await prove(deps, operatorId, input);
  return deps.proposedFactors.propose(operatorId, getOperator(deps, operatorId).login);
}

/**
 * Puts the shown second factor in force. Ends all of the operator's sessions and begins a new one. Returns recovery codes, which cannot be read
 * again. Throws `state_conflict` if no factor waits or the clock is in doubt, `invalid_request` for a wrong code.
 */
export function confirmSecondFactor(
  deps: LoginDeps,
  operatorId: string,
  code: string,
): LoggedIn & { recoveryCodes: string[] } {
  const secret = deps.proposedFactors.secretOf(operatorId);
  if (secret === null) {
    throw conflict('No second factor is waiting for its first code. Start again to get a new secret.');
  }
  const done = transact(deps.db, () => {
    operatorRow(deps, operatorId);
    const recoveryCodes = putInForce(deps, operatorId, secret, code);
    if (recoveryCodes === null) return null;
    const confirmed = confirmationOf(deps, operatorId);
    endSessionsOf(deps, operatorId);
    return { ...begin(deps, operatorId, 'operator.second_factor_set', confirmed), recoveryCodes };
  });
  if (done === null) throw invalidField('code', WRONG_FIRST_CODE);
  deps.proposedFactors.drop(operatorId);
  return done;
}

/**
 * Removes an operator's own second factor. Throws `state_conflict` if the role needs it or there is none, `login_failed`, `second_factor_required`,
 * `rate_limited`.
 */
export async function giveUpSecondFactor(deps: LoginDeps, operatorId: string, input: OwnProof): Promise<LoggedIn> {
  const { role, source, hasSecondFactor } = getOperator(deps, operatorId);
  if (!hasSecondFactor) throw conflict('You have no second factor, so there is nothing to remove.');
  if (deps.secondFactorRoles(source).includes(role)) {
    throw conflict('Your role requires a second factor. Set up a new one to replace it.');
  }
  await prove(deps, operatorId, input);
  return transact(deps.db, () => {
    clearFactor(deps, operatorId);
    const confirmed = confirmationOf(deps, operatorId);
    endSessionsOf(deps, operatorId);
    return begin(deps, operatorId, 'operator.second_factor_given_up', confirmed);
  });
}

/** Proof that the person at the screen is the operator. */
interface OwnProof {
  password: string;
  code?: string;
  address: string;
}

/** Throws `login_failed`, `second_factor_required`, `rate_limited`. */
async function prove(deps: LoginDeps, operatorId: string, { password, code, address }: OwnProof): Promise<void> {
  const { login, source } = getOperator(deps, operatorId);
  if (source === 'directory') return proveByCode(deps, operatorId, { code, address });
  const attempt = beginAttempt(deps, { login, address });
  const tried = operatorRow(deps, operatorId);
  const right = await verify(deps, attempt, password, tried);
  const proven = undoing(attempt, () =>
    transact(deps.db, () => {
      const row = operatorRow(deps, operatorId);
      if (!right || !isOpen(deps, row, tried)) return refused(deps, 'password.refused', operatorId);
      if (!opensFactor(deps, row, code)) return refused(deps, 'session.code_refused', operatorId);
      attempt.succeeded();
      return true;
    }),
  );
  if (!proven) throw loginFailed(right ? WRONG_CODE : 'The password is wrong. Type it again.');
}

/** The directory has confirmed this operator within minutes, so only the code of a factor that is in force is missing. */
function proveByCode(deps: LoginDeps, operatorId: string, proof: { code?: string | undefined; address: string }): void {
  if (!deps.asksForFactor('directory')) {
    throw conflict('The directory asks you for your second factor, and this appliance does not. Change it there.');
  }
  const attempt = beginAttempt(deps, { login: `directory:${operatorId}`, address: proof.address });
  const proven = undoing(attempt, () =>
    transact(deps.db, () => {
      if (!opensFactor(deps, operatorRow(deps, operatorId), proof.code)) {
        return refused(deps, 'session.code_refused', operatorId);
      }
      attempt.succeeded();
      return true;
    }),
  );
  if (!proven) throw loginFailed(WRONG_CODE);
}

/**
 * Lets in a person whom the directory has just confirmed, and ends `former`, the previous session of the same browser. The session lasts until the
 * directory must confirm them again. Throws `login_failed` if an administrator has deactivated them, `state_conflict` if there are too many operators.
 */
export function logInByDirectory(
  deps: LoginDeps,
  { person, grant }: { person: DirectoryOperator; grant: string | null },
  former: Session | null,
): LoggedIn {
  const loggedIn = transact(deps.db, () => {
    const operator = keepDirectoryOperator(deps, person);
    if (!operator) return refuseByDirectory(deps, 'deactivated');
    if (former) endSession(deps, former.hash);
    const untilMs = deps.clock.now() + LIMITS.directoryConfirmedMs;
    const codeDue = operator.hasSecondFactor && deps.asksForFactor('directory');
    return begin(deps, operator.id, 'session.begun', { untilMs, grant, codeDue });
  });
  if (loggedIn) return loggedIn;
  throw loginFailed(
    'An administrator of this appliance has deactivated your account. Ask an administrator to activate it.',
  );
}

/** Records that a login by the directory was refused. `why`: a code. Runs in the caller's transaction, which must commit. */
export function refuseByDirectory({ audit }: Pick<LoginDeps, 'audit'>, why: string): null {
  audit.append({ actor: 'system', action: 'session.directory_refused', details: { why } });
  return null;
}

/** Enters the code of the second factor after a login by the directory. Throws `login_failed`, `rate_limited`, `state_conflict` if no code is due. */
export function enterCode(deps: LoginDeps, session: Session, proof: { code: string; address: string }): void {
  if (!session.mustEnterCode) throw conflict('This session needs no code. Go on with your work.');
  proveByCode(deps, session.operatorId, proof);
  codeEntered(deps, session.hash);
}

/** Whether the second factor of this row accepts the code. Runs in the caller's transaction. Throws `second_factor_required` without a code. */
function opensFactor(deps: LoginDeps, row: OperatorRow, code: string | undefined): boolean {
  if (row.sealed_factor === null) return true;
  if (code === undefined) throw new AppError('second_factor_required', CODE_MISSING);
  return useCode(deps, row, code);
}

/** An attempt that was not checked, because the code or the correct time was missing, is not a failure. */
function undoing<T>(attempt: Attempt, work: () => T): T {
  try {
    return work();
  } catch (error) {
    attempt.withdraw();
    throw error;
  }
}

/** Ends a session. */
export function logOut(deps: LoginDeps, session: Session): void {
  transact(deps.db, () => {
    endSession(deps, session.hash);
    deps.audit.append({ actor: session.operatorId, action: 'session.ended', subjectId: session.operatorId });
  });
}

/** A password that could not be checked does not count as wrong. */
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

/** Whether a correct password may be used, and is still the password after the time that hashing took. */
function isOpen({ clock }: LoginDeps, row: OperatorRow, tried: OperatorRow | undefined): boolean {
  const isInTime = row.one_time_until === null || row.one_time_until > clock.now();
  return row.active === 1 && isInTime && row.password_hash === tried?.password_hash;
}

/** Runs in the caller's transaction. */
function begin(deps: LoginDeps, operatorId: string, action: AuditAction, confirmed?: Confirmation): LoggedIn {
  const token = beginSession(deps, operatorId, confirmed);
  const details = confirmed ? { details: { source: 'directory' } } : {};
  deps.audit.append({ actor: operatorId, action, subjectId: operatorId, ...details });
  return { operator: getOperator(deps, operatorId), token };
}

/** Runs in the caller's transaction, which must commit, because the log records refusals. */
function refused(deps: LoginDeps, action: AuditAction, operatorId?: string): null {
  deps.audit.append({ actor: 'system', action, ...(operatorId === undefined ? {} : { subjectId: operatorId }) });
  return null;
}

/** Hashes the password again if its hash has another cost. If too many calls wait, a later login does it. */
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

const WRONG_LOGIN =
  'The login or password is wrong, or can no longer be used. Try again, or ask an administrator to reset the password.';

/** Returns the answer to a wrong login of any kind. */
export const wrongLogin = (): AppError => loginFailed(WRONG_LOGIN);

const loginFailed = (detail: string): AppError => new AppError('login_failed', detail);

function isSetUp(): AppError {
  return conflict('An operator already exists. Log in, or ask an administrator for an account.');
}
