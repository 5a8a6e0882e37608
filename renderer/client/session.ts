import { computed, effect, signal } from '@preact/signals';
import type { SessionAnswer } from '../../server/contract/operators.ts';
import type { OperatorSource } from '../../server/vocabulary/roles.ts';
import type { Scope } from '../../server/vocabulary/scopes.ts';
import { type ApiError, asApiError, get, mode, post, request, sessionBegan, whenSignedOut } from './api.ts';
import { nowMs } from './clock.ts';
import type { OwnFactor } from './own-factor.ts';

/** Set while the appliance has not yet confirmed a logout: a reloaded page must not show the session. */
const OWED = 'custos.session_over';
const OWED_RETRY_MS = 5_000;

/** The current session by the appliance; null until it is requested. */
export const session = signal<SessionAnswer | null>(null);
/** Why the request for the session failed. */
export const sessionProblem = signal<ApiError | null>(null);
/** Why the site's directory did not let the person in: a code of the appliance. */
export const directoryProblem = signal<string | null>(null);
/** The login of the operator whose console locked after inactivity. Kept only in memory. */
export const lockedLogin = signal<string | null>(null);
/** Where that operator comes from. */
export const lockedSource = signal<OperatorSource | null>(null);

export const operator = computed(() => session.value?.operator ?? null);
/** The current operator's id. All data of an operator is discarded when it changes. */
export const operatorId = computed(() => operator.value?.id ?? null);

/** Whether the current operator has any of these scopes. */
export function can(...scopes: Scope[]): boolean {
  return scopes.some((scope) => session.value?.scopes.includes(scope));
}

export async function startSession(): Promise<void> {
  whenSignedOut(() => {
    const ended = operator.value;
    // A session that expired is treated as a lock: the operator returns to the same page.
    if (ended) endLocally({ lock: true });
    if (ended?.source === 'directory' && session.value?.directory?.kind === 'oidc') void renewByDirectory();
  });
  hearWindows((word) => {
    if (word === 'locked' || word === 'logged_out') endLocally({ lock: word === 'locked' });
    else if (word === 'changed') void refreshSession();
  });
  // The desktop app: an applicant uses this machine now.
  addEventListener('custos:lock', () => operator.value && void lock());
  // A page from the browser's back/forward cache shows its old state: the operator may have changed.
  addEventListener('pageshow', ({ persisted }) => persisted && void refreshSession());
  takeDirectoryProblem();
  await refreshSession();
  effect(() => (operatorId.value ? watchIdle(() => void lock()) : undefined));
}

/** Requests the current session. First ends a session whose logout could not be confirmed. */
export async function refreshSession(): Promise<void> {
  try {
    if (localStorage.getItem(OWED)) await sayItIsOver();
    session.value = await get('/session');
    sessionBegan();
    sessionProblem.value = null;
  } catch (error) {
    sessionProblem.value = asApiError(error);
  }
}

/** Logs in. `code`: of the second factor, if the appliance asked for one. Throws `ApiError`; `second_factor_required` means that a code is needed. */
export async function logIn(login: string, password: string, code: string | null): Promise<void> {
  await logInBy(login, () => post('/session', { login, password, ...(code !== null && { code }) }));
}

/** Logs in with the password of the site's directory (LDAP). Throws `ApiError`. */
export async function logInByPassword(login: string, password: string): Promise<void> {
  await logInBy(login, () => post('/session/directory/password', { login, password }));
}

async function logInBy(login: string, ask: () => Promise<SessionAnswer>): Promise<void> {
  // Otherwise the end of the previous session could arrive after the beginning of this one.
  await leaving;
  const answer = await ask();
  if (login !== lockedLogin.value) mode.value = 'live';
  begin(answer);
  lockedLogin.value = null;
}

const LOGIN_PROBLEM = 'login_problem';
/** When the directory was last asked without a click. */
const RENEWED = 'custos.directory_renewed';
/** A provider that sends the browser back at once without a session must not do so in a circle. */
const RENEW_AGAIN_MS = 60_000;

/** Reads why a login by the directory was refused, and takes it out of the address. */
function takeDirectoryProblem(): void {
  const url = new URL(location.href);
  directoryProblem.value = url.searchParams.get(LOGIN_PROBLEM);
  if (directoryProblem.value === null) return;
  url.searchParams.delete(LOGIN_PROBLEM);
  history.replaceState(null, '', url);
}

/** Sends the browser to the page of the site's directory, which sends it back to this page. Throws `ApiError`. */
export async function logInByDirectory(): Promise<void> {
  await leaving;
  const { url } = await post('/session/directory', { return_to: `${location.pathname}${location.search}` });
  // A further login replaces the one that was left.
  localStorage.removeItem(OWED);
  location.assign(url);
}

/** A session lasts as long as the directory has confirmed its operator. If the browser is still logged in there, nothing has to be typed. */
async function renewByDirectory(): Promise<void> {
  const last = Number(sessionStorage.getItem(RENEWED) ?? 0);
  if (document.hidden || nowMs() - last < RENEW_AGAIN_MS) return;
  sessionStorage.setItem(RENEWED, String(nowMs()));
  // If it does not work, the login page offers it again.
  await logInByDirectory().catch(() => {});
}

