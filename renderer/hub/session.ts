import { computed, signal } from '@preact/signals';
import type { HubSessionAnswer } from '../../server/contract/hub-console.ts';
import { type ApiError, asApiError, sessionBegan, whenSignedOut } from '../client/api.ts';
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
  const begun = await ask<HubSessionAnswer>('POST', path, body);
  sessionBegan();
  session.value = begun;
}

export const logIn = (login: string, password: string): Promise<void> => begin('session', { login, password });

export const setUp = (input: { code: string; login: string; name: string; password: string }): Promise<void> =>
  begin('session/setup', input);

export const changePassword = (former: string, chosen: string): Promise<void> =>
  begin('session/password', { old_password: former, new_password: chosen });

export async function logOut(): Promise<void> {
  await ask('DELETE', 'session');
  location.hash = '';
  await refresh();
}
