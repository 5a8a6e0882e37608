import type { Session } from 'electron';
import { mayLoad } from './addresses.ts';
import { type Downloads, guardDownloads } from './downloads.ts';
import { decidePermissions } from './permissions.ts';

/**
 * The window's own session. Without `persist:` it is in memory: no cookie, cache or page is written to disk, nor are
 * pictures that a page holds as blobs, which Chromium otherwise moves to files if they are large.
 */
export const PARTITION = 'custos';

/** The cookie by which the server distinguishes this window's requests from those of other programs on the machine. */
const TOKEN_COOKIE = 'custos_window';

/** Creates a session that can reach only the appliance. */
export async function guardSession(session: Session, downloads: Downloads): Promise<void> {
  decidePermissions(session, downloads.base);
  guardDownloads(session, downloads);
  await closeNetwork(session, downloads.base);
}

/** The session of the kiosk window, in memory too. */
export const KIOSK_PARTITION = 'custos-kiosk';

/** Creates a session that can reach only the capture listener, may use the camera, and saves nothing. */
export async function guardKiosk(session: Session, base: () => string | null): Promise<void> {
  decidePermissions(session, base, ['media']);
  session.on('will-download', (event) => event.preventDefault());
  await closeNetwork(session, base);
}

/** Sets the window's token for the console at `base`, before any of it is loaded. */
export async function setWindowToken(session: Pick<Session, 'cookies'>, base: string, token: string): Promise<void> {
  await session.cookies.set({
    url: base,
    name: TOKEN_COOKIE,
    value: token,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
  });
}

/** Clears what pages left in memory; the last step before the end. */
export async function emptySession(session: Pick<Session, 'clearCache' | 'clearData'>): Promise<void> {
  await Promise.all([session.clearCache(), session.clearData()]);
}

type NetworkSession = Pick<
  Session,
  'setProxy' | 'setSpellCheckerDictionaryDownloadURL' | 'setSpellCheckerEnabled' | 'webRequest'
>;

/** A name that no resolver may know (RFC 2606): even if Chromium requested a dictionary, nothing would answer. */
const NOWHERE = 'https://dictionaries.invalid/';

/**
 * Limits pages to the appliance: every other request, of any scheme, is cancelled before a name is resolved. There is
 * no proxy, and the spell checker downloads no dictionary.
 */
export async function closeNetwork(session: NetworkSession, base: () => string | null): Promise<void> {
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(details.url, base()) }));
  // Both: versions of Electron have downloaded dictionaries although the checker was off (electron/electron#22995).
  session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
  session.setSpellCheckerEnabled(false);
  await session.setProxy({ mode: 'direct' });
}
