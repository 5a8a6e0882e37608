import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { type Place, placeOf } from '../guard/addresses.ts';

type Message = Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

/**
 * Who sent a message: the console or a page of the shell, in the window itself. Anything else is `foreign`: another window, a frame within the
 * page, a page that is gone or was left, an address that is not ours.
 *
 * @param contents of the window; null where there is none
 */
export function askerOf({ sender, senderFrame }: Message, contents: WebContents | null, base: string | null): Place {
  if (contents === null || sender !== contents || senderFrame === null || senderFrame.parent !== null) return 'foreign';
  return placeOf(senderFrame.url, base);
}
