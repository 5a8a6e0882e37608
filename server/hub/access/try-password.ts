import { normalisePassword } from '../../access/password-rules.ts';
import { appendAudit } from '../audit/log.ts';
import { type Tx, transact } from '../db/transact.ts';
import { attemptSucceeded, attemptWithdrawn, beginAttempt } from './attempts.ts';
import type { HubAccess } from './deps.ts';
import { opensFactor } from './factors.ts';
import { type OperatorRow, rowOfLogin } from './operators.ts';

interface Typed {
  login: string;
  password: string;
  /** Of the second factor; null: it is not asked for. */
  code?: string | undefined | null;
  address: string;
  /** What the audit log says of a wrong password. */
  refusal: 'session.refused' | 'password.refused';
}

/**
 * Checks a typed password, and the code of the second factor, and does `work` in the same transaction, which has locked the operator's row. An unknown
 * login costs one hash, as a known one does. Throws `rate_limited` during a delay, `second_factor_required` if the password is right and the code is
 * missing; what was not checked, or could not be done, is no failure.
 */
export async function tryPassword<T>(
  access: HubAccess,
  { login, password, code, address, refusal }: Typed,
  work: (tx: Tx, row: OperatorRow) => Promise<T>,
): Promise<{ done: T } | { refused: 'password' | 'code' }> {
  const attempt = { login, address };
  await beginAttempt(access, attempt);
  try {
    const tried = await transact(access.pool, 'all', (tx) => rowOfLogin(access, tx, login), { readOnly: true });
    const right = await access.hasher.verify(normalisePassword(password), tried?.password_hash ?? null);
    return await transact(access.pool, 'all', async (tx) => {
      // Of two logins with one code, the later one must see that it is used.
      const row = await rowOfLogin(access, tx, login, 'FOR UPDATE OF o');
      const refuse = (action: 'session.code_refused' | typeof refusal): Promise<void> =>
        appendAudit(tx, access, { actor: row?.id ?? 'system', action, ...(row && { subject: row.id }) });
      if (!row || !right || !isOpen(access, row, tried)) {
        await refuse(refusal);
        return { refused: 'password' };
      }
      if (code !== null && !(await opensFactor(access, tx, row, code))) {
        await refuse('session.code_refused');
        return { refused: 'code' };
      }
      await attemptSucceeded(access, tx, attempt);
      return { done: await work(tx, row) };
    });
  } catch (error) {
    await attemptWithdrawn(access, attempt).catch(() => {});
    throw error;
  }
}

/** Whether the operator may log in with the password that was checked: it may have been replaced since then. */
function isOpen({ clock }: HubAccess, row: OperatorRow, tried: OperatorRow | null): boolean {
  if (!row.active || row.password_hash !== tried?.password_hash) return false;
  return row.one_time_until === null || row.one_time_until > clock.now();
}
