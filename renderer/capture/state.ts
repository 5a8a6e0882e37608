import { batch, computed, effect, signal } from '@preact/signals';
import type { CaptureView } from '../../server/contract/capture-page.ts';
import { ask, PageError, problemCode } from './api.ts';
import { minutesLeft, progressOf, screenOf } from './screen.ts';
import { language, preferredLanguage, t } from './text/text.ts';

/** The page asks so often while it waits for somebody else, and while the applicant is at work. */
const WAITING_MS = 1_500;
const WORKING_MS = 6_000;
const SOON_MINUTES = 5;
/** The page announces a message again after this time, so that a screen reader does not talk without end. */
const ANNOUNCE_MS = 1_200;

/** The kiosk serves one person after another. A link leads to `/c/`. */
export const isKiosk = !location.pathname.startsWith('/c');

export const view = signal<CaptureView | null>(null);
const opening = signal(true);
/** The code of what went wrong last; null: nothing. */
export const problem = signal<string | null>(null);
export const busy = signal(false);
export const ready = signal(false);
/** The page stays dark during the face check. */
export const dim = signal(false);
/** The applicant wants to choose another document. */
export const choosing = signal(false);
export const again = signal<string | null>(null);
export const plain = signal(false);
/** What was captured since the page was loaded, by step. It exists nowhere else in the browser. */
export const pictures = signal<ReadonlyMap<string, Blob>>(new Map());
/** The text of the live region. */
export const spoken = signal('');

export const screen = computed(() =>
  screenOf({
    view: view.value,
    opening: opening.value,
    ready: ready.value,
    choosing: choosing.value,
    again: again.value,
    plain: plain.value,
    taken: new Set(pictures.value.keys()),
  }),
);
export const progress = computed(() => progressOf(view.value, screen.value));
export const endsSoon = computed(() => view.value && minutesLeft(view.value, SOON_MINUTES));

let announcedMs = 0;
let announcing: ReturnType<typeof setTimeout> | undefined;

/** Has a screen reader read a text: one at a time, the latest one. */
export function announce(text: string): void {
  clearTimeout(announcing);
  const waitMs = Math.max(0, announcedMs + ANNOUNCE_MS - performance.now());
  announcing = setTimeout(() => {
    announcedMs = performance.now();
    spoken.value = text;
  }, waitMs);
}

/** Rises with each request; an answer that a later request has overtaken is old. */
let asked = 0;

/** Takes over what the appliance says. Until the applicant chooses, the language is the operator's choice, or else the browser's. */
export function show(now: CaptureView): void {
  batch(() => {
    if (view.value === null && (now.state !== 'claimed' || now.language !== 'en')) language.value = now.language;
    view.value = now;
    opening.value = false;
    if (problem.value === 'offline') problem.value = null;
    if (screen.value.name === 'done' || screen.value.name === 'ended') forget();
  });
}

/** Forgets every picture. */
function forget(): void {
  pictures.value = new Map();
  choosing.value = false;
  again.value = null;
  plain.value = false;
}

/** Back to the pairing code, for the next person. */
export function startOver(): void {
  batch(() => {
    forget();
    view.value = null;
    ready.value = false;
    dim.value = false;
    problem.value = null;
    opening.value = false;
    language.value = preferredLanguage(navigator.languages);
  });
}

interface ActOptions {
  /** A code or a link is tried. */
  claiming?: boolean;
}

/** Does one thing at a time: asks the appliance, shows its answer, or says what went wrong. Returns whether it went well. */
export async function act(
  request: () => Promise<CaptureView>,
  { claiming = false }: ActOptions = {},
): Promise<boolean> {
  if (busy.value) return false;
  busy.value = true;
  problem.value = null;
  asked += 1;
  try {
    show(await request());
    return true;
  } catch (error) {
    report(error, claiming);
    // The session is not as this page thinks.
    if (error instanceof PageError && error.status === 409) await refresh(true);
    return false;
  } finally {
    busy.value = false;
  }
}

/** Says what went wrong. A device whose session is gone starts over. */
export function report(error: unknown, claiming = false): void {
  batch(() => {
    if (error instanceof PageError && error.status === 401 && !claiming) startOver();
    // Before the first answer nobody knows whether this device has a session. The page asks until the appliance answers.
    if (claiming || problemCode(error) !== 'offline') opening.value = false;
    problem.value = problemCode(error, claiming);
  });
  if (!(error instanceof PageError)) reportError(error);
}

const post = (path: string, body: unknown = {}) => ask<CaptureView>('POST', path, body);

export const claim = (by: { token: string } | { pairing_code: string }) =>
  act(() => post('claim', by), { claiming: true });
export const consent = (accepted: boolean, version: string) =>
  act(() => post('consent', { version, accepted, language: language.value }));
export const askForOperator = (reason: string) => act(() => post('attended', { reason }));
export const submit = () => act(() => post('submit'));
export const leave = () => act(() => post('leave'));

/** Sets the document. The pictures of a former choice are dropped, as the appliance drops them. */
export async function chooseDocument(type: string): Promise<void> {
  if (!(await act(() => post('document', { type })))) return;
  batch(() => {
    pictures.value = new Map([...pictures.value].filter(([step]) => step === 'face'));
    choosing.value = false;
    again.value = null;
  });
}

/** Sends the picture of a step, and keeps it for the review. */
export async function sendPicture(step: string, picture: Blob): Promise<boolean> {
  const sent = await act(() => post(`picture/${step}`, picture));
  if (sent) kept(step, picture);
  return sent;
}

/** Keeps a picture for the review, and goes on to the next step. */
export function kept(step: string, picture: Blob): void {
  batch(() => {
    pictures.value = new Map([...pictures.value, [step, picture]]);
    again.value = null;
  });
}

/** Asks how the session is. Without one, `quietly` says nothing. */
export async function refresh(quietly = false): Promise<void> {
  asked += 1;
  const mine = asked;
  try {
    const now = await ask<CaptureView>('GET', 'session');
    if (mine === asked) show(now);
  } catch (error) {
    if (mine !== asked) return;
    if (!quietly || !(error instanceof PageError) || error.status !== 401) return report(error);
    startOver();
  }
}

/** The desktop app opens the kiosk with the code. */
const isPairingCode = (token: string): boolean => /^\d{8}$/.test(token);

/** Takes the token out of the address at once, and claims the session or goes on with the one of this device. */
export async function start(): Promise<void> {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  language.value = preferredLanguage(navigator.languages);
  effect(() => {
    const { documentElement: root } = document;
    root.lang = language.value;
    root.dir = language.value === 'ar' ? 'rtl' : 'ltr';
    document.title = `${t('page.title')} · Custos`;
  });
  const by = isPairingCode(token) ? { pairing_code: token } : { token };
  if (token === '') await refresh(true);
  else if (!(await claim(by))) await goOn();
  poll();
}

/** A link opened twice on the device that claimed it leads back to its session. */
async function goOn(): Promise<void> {
  const refused = problem.value;
  await refresh(true);
  problem.value = view.value === null ? refused : null;
}

function poll(): void {
  const now = view.value;
  const { name } = screen.value;
  const waits = name === 'opening' || name === 'confirm' || (name === 'done' && now?.state === 'submitted');
  const asks = name !== 'pair' && name !== 'ended' && now?.state !== 'done' && name !== 'face' && !busy.value;
  const next = (): void => void setTimeout(poll, waits ? WAITING_MS : WORKING_MS);
  if (asks && (waits || document.visibilityState === 'visible')) void refresh(now === null).finally(next);
  else next();
}
