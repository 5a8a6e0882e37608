import { computed, signal } from '@preact/signals';
import type { HubSessionAnswer } from '../../server/contract/hub-console.ts';
import { type ApiError, asApiError, sessionBegan, whenSignedOut } from '../client/api.ts';
import type { OwnFactor } from '../client/own-factor.ts';
import { AGAIN_MS, ask, isDatabaseAway } from './api.ts';

/** The session; null: not asked yet. */
export const session = signal<HubSessionAnswer | null>(null);
export const sessionProblem = signal<ApiError | null>(null);
export const operator = computed(() => session.value?.operator ?? null);
export const isAdministrator = computed(() => operator.value?.role === 'hub_administrator');

export async function startSession(): Promise<void> {
  whenSignedOut(() => void refresh());
  await refresh();
}

async function refresh(): Promise<void> {
  try {
    session.value = await ask('GET', 'session');
    sessionProblem.value = null;
  } catch (error) {
    const problem = asApiError(error);
    sessionProblem.value = problem;
    if (isDatabaseAway(problem)) setTimeout(() => void refresh(), AGAIN_MS);
  }
}

/** Sends what begins a session, and shows the console. Throws `ApiError`. */
async function begin(path: string, body: object): Promise<void> {
  began(await ask('POST', path, body));
}

function began(answer: HubSessionAnswer): void {
  sessionBegan();
  session.value = answer;
}

/** Logs in. `code`: of the second factor, if the hub asked for one. Throws `ApiError`; `second_factor_required` means that a code is needed. */
export const logIn = (login: string, password: string, code: string | null): Promise<void> =>
  begin('session', { login, password, ...(code !== null && { code }) });

export const setUp = (input: { code: string; login: string; name: string; password: string }): Promise<void> =>
  begin('session/setup', input);

export const changePassword = (former: string, chosen: string): Promise<void> =>
  begin('session/password', { old_password: former, new_password: chosen });

/** The operator's own second factor. */
export const ownFactor = computed<OwnFactor>(() => ({
  has: operator.value?.second_factor ?? false,
  hasPassword: true,
  propose: (password, code) => ask('POST', 'session/second-factor', { password, ...(code !== null && { code }) }),
  async confirm(code) {
    const answer = await ask<HubSessionAnswer & { recovery_codes: string[] }>('POST', 'session/second-factor/confirm', {
      code,
    });
    return { recoveryCodes: answer.recovery_codes, begin: () => began(answer) };
  },
  remove: (password, code) => begin('session/second-factor/remove', { password, ...(code !== null && { code }) }),
}));

export async function logOut(): Promise<void> {
  await ask('DELETE', 'session');
  location.hash = '';
  await refresh();
}
