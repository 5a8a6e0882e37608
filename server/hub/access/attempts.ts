import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { type Tx, transact } from '../db/transact.ts';
import type { HubAccess } from './deps.ts';
import { markOf } from './marks.ts';

/** One login that is tried; login null: the setup code of the first operator, which belongs to no account. */
interface Tried {
  login: string | null;
  address: string;
}

/**
 * Counts an attempt as failed before its secret is checked, so parallel attempts do not get around the limit. After some failures of an account or an
 * address, each further failure doubles the delay. Throws `rate_limited` during a delay; then nothing is counted.
 */
export async function beginAttempt(access: HubAccess, tried: Tried): Promise<void> {
  const nowMs = access.clock.now();
  await transact(access.pool, 'all', async (tx) => {
    await tx.query('DELETE FROM login_failures WHERE last_at <= $1 OR last_at > $2', [
      nowMs - LIMITS.loginFailuresKeptMs,
      nowMs,
    ]);
    let lockedUntil = 0;
    for (const { mark, free } of countersOf(access, tried)) {
      const { rows } = await tx.query<{ failures: number; locked_until: number }>(
        `INSERT INTO login_failures (mark, failures, last_at, locked_until) VALUES ($1, 1, $2, 0)
         ON CONFLICT (mark) DO UPDATE SET failures = login_failures.failures + 1, last_at = excluded.last_at
         RETURNING failures, locked_until`,
        [mark, nowMs],
      );
      const { failures, locked_until: until } = rows[0] ?? { failures: 1, locked_until: 0 };
      lockedUntil = Math.max(lockedUntil, until);
      if (failures < free) continue;
      const waitMs = Math.min(LIMITS.loginWaitMsMax, LIMITS.loginWaitMsMin * 2 ** (failures - free));
      await tx.query('UPDATE login_failures SET locked_until = $2 WHERE mark = $1', [mark, nowMs + waitMs]);
    }
    if (lockedUntil <= nowMs) return;
    throw new AppError('rate_limited', {
      detail:
        'Too many failed logins. Wait as long as Retry-After says, or ask an administrator to reset the password.',
      retryAfterSeconds: Math.ceil((lockedUntil - nowMs) / 1000),
    });
  });
}

/** The secret was right: clears the account's failures and removes this attempt from the address's. */
export async function attemptSucceeded(access: HubAccess, tx: Tx, { login, address }: Tried): Promise<void> {
  if (login !== null) await forgetFailures(access, tx, login);
  await takeBack(tx, [markOf(access, 'address', address)]);
}

/** The secret was not checked. */
export async function attemptWithdrawn(access: HubAccess, tried: Tried): Promise<void> {
  const marks = countersOf(access, tried).map(({ mark }) => mark);
  await transact(access.pool, 'all', (tx) => takeBack(tx, marks));
}

async function takeBack(tx: Tx, marks: readonly Buffer[]): Promise<void> {
  await tx.query(
    'UPDATE login_failures SET failures = greatest(failures - 1, 0), locked_until = 0 WHERE mark = ANY ($1)',
    [marks],
  );
}

/** Forgets the failures of an account. */
export async function forgetFailures(access: HubAccess, tx: Tx, login: string): Promise<void> {
  await tx.query('DELETE FROM login_failures WHERE mark = $1', [markOf(access, 'account', login)]);
}

function countersOf(access: HubAccess, { login, address }: Tried): { mark: Buffer; free: number }[] {
  const ofAddress = { mark: markOf(access, 'address', address), free: LIMITS.loginFailuresOfAddress };
  if (login === null) return [ofAddress];
  return [{ mark: markOf(access, 'account', login), free: LIMITS.loginFailuresOfAccount }, ofAddress];
}
