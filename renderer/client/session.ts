import { computed, effect, signal } from '@preact/signals';
import type { SessionAnswer } from '../../server/api/contract/operators.ts';
import { ApiError, get, post, request, whenSignedOut } from './api.ts';
import { watchIdle } from './idle.ts';

type Scope = SessionAnswer['scopes'][number];

/** What the appliance says of who is logged in; null until it was asked. */
export const session = signal<SessionAnswer | null>(null);
/** Why the session could not be asked for. */
export const sessionProblem = signal<ApiError | null>(null);
/** The login of whoever was locked out after idle time. Kept in memory alone. */
export const lockedLogin = signal<string | null>(null);

export const operator = computed(() => session.value?.operator ?? null);

/** Whether whoever is logged in has any of these scopes. */
export function can(...scopes: Scope[]): boolean {
  return scopes.some((scope) => session.value?.scopes.includes(scope));
}

export async function startSession(): Promise<void> {
  whenSignedOut(() => {
    // A session that ended by itself is a lock: whoever comes back stays where they were.
    if (operator.value) endLocally({ lock: true });
  });
  await refreshSession();
  effect(() => (operator.value ? watchIdle(() => void lock()) : undefined));
}

export async function refreshSession(): Promise<void> {
  try {
    session.value = await get<SessionAnswer>('/session');
    sessionProblem.value = null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sessionProblem.value = error;
  }
}

export async function logIn(login: string, password: string): Promise<void> {
  session.value = await post<SessionAnswer>('/session', { login, password });
  lockedLogin.value = null;
}

/** Makes the first administrator. `code` is the one-time code that the start of the appliance printed. */
export async function setUp(input: { code: string; login: string; name: string; password: string }): Promise<void> {
  session.value = await post<SessionAnswer>('/session/setup', input);
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const body = { old_password: oldPassword, new_password: newPassword };
  session.value = await post<SessionAnswer>('/session/password', body);
}

export async function logOut(): Promise<void> {
  await endRemotely();
  endLocally({ lock: false });
}

/** Ends the session on the appliance and hides what is shown; the page's address stays. */
export async function lock(): Promise<void> {
  const leaving = endRemotely();
  endLocally({ lock: true });
  await leaving;
}

/** Nobody is kept in by an appliance that does not answer. */
async function endRemotely(): Promise<void> {
  await request('DELETE', '/session').catch(() => {});
}

function endLocally({ lock: locked }: { lock: boolean }): void {
  lockedLogin.value = locked ? (operator.value?.login ?? null) : null;
  if (session.value) session.value = { ...session.value, operator: null, scopes: [], ends_at: null };
}
