import type { BrowserWindow, Input, Rectangle, Session } from 'electron';
import type { ShellElectron } from '../contract.ts';
import { windowOptions } from './options.ts';

export interface KioskNeeds {
  electron: Pick<ShellElectron, 'app' | 'BrowserWindow' | 'screen'>;
  /** Of its own: it reaches the capture listener only, and shares nothing with the console. */
  session: Session;
  platform: NodeJS.Platform;
  /** The origin of the capture listener on this machine; null while it does not listen. */
  base: () => string | null;
  /** The console's window; null if there is none. */
  consoleBounds: () => Rectangle | null;
  /** Locks the console and hides what it shows. */
  lockConsole: () => void;
}

/**
 * The window in which applicants capture: over a whole screen, with the capture listener's page alone. It has no menu and no bridge, and only the
 * operator closes it. An applicant never gets from it to an open console: the console locks if there is only one screen, and when the window is
 * closed from within.
 */
export class KioskWindow {
  readonly #needs: KioskNeeds;
  #window: BrowserWindow | null = null;

  constructor(needs: KioskNeeds) {
    this.#needs = needs;
  }

  /**
   * Opens it. A former one ends, with all that its page shows.
   *
   * @param pairingCode the eight digits of a session; null: the applicant enters them
   * @returns false if the capture listener does not listen on this machine
   */
  open(pairingCode: string | null): boolean {
    const base = this.#needs.base();
    if (base === null) return false;
    const { bounds, isOnly } = this.#screen();
    if (isOnly) this.#needs.lockConsole();
    this.close();
    const window = this.#make(bounds);
    void window.loadURL(`${base}/kiosk${pairingCode === null ? '' : `#${pairingCode}`}`).catch(() => this.close());
    window.show();
    window.focus();
    return true;
  }

  /** Closes it if its page is no longer served. */
  follow(): void {
    if (this.#needs.base() === null) this.close();
  }

  get isOpen(): boolean {
    return this.#window !== null;
  }

  close(): void {
    this.#window?.destroy();
  }

  /** The screen without the console; the console's own if there is no other. */
  #screen(): { bounds: Rectangle; isOnly: boolean } {
    const { screen } = this.#needs.electron;
    const displays = screen.getAllDisplays();
    const place = this.#needs.consoleBounds();
    const own = place === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(place);
    const other = displays.find(({ id }) => id !== own.id);
    return { bounds: (other ?? own).bounds, isOnly: other === undefined };
  }

  #make(bounds: Rectangle): BrowserWindow {
    const { electron, session } = this.#needs;
    const options = windowOptions({ session, preload: null, bounds, isPackaged: true });
    const window = new electron.BrowserWindow({ ...options, kiosk: true, frame: false });
    this.#window = window;
    window.removeMenu();
    window.on('closed', () => {
      if (this.#window === window) this.#window = null;
    });
    // Alt+F4 and the like.
    window.on('close', (event) => event.preventDefault());
    const { webContents: contents } = window;
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('before-input-event', (event, input) => {
      if (isWayOut(input, this.#needs.platform)) {
        event.preventDefault();
        this.#leave();
      } else if (!isForPage(input)) event.preventDefault();
    });
    contents.on('render-process-gone', () => contents.reload());
    contents.on('unresponsive', () => contents.forcefullyCrashRenderer());
    return window;
  }

  /** The console locks first, so that it is never seen open. */
  #leave(): void {
    this.#needs.lockConsole();
    this.close();
  }
}

type Key = Pick<Input, 'type' | 'key' | 'control' | 'meta' | 'alt' | 'shift'>;

/** Ctrl+Shift+X, on macOS Cmd+Shift+X: the operator's way to close the kiosk window. */
export function isWayOut({ type, key, control, meta, alt, shift }: Key, platform: NodeJS.Platform): boolean {
  const hold = platform === 'darwin' ? meta && !control : control && !meta;
  return type === 'keyDown' && hold && shift && !alt && key.toLowerCase() === 'x';
}

/** Plain keys reach the page. Keys of menus, of the browser and of the system's windows do not, as far as the system lets us decide. */
export function isForPage({ key, control, meta, alt }: Key): boolean {
  // Many keyboards send AltGr as Ctrl and Alt.
  const isText = control && alt && !meta && key.length === 1;
  return isText || (!control && !meta && !alt && !/^F\d+$/.test(key));
}
