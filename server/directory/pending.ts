import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';

/** Logins that wait for the provider's answer. Each is for the browser that holds its token, and is taken once. Kept only in memory. */
export interface PendingLogins<T> {
  /** Returns the token for the browser. */
  put(login: T): string;
  /** Returns the login and forgets it; null if there is none with this token, or it has expired. */
  take(token: string): T | null;
  clear(): void;
}

export function createPendingLogins<T>(clock: Clock): PendingLogins<T> {
  const pending = new Map<string, { login: T; untilMs: number }>();
  return {
    put(login) {
      const [oldest] = pending.keys();
      if (oldest !== undefined && pending.size >= LIMITS.directoryLoginsMax) pending.delete(oldest);
      const token = randomBytes(32).toString('base64url');
      pending.set(token, { login, untilMs: clock.now() + LIMITS.directoryLoginMs });
      return token;
    },
    take(token) {
      const found = pending.get(token);
      pending.delete(token);
      return found && found.untilMs > clock.now() ? found.login : null;
    },
    clear: () => pending.clear(),
  };
}
