import type { App, WebContents } from 'electron';
import { isManual, mayNavigate } from './addresses.ts';

type GuardedContents = Pick<WebContents, 'getURL' | 'on' | 'setWebRTCIPHandlingPolicy' | 'setWindowOpenHandler'>;

/** Holds every page there will be to its place: no other address, no further window but the manual's, no page within the page. */
export function guardContents(app: Pick<App, 'on'>, base: () => string | null): void {
  app.on('web-contents-created', (_event, contents) => guardOne(contents, base));
}

function guardOne(contents: GuardedContents, base: () => string | null): void {
  const hold = (event: { url: string; preventDefault: () => void }): void => {
    if (!mayNavigate(event.url, contents.getURL(), base())) event.preventDefault();
  };
  contents.setWindowOpenHandler(({ url }) => ({ action: isManual(url, base()) ? 'allow' : 'deny' }));
  contents.on('will-navigate', hold);
  contents.on('will-frame-navigate', hold);
  contents.on('will-redirect', hold);
  // Calls between browsers pass by the session's filter of requests.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
