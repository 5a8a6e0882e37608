import type { Session } from 'electron';
import { mayLoad } from './addresses.ts';
import { type Downloads, guardDownloads } from './downloads.ts';
import { decidePermissions } from './permissions.ts';

/**
 * The window's own session. Without `persist:` it lies in memory: no cookie, cache or page is written to the disk, nor are pictures that a
 * page holds as blobs, which Chromium else moves to files where they are large.
 */
export const PARTITION = 'custos';

/** The cookie by which the server knows requests of this window from those of another program on the machine. */
const TOKEN_COOKIE = 'custos_window';

/** Makes a session that can reach the appliance and nothing else. */
export async function guardSession(session: Session, downloads: Downloads): Promise<void> {
  decidePermissions(session, downloads.base);
  guardDownloads(session, downloads);
  await closeNetwork(session, downloads.base);
}

/** Gives the window's token to the console at `base`, before anything of it is loaded. */
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

/** Forgets what pages left in memory; the last thing before the end. */
export async function emptySession(session: Pick<Session, 'clearCache' | 'clearData'>): Promise<void> {
  await Promise.all([session.clearCache(), session.clearData()]);
}

type NetworkSession = Pick<
  Session,
  'setProxy' | 'setSpellCheckerDictionaryDownloadURL' | 'setSpellCheckerEnabled' | 'webRequest'
>;

/** A name that no resolver may know (RFC 2606): even where Chromium asked for a dictionary, nothing would answer. */
const NOWHERE = 'https://dictionaries.invalid/';

/**
 * Cuts pages off from everything but the appliance: what else they ask for, whatever its scheme, is cancelled before a name is looked up. No
 * proxy stands between them, and no dictionary is fetched for a spell checker.
 */
export async function closeNetwork(session: NetworkSession, base: () => string | null): Promise<void> {
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(details.url, base()) }));
  // Both: versions of Electron have fetched dictionaries although the checker was off (electron/electron#22995).
  session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
  session.setSpellCheckerEnabled(false);
  await session.setProxy({ mode: 'direct' });
}
