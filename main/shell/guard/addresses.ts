/** Where the shell's own pages are: `app://shell/<page>.html`. */
export const SHELL_PAGES = 'app://shell/';

/** What an address is to the shell; anything but its own two is `foreign`. */
export type Place = 'console' | 'page' | 'foreign';

/**
 * Whose page an address is.
 *
 * @param base where the console is, such as `http://127.0.0.1:8420`; null while the server does not run, and then nothing is the console
 */
export function placeOf(url: string, base: string | null): Place {
  if (!URL.canParse(url)) return 'foreign';
  const { protocol, host, origin } = new URL(url);
  // Not by origin: outside of Chromium a scheme of one's own has none.
  if (protocol === 'app:') return host === 'shell' ? 'page' : 'foreign';
  return base !== null && protocol === 'http:' && origin === new URL(base).origin ? 'console' : 'foreign';
}

/** Whether a page may lead to another by itself: the console to its own screens alone, a page of the shell nowhere. */
export function mayNavigate(to: string, from: string, base: string | null): boolean {
  return placeOf(from, base) === 'console' && placeOf(to, base) === 'console';
}

/** Whether an address is a page of the manual, which opens in a window beside the console. */
export const isManual = (url: string, base: string | null): boolean =>
  placeOf(url, base) === 'console' && /^\/manual(?:\/|$)/.test(new URL(url).pathname);

/** Whether a page may ask for `url`: files of the console and of the shell, and what a page of the console made itself (`blob:`). */
export function mayLoad(url: string, base: string | null): boolean {
  const asked = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
  return placeOf(asked, base) !== 'foreign';
}
