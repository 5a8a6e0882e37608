/** The addresses of the app's own pages: `app://shell/<page>.html`. */
export const SHELL_PAGES = 'app://shell/';

/** The class of an address; anything but the two known kinds is `foreign`. */
export type Place = 'console' | 'page' | 'foreign';

/**
 * Returns the class of an address.
 *
 * @param base the console's address, such as `http://127.0.0.1:8420`; null while the server does not run, and then no address is the console
 */
export function placeOf(url: string, base: string | null): Place {
  if (!URL.canParse(url)) return 'foreign';
  const { protocol, host, origin } = new URL(url);
  // Does not use the origin: outside Chromium a custom scheme has none.
  if (protocol === 'app:') return host === 'shell' ? 'page' : 'foreign';
  return base !== null && protocol === 'http:' && origin === new URL(base).origin ? 'console' : 'foreign';
}

/** Returns whether a page may navigate to another: the console only to its own screens, a page of the app nowhere. */
export function mayNavigate(to: string, from: string, base: string | null): boolean {
  return placeOf(from, base) === 'console' && placeOf(to, base) === 'console';
}

/** Returns whether an address is a page of the manual, which opens in a separate window. */
export const isManual = (url: string, base: string | null): boolean =>
  placeOf(url, base) === 'console' && /^\/manual(?:\/|$)/.test(new URL(url).pathname);

/** Returns whether a page may request `url`: files of the console and of the app, and what a page of the console created itself (`blob:`). */
export function mayLoad(url: string, base: string | null): boolean {
  const asked = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
  return placeOf(asked, base) !== 'foreign';
}
