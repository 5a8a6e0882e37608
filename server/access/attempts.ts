import { createHmac } from 'node:crypto';
import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { KeyDeps } from './keys.ts';

type AttemptDeps = Pick<KeyDeps, 'db' | 'clock' | 'pepper'>;

export interface Attempt {
  /** The secret was right: clears the account's failures and removes this attempt from the address's. */
  succeeded(): void;
  /** The secret was not checked. */
  withdraw(): void;
}

interface Counter {
  mark: Buffer;
  free: number;
}

/**
 * Counts an attempt as failed before its secret is checked, so parallel attempts do not get around the limit. After some failures of an account or
 * an address, each further failure doubles the delay. Logins that no operator has count in the same way. Failures dated in the future, from a wrong
 * clock, do not count. Throws `rate_limited` during a delay; then nothing is counted. `login` is null for the setup code of the first operator,
 * which belongs to no account.
 */
export function beginAttempt(
  deps: AttemptDeps,
  { login, address }: { login: string | null; address: string },
): Attempt {
  const ofAddress = { mark: markOf(deps, 'address', address), free: LIMITS.loginFailuresOfAddress };
  const ofAccount = login === null ? [] : [{ mark: accountMark(deps, login), free: LIMITS.loginFailuresOfAccount }];
  transact(deps.db, () => {
    const nowMs = deps.clock.now();
    deps.db
      .prepare('DELETE FROM login_failures WHERE last_at <= ? OR last_at > ?')
      .run(nowMs - LIMITS.loginFailuresKeptMs, nowMs);
    const counters = [ofAddress, ...ofAccount];
    const lockedUntil = Math.max(...counters.map(({ mark }) => failuresOf(deps, mark)?.locked_until ?? 0));
    if (lockedUntil > nowMs)
      throw new AppError('rate_limited', {
        detail:
          'Too many failed logins. Wait as long as Retry-After says, or ask an administrator to reset the password.',
        retryAfterSeconds: Math.ceil((lockedUntil - nowMs) / 1000),
      });
    for (const counter of counters) countFailure(deps, counter);
  });
  const takeBack = ({ mark }: Counter): void => {
    deps.db
      .prepare('UPDATE login_failures SET failures = max(failures - 1, 0), locked_until = 0 WHERE mark = ?')
      .run(mark);
  };
  return {
    succeeded() {
      takeBack(ofAddress);
      if (login !== null) deps.db.prepare('DELETE FROM login_failures WHERE mark = ?').run(accountMark(deps, login));
    },
    withdraw() {
      for (const counter of [ofAddress, ...ofAccount]) takeBack(counter);
    },
  };
}

/**
 * Lets an operator log in at once from any address after a password reset: clears the failures of the account and of every address. The failures of
 * `others`, the logins of the other accounts, stay.
 */
export function letIn(deps: Pick<AttemptDeps, 'db' | 'pepper'>, others: readonly string[]): void {
  const kept = new Set(others.map((login) => accountMark(deps, login).toString('hex')));
  const marks = deps.db.prepare('SELECT mark FROM login_failures').pluck().all() as Buffer[];
  const forget = deps.db.prepare('DELETE FROM login_failures WHERE mark = ?');
  for (const mark of marks) if (!kept.has(mark.toString('hex'))) forget.run(mark);
}

function countFailure(deps: AttemptDeps, { mark, free }: Counter): void {
  const nowMs = deps.clock.now();
  const failures = (failuresOf(deps, mark)?.failures ?? 0) + 1;
  const waitMs = Math.min(LIMITS.loginWaitMsMax, LIMITS.loginWaitMsMin * 2 ** (failures - free));
  const lockedUntil = failures < free ? 0 : nowMs + waitMs;
  deps.db
    .prepare(`
      INSERT INTO login_failures (mark, failures, last_at, locked_until) VALUES (?, ?, ?, ?)
      ON CONFLICT (mark) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at, locked_until = excluded.locked_until`)
    .run(mark, failures, nowMs, lockedUntil);
}

function failuresOf({ db }: Pick<AttemptDeps, 'db'>, mark: Buffer) {
  return db.prepare('SELECT failures, last_at, locked_until FROM login_failures WHERE mark = ?').get(mark) as
    | { failures: number; last_at: number; locked_until: number }
    | undefined;
}

const accountMark = (deps: Pick<AttemptDeps, 'pepper'>, login: string): Buffer => markOf(deps, 'account', login);

function markOf({ pepper }: Pick<AttemptDeps, 'pepper'>, kind: 'account' | 'address', value: string): Buffer {
  return createHmac('sha256', pepper).update(`login.${kind}:${value}`).digest();
}
