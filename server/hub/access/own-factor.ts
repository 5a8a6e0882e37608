import { confirmFactor, makeFactor, type ShownFactor, WRONG_CODE, WRONG_FIRST_CODE } from '../../access/totp.ts';
import { AppError, conflict, invalidField } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { appendAudit } from '../audit/log.ts';
import { type Tx, transact } from '../db/transact.ts';
import type { HubAccess } from './deps.ts';
import { keptFactor, storeFactor } from './factors.ts';
import { endSessionsOf, lockOperator, type OperatorRow } from './operators.ts';
import { beginSession, type HubSession } from './sessions.ts';
import { tryPassword } from './try-password.ts';

/** Proof that the person at the screen is the operator. */
interface OwnProof {
  password: string;
  /** Of the second factor that is in force. */
  code?: string | undefined;
  address: string;
}

/**
 * Shows a new secret for an operator's own second factor. It is in force after `confirmSecondFactor` receives a code from it. Needs the password, and a
 * code of the current factor, if there is one. Throws `login_failed`, `second_factor_required`, `rate_limited`.
 */
export async function proposeSecondFactor(
  access: HubAccess,
  session: HubSession,
  proof: OwnProof,
): Promise<ShownFactor> {
  const shown = makeFactor(session.operator.login);
  await proven(access, session, proof, async (tx, row) => {
    const proposed = { secret: shown.secret, untilMs: access.clock.now() + LIMITS.secondFactorProposedMs };
    await storeFactor(access, tx, row.id, { ...keptFactor(access, row), proposed });
  });
  return shown;
}

/**
 * Puts the shown second factor in force. Ends all of the operator's sessions and begins a new one. Returns recovery codes, which cannot be read again.
 * Throws `state_conflict` if no factor waits, `invalid_request` for a wrong code.
 */
export async function confirmSecondFactor(
  access: HubAccess,
  { operatorId }: HubSession,
  code: string,
): Promise<{ token: string; recoveryCodes: string[] }> {
  return transact(access.pool, 'all', async (tx) => {
    const { proposed } = keptFactor(access, await lockOperator(tx, operatorId));
    const nowMs = access.clock.now();
    if (proposed === null || proposed.untilMs <= nowMs) {
      throw conflict('No second factor is waiting for its first code. Start again to get a new secret.');
    }
    const made = confirmFactor(access, { secret: proposed.secret, typed: code, timeMs: nowMs });
    if (made === null) throw invalidField('code', WRONG_FIRST_CODE);
    await storeFactor(access, tx, operatorId, { inForce: made.factor, proposed: null });
    const token = await beginAnew(access, tx, operatorId, 'operator.second_factor_set');
    return { token, recoveryCodes: made.recoveryCodes };
  });
}

/**
 * Removes an operator's own second factor. Throws `state_conflict` if the role needs it or there is none, `login_failed`, `second_factor_required`,
 * `rate_limited`.
 */
export async function giveUpSecondFactor(access: HubAccess, session: HubSession, proof: OwnProof): Promise<string> {
  const { operator, role, operatorId } = session;
  if (!operator.hasSecondFactor) throw conflict('You have no second factor, so there is nothing to remove.');
  if (access.factorRoles.includes(role)) {
    throw conflict('Your role requires a second factor. Set up a new one to replace it.');
  }
  return proven(access, session, proof, async (tx) => {
    await storeFactor(access, tx, operatorId, { inForce: null, proposed: null });
    return beginAnew(access, tx, operatorId, 'operator.second_factor_given_up');
  });
}

async function beginAnew(
  access: HubAccess,
  tx: Tx,
  id: string,
  action: 'operator.second_factor_set' | 'operator.second_factor_given_up',
): Promise<string> {
  await endSessionsOf(tx, id);
  const token = await beginSession(access, tx, id);
  await appendAudit(tx, access, { actor: id, action, subject: id });
  return token;
}

/** Does `work` in the transaction in which an operator has proven to be at the screen. */
async function proven<T>(
  access: HubAccess,
  { operator: { login } }: HubSession,
  proof: OwnProof,
  work: (tx: Tx, row: OperatorRow) => Promise<T>,
): Promise<T> {
  const tried = await tryPassword(access, { ...proof, login, refusal: 'password.refused' }, work);
  if ('done' in tried) return tried.done;
  throw new AppError('login_failed', tried.refused === 'code' ? WRONG_CODE : 'The password is wrong. Type it again.');
}
