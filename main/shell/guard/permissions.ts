import type { MediaAccessPermissionRequest, PermissionCheckHandlerHandlerDetails, Session } from 'electron';
import { placeOf } from './addresses.ts';

/** A permission request of a page. */
export interface Asked {
  permission: string;
  /** Address or origin of the page. */
  url: string;
  isMainFrame: boolean;
  /** For `media`: what it would record. */
  media: readonly string[];
}

/** What the pages of a session may use at most. */
export type Usable = 'media' | 'clipboard-sanitized-write';
const CONSOLE_USES: readonly Usable[] = ['media', 'clipboard-sanitized-write'];

/**
 * Decides what a page may use: the console gets the camera without the microphone, and writing to the clipboard;
 * everything else is refused, also any permission that a later version of Electron adds.
 */
export function isGranted(
  { permission, url, isMainFrame, media }: Asked,
  base: string | null,
  usable: readonly string[] = CONSOLE_USES,
): boolean {
  if (!isMainFrame || placeOf(url, base) !== 'console' || !usable.includes(permission)) return false;
  return permission !== 'media' || (media.length > 0 && media.every((kind) => kind === 'video'));
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
 * Decides permission requests of pages. Electron grants whatever is not decided, and asks twice: many APIs check first and request then.
 *
 * `select-hid-device`, `select-usb-device`, `select-serial-port` and `select-bluetooth-device` have no listeners, so Electron cancels them.
 */
export function decidePermissions(
  session: PermissionSession,
  base: () => string | null,
  usable: readonly Usable[] = CONSOLE_USES,
): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const { requestingUrl, isMainFrame, mediaTypes = [] } = details as MediaAccessPermissionRequest;
    decide(isGranted({ permission, url: requestingUrl, isMainFrame, media: mediaTypes }, base(), usable));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    const { isMainFrame, mediaType } = details as PermissionCheckHandlerHandlerDetails;
    return isGranted({ permission, url: origin, isMainFrame, media: mediaType ? [mediaType] : [] }, base(), usable);
  });
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}
