import type { MediaAccessPermissionRequest, PermissionCheckHandlerHandlerDetails, Session } from 'electron';
import { placeOf } from './addresses.ts';

/** A permission as a page asks for it. */
export interface Asked {
  permission: string;
  /** Address or origin of who asks. */
  url: string;
  isMainFrame: boolean;
  /** Of `media`: what is to be recorded. */
  media: readonly string[];
}

/**
 * What a page may use of the machine: the console the camera without its microphone, and the clipboard to write to; nothing else, and nobody
 * else anything. Whatever Electron asks for anew in a later version is refused.
 */
export function isGranted({ permission, url, isMainFrame, media }: Asked, base: string | null): boolean {
  if (!isMainFrame || placeOf(url, base) !== 'console') return false;
  if (permission === 'media') return media.length > 0 && media.every((kind) => kind === 'video');
  return permission === 'clipboard-sanitized-write';
}

type PermissionSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setBluetoothPairingHandler'
  | 'setDisplayMediaRequestHandler'
>;

/**
 * Decides what pages ask for. Electron grants whatever nobody decides, and asks twice: many an API checks first and requests then.
 *
 * Nobody listens to `select-hid-device`, `select-usb-device`, `select-serial-port` and `select-bluetooth-device`: unheard, Electron cancels them.
 */
export function decidePermissions(session: PermissionSession, base: () => string | null): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const { requestingUrl, isMainFrame, mediaTypes = [] } = details as MediaAccessPermissionRequest;
    decide(isGranted({ permission, url: requestingUrl, isMainFrame, media: mediaTypes }, base()));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    const { isMainFrame, mediaType } = details as PermissionCheckHandlerHandlerDetails;
    return isGranted({ permission, url: origin, isMainFrame, media: mediaType ? [mediaType] : [] }, base());
  });
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}
