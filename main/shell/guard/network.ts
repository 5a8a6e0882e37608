import type { Session } from 'electron';
import { mayLoad } from './addresses.ts';

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
