import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { z } from 'zod';
import type { DesktopInfo } from '../../../server/contract/desktop.ts';
import type { Shell, ShellElectron } from '../contract.ts';
import { type Place, placeOf } from '../guard/addresses.ts';
import type { LoginStart } from '../login.ts';
import { Kept, type SettingsStore } from '../settings.ts';
import type { ShellTexts } from '../text/texts.ts';
import { choosePath } from './choose-path.ts';
import { Act, Change, Nothing, PairingCode, Passphrase, Wish } from './payloads.ts';

export interface BridgeNeeds {
  electron: Pick<ShellElectron, 'BrowserWindow' | 'Notification' | 'dialog' | 'ipcMain'>;
  shell: Shell;
  settings: SettingsStore;
  login: LoginStart | null;
  texts: ShellTexts;
  /** Opens the kiosk window; false if it has nothing to show. */
  openKiosk: (pairingCode: string | null) => boolean;
  /** The window's contents; null if there is no window. */
  contents: () => WebContents | null;
}

/** The answer to a sender without permission, or to an invalid request. Our own pages never see it. */
const REFUSED = 'Refused.';

/** Serves the seven functions of the preload script, each to the pages that may call it. */
export function serveBridge(needs: BridgeNeeds): void {
  const { electron, shell, settings, login, texts } = needs;
  const console: readonly Place[] = ['console'];
  const page: readonly Place[] = ['page'];
  const askerFor = (event: Parameters<typeof askerOf>[0]): Place => askerOf(event, needs.contents(), shell.state().url);

  const answer = <T>(
    channel: string,
    askers: readonly Place[],
    form: z.ZodType<T>,
    act: (given: T, asker: Place, event: IpcMainInvokeEvent) => unknown,
  ): void =>
    electron.ipcMain.handle(channel, async (event, ...given: unknown[]) => {
      const asker = askerFor(event);
      const parsed = form.safeParse(given[0]);
      if (!askers.includes(asker) || given.length > 1 || !parsed.success) throw new Error(REFUSED);
      return act(parsed.data, asker, event);
    });

  const info = (): DesktopInfo => ({
    start_at_login: login?.get() ?? null,
    notifications: electron.Notification.isSupported() ? settings.get().notifications : null,
  });

  answer('custos:desktop', [...console, ...page], Nothing, (_none, asker) =>
    asker === 'page' ? { language: texts.language, page: shell.page() } : info(),
  );
  answer('custos:set', console, Change, ({ start_at_login, notifications }) => {
    if (start_at_login !== undefined) login?.set(start_at_login);
    if (notifications !== undefined) settings.change({ notifications });
    return info();
  });
  answer('custos:choose-path', console, Wish, (wish, _asker, { sender }) =>
    choosePath(electron.dialog, electron.BrowserWindow.fromWebContents(sender), wish, texts),
  );
  answer('custos:print', console, Nothing, (_none, _asker, { sender }) => printPage(sender));
  answer('custos:act', [...console, ...page], Act, (act, asker) => {
    if (asker === 'console' && act !== 'show_log') throw new Error(REFUSED);
    shell.act(act);
  });
  answer('custos:open-kiosk', console, PairingCode, (pairingCode) => needs.openKiosk(pairingCode));
  answer('custos:give-passphrase', page, Passphrase, (passphrase) => shell.givePassphrase(passphrase));
  keepChoices(needs, (event) => askerFor(event) === 'console');
}

/** Stores the console's own choices and returns them; only the preload script calls this, not the page. */
function keepChoices(
  { electron, settings }: BridgeNeeds,
  isConsole: (event: Parameters<typeof askerOf>[0]) => boolean,
): void {
  electron.ipcMain.on('custos:kept', (event) => {
    event.returnValue = isConsole(event) ? settings.get().kept : {};
  });
  electron.ipcMain.on('custos:keep', (event, given: unknown) => {
    const kept = Kept.safeParse(given);
    if (!isConsole(event) || !kept.success) return;
    try {
      settings.change({ kept: kept.data });
    } catch {
      // A full disk: the next start shows the console as before. There is no one to report this to.
    }
  });
}

/** Shows the print dialog; returns true if the page went to a printer or a file. Also prints pictures and colours. */
export function printPage(contents: Pick<WebContents, 'print'>): Promise<boolean> {
  return new Promise((resolve) =>
    contents.print({ silent: false, printBackground: true }, (success) => resolve(success)),
  );
}

type Message = Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

/**
 * Returns who sent a message: the console or a page of the desktop app, in the window itself. Anything else is
 * `foreign`: another window, a frame within the page, a page that is gone or was left, a foreign address.
 *
 * @param contents of the window; null if there is none
 */
export function askerOf({ sender, senderFrame }: Message, contents: WebContents | null, base: string | null): Place {
  if (contents === null || sender !== contents || senderFrame === null || senderFrame.parent !== null) return 'foreign';
  return placeOf(senderFrame.url, base);
}
