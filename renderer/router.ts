import { computed, signal } from '@preact/signals';
import { type PageName, ROUTES } from './routes.ts';

/** The console's current location: the page, the ids in its path, and the query. Never a person's name. */
export interface Place {
  page: PageName | null;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

const address = signal(currentAddress());

export const place = computed<Place>(() => placeOf(address.value));

/** Called before the page is left: false stays on it, and `go` leaves it after all. */
type LeaveGuard = (go: () => void) => boolean;

let guard: LeaveGuard | null = null;

/** Asks before navigation while unsaved work would be lost. Returns a function that stops this. */
export function guardLeaving(ask: LeaveGuard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

function mayLeaveFor(to: string): boolean {
  return (
    guard?.(() => {
      guard = null;
      navigate(to);
    }) ?? true
  );
}

export function startRouter(): void {
  addEventListener('popstate', () => {
    const to = currentAddress();
    if (to !== address.peek() && !mayLeaveFor(to)) return history.pushState(null, '', address.peek());
    address.value = to;
  });
  document.addEventListener('click', followLink);
}

/** Goes to a path of the console. `replace`: without a new entry in the browser's history. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (to === currentAddress() || !mayLeaveFor(to)) return;
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  address.value = currentAddress();
  if (!replace) scrollTo(0, 0);
}

export function placeOf(path: string): Place {
  const url = new URL(path, 'http://console.invalid');
  for (const [name, pattern] of Object.entries(ROUTES)) {
    const params = match(pattern, url.pathname);
    if (params) return { page: name as PageName, params, query: url.searchParams };
  }
  return { page: null, params: {}, query: url.searchParams };
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? '';
    if (part.startsWith(':')) {
      const decoded = decode(value);
      if (decoded === null) return null;
      params[part.slice(1)] = decoded;
    } else if (part !== value) return null;
  }
  return params;
}

/** null: the escape sequence is incomplete. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Links to the console's own pages change the page in place; other links, and clicks with a modifier key, are left to the browser. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  const path = `${link.pathname}${link.search}`;
  if (link.hash || placeOf(path).page === null) return;
  event.preventDefault();
  navigate(path);
}

function currentAddress(): string {
  return `${location.pathname}${location.search}`;
}
