import { join } from 'node:path';
import { printPage, serveBridge } from './bridge/bridge.ts';
import type { Shell, ShellElectron, ShellProcess, ShellWindow } from './contract.ts';
import { readJson, writeDurably } from './files.ts';
import { guardContents } from './guard/navigation.ts';
import { emptySession, guardKiosk, guardSession, KIOSK_PARTITION, PARTITION } from './guard/session.ts';
import { HIDDEN_ARGUMENT, loginStart } from './login.ts';
import { editTemplate, menuTemplate } from './menus.ts';
import { createNotifier } from './notifier.ts';
import { servePages } from './pages.ts';
import { keepSettings } from './settings.ts';
import { fill, pickTexts } from './text/texts.ts';
import { TrayIcon } from './tray/tray.ts';
import { hasTrayHost } from './tray/tray-host.ts';
import { closeWindow } from './window/close.ts';
import { HeldWindow } from './window/held-window.ts';
import { KioskWindow } from './window/kiosk.ts';
import { readPlace } from './window/place.ts';

/** Two files in the user's own folder: the window's position, and the settings for this computer. */
const PLACE_FILE = 'window.json';
const SETTINGS_FILE = 'desktop.json';

export interface DesktopNeeds {
  electron: ShellElectron;
  process: ShellProcess & Pick<NodeJS.Process, 'argv' | 'execPath'>;
  shell: Shell;
  /** The folder of the app's own pages. */
  pagesFolder: string;
  /** Path of the preload script. */
  preload: string;
  /** Milliseconds; only differences count. */
  now: () => number;
  /** Runs `act` once, later; returns the function that cancels it. */
  later: (act: () => void, delayMs: number) => () => void;
  /** The window's page has crashed, or does not respond. */
  onCrash: (kind: 'gone' | 'unresponsive', reason: string) => void;
  /** A window became visible; called once for each new window. */
  onShown: () => void;
}

/** Every visible part of the desktop app. */
export interface Desktop extends ShellWindow {
  /** Asks the page whether unsaved work would be lost; true once the window is closed and the program may end. */
  confirmQuit(): Promise<boolean>;
  /** The last step: removes window and icon, and clears what pages left in memory. */
  close(): Promise<void>;
}

/** Creates window, icon, menus, notifications and bridge, once Electron is ready. The window appears with the first view. */
export async function openDesktop(needs: DesktopNeeds): Promise<Desktop> {
  const { electron, process, shell, later, onCrash, onShown } = needs;
  const { app, dialog, Notification } = electron;
  const texts = pickTexts(app.getPreferredSystemLanguages());
  const userData = app.getPath('userData');
  const base = (): string | null => shell.state().url;
  const quit = (): void => app.quit();

  guardContents(app, base);
  const onFailed = (name: string): void => {
    const { download_failed, download_failed_why } = texts.dialog;
    dialog.showErrorBox(download_failed, fill(download_failed_why, { name }));
  };
  const downloads = { base, folder: app.getPath('downloads'), texts, onFailed };
  const session = electron.session.fromPartition(PARTITION);
  await guardSession(session, downloads);
  // It shows nothing; if a mistake showed something in it, that would have no more rights.
  await guardSession(electron.session.defaultSession, downloads);
  servePages(session.protocol, needs.pagesFolder);
  const captureBase = (): string | null => shell.state().told?.captureUrl ?? null;
  const kioskSession = electron.session.fromPartition(KIOSK_PARTITION);
  await guardKiosk(kioskSession, captureBase);

  const settingsFile = join(userData, SETTINGS_FILE);
  const settings = keepSettings(readJson(settingsFile), (text) => writeDurably(settingsFile, text));
  const tray = new TrayIcon({
    electron,
    platform: process.platform,
    texts,
    hasHost: () => hasTrayHost(process.platform),
    open: () => window.focus(),
    quit,
  });
  const window: HeldWindow = new HeldWindow({
    electron,
    session,
    preload: needs.preload,
    texts,
    token: shell.windowToken,
    place: placeKeeper(join(userData, PLACE_FILE), later),
    startsHidden: startsHidden(needs),
    onCrash,
    onShown,
    onClose: (closing) =>
      void closeWindow(closing, {
        platform: process.platform,
        dialog,
        texts,
        settings,
        hasTray: () => tray.isThere(),
        quit,
      }).catch(() => closing.hide()),
  });

  const kiosk = new KioskWindow({
    electron,
    session: kioskSession,
    platform: process.platform,
    base: captureBase,
    consoleBounds: () => window.bounds,
    lockConsole: () => window.lock(),
  });

  const login = loginStart({ app, platform: process.platform, env: process.env, execPath: process.execPath });
  const openKiosk = (pairingCode: string | null): boolean => kiosk.open(pairingCode);
  serveBridge({ electron, shell, settings, login, texts, openKiosk, contents: () => window.contents });
  setMenus(needs, window, kiosk, texts);
  const tellWaiting = createNotifier({
    Notification,
    texts,
    now: needs.now,
    isOn: () => settings.get().notifications,
    isFocused: () => window.isFocused(),
    onClick: () => window.focus(),
  });
  shell.onState((state) => {
    tray.update(state);
    kiosk.follow();
    app.setBadgeCount(state.told?.needsReview ?? 0);
    if (state.told !== null) tellWaiting(state.told.needsReview);
  });
  app.on('activate', () => window.focus());
  // The appliance continues without its window; without a listener, Electron would end.
  app.on('window-all-closed', () => {});
  if (!(await tray.isThere())) window.unhide();

  return {
    show: (view) => window.show(view),
    focus: () => window.focus(),
    reload: () => window.reload(),
    endPage: () => window.endPage(),
    confirmQuit: () => window.confirmQuit(),
    close: async () => {
      kiosk.close();
      window.destroy();
      tray.remove();
      await Promise.all([emptySession(session), emptySession(kioskSession)]);
    },
  };
}

function startsHidden({ electron, process }: DesktopNeeds): boolean {
  if (process.argv.includes(HIDDEN_ARGUMENT)) return true;
  // macOS takes no argument, and Linux has no such settings.
  return process.platform === 'darwin' && electron.app.getLoginItemSettings().wasOpenedAtLogin;
}

function placeKeeper(file: string, later: DesktopNeeds['later']) {
  return {
    read: () => readPlace(readJson(file)),
    store: (place: unknown) => {
      try {
        writeDurably(file, JSON.stringify(place));
      } catch {
        // A full disk: the window opens at its former position. The server reports the disk.
      }
    },
    later,
  };
}

function setMenus(
  { electron, process, shell }: DesktopNeeds,
  window: HeldWindow,
  kiosk: KioskWindow,
  texts: ReturnType<typeof pickTexts>,
): void {
  const { app, Menu } = electron;
  const acts = {
    go: (path: string) => window.go(path),
    print: () => void (window.contents && printPage(window.contents)),
    reload: () => window.contents?.reload(),
    back: () => window.contents?.navigationHistory.goBack(),
    forward: () => window.contents?.navigationHistory.goForward(),
    kiosk: () => (kiosk.isOpen ? kiosk.close() : void kiosk.open(null)),
    close: () => window.askToClose(),
    quit: () => app.quit(),
    showLog: () => shell.act('show_log'),
  };
  const template = menuTemplate({ platform: process.platform, texts, acts, isPackaged: app.isPackaged });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_opened, params) => {
      const items = editTemplate(params, texts);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}
