import type { App, WebContents } from 'electron';
import { isManual, mayNavigate } from './addresses.ts';

type GuardedContents = Pick<WebContents, 'getURL' | 'on' | 'setWebRTCIPHandlingPolicy' | 'setWindowOpenHandler'>;

/** Restricts every page to its place: no other address, no further window except the manual's, no page within the page. */
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
  // WebRTC connections bypass the session's request filter.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