/** Enters the code of the second factor after a login by the directory. Throws `ApiError`. */
export async function enterCode(code: string): Promise<void> {
  begin(await post('/session/second-factor/enter', { code }));
}

/** Creates the first administrator. `code` is the one-time code that the appliance printed at startup. */
export async function setUp(input: { code: string; login: string; name: string; password: string }): Promise<void> {
  begin(await post('/session/setup', input));
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const body = { old_password: oldPassword, new_password: newPassword };
  begin(await post('/session/password', body));
}

/** The operator's own second factor. */
export const ownFactor = computed<OwnFactor>(() => ({
  has: operator.value?.second_factor ?? false,
  hasPassword: operator.value?.source !== 'directory',
  propose: (password, code) => post('/session/second-factor', { password, ...(code !== null && { code }) }),
  async confirm(code) {
    const { recovery_codes: recoveryCodes, ...begun } = await post('/session/second-factor/confirm', { code });
    return { recoveryCodes, begin: () => begin(begun) };
  },
  async remove(password, code) {
    begin(await post('/session/second-factor/remove', { password, ...(code !== null && { code }) }));
  },
}));

export async function logOut(): Promise<void> {
  await leave({ lock: false });
}

/** Ends the session on the appliance and hides the content; the page's address stays. */
export async function lock(): Promise<void> {
  await leave({ lock: true });
}

function begin(answer: SessionAnswer): void {
  clearTimeout(retry);
  // A new session replaces the one that was left.
  localStorage.removeItem(OWED);
  sessionBegan();
  session.value = answer;
  tellWindows('changed');
}

let leaving: Promise<void> = Promise.resolve();
let retry: ReturnType<typeof setTimeout> | undefined;

/** Hides the content at once in every window. An appliance that does not answer keeps nobody logged in, and does not let anybody back in. */
async function leave({ lock: locked }: { lock: boolean }): Promise<void> {
  localStorage.setItem(OWED, 'yes');
  endLocally({ lock: locked });
  tellWindows(locked ? 'locked' : 'logged_out');
  leaving = tryToEnd();
  await leaving;
}

/** Tries until the appliance confirms the logout, or somebody logs in again. */
async function tryToEnd(): Promise<void> {
  if (!localStorage.getItem(OWED)) return;
  await sayItIsOver().catch(() => {
    retry = setTimeout(() => {
      leaving = tryToEnd();
    }, OWED_RETRY_MS);
  });
}

async function sayItIsOver(): Promise<void> {
  await request('DELETE', '/session');
  localStorage.removeItem(OWED);
}

function endLocally({ lock: locked }: { lock: boolean }): void {
  lockedLogin.value = locked ? (operator.value?.login ?? lockedLogin.value) : null;
  lockedSource.value = locked ? (operator.value?.source ?? lockedSource.value) : null;
  if (!locked) mode.value = 'live';
  if (session.value) session.value = { ...session.value, operator: null, scopes: [], ends_at: null };
}

/** After this time without a key, click, touch or scroll the console locks automatically. */
const IDLE_LOCK_MS = 10 * 60 * 1000;
const CHECK_MS = 5_000;
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Calls `onIdle` once after inactivity in all windows of the console, including the time that the machine sleeps. Returns a function that stops
 * watching.
 */
function watchIdle(onIdle: () => void): () => void {
  let lastMs = nowMs();
  let toldMs = 0;
  const live = (): void => {
    if (nowMs() - lastMs < IDLE_LOCK_MS) lastMs = nowMs();
  };
  const alive = (): void => {
    live();
    if (nowMs() - toldMs < CHECK_MS) return;
    toldMs = nowMs();
    tellWindows('alive');
  };
  const check = (): void => {
    if (nowMs() - lastMs < IDLE_LOCK_MS) return;
    stop();
    onIdle();
  };
  const timer = setInterval(check, CHECK_MS);
  for (const name of SIGNS_OF_LIFE) addEventListener(name, alive, { passive: true, capture: true });
  document.addEventListener('visibilitychange', check);
  const stopHearing = hearWindows((word) => {
    if (word === 'alive') live();
  });
  const stop = (): void => {
    clearInterval(timer);
    stopHearing();
    for (const name of SIGNS_OF_LIFE) removeEventListener(name, alive, { capture: true });
    document.removeEventListener('visibilitychange', check);
  };
  return stop;
}

/** Messages between the windows of one browser, which share a session. They never identify the operator. */
type Word = 'alive' | 'locked' | 'logged_out' | 'changed';

const channel = new BroadcastChannel('custos.session');

function tellWindows(word: Word): void {
  channel.postMessage(word);
}

/** Listens to the other windows. Returns a function that stops it. */
function hearWindows(on: (word: Word) => void): () => void {
  const hear = ({ data }: MessageEvent<Word>): void => on(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
