import type { BrowserWindow, Rectangle, Session, WebContents } from 'electron';
import type { ShellElectron, ShellWindow, View } from '../contract.ts';
import { SHELL_PAGES } from '../guard/addresses.ts';
import { setWindowToken } from '../guard/session.ts';
import type { ShellTexts } from '../text/texts.ts';
import { keepPlace, type PlaceKeeper } from './keep-place.ts';
import { windowOptions } from './options.ts';
import { isOnScreen, type WindowPlace } from './place.ts';

export interface HeldWindowNeeds {
  electron: Pick<ShellElectron, 'app' | 'BrowserWindow' | 'dialog' | 'screen'>;
  session: Session;
  preload: string;
  texts: ShellTexts;
  /** The cookie's value: see `Shell`. */
  token: string;
  place: PlaceKeeper & { read(): WindowPlace | null };
  /** Whether it stays hidden until it is requested, or a page needs a person. */
  startsHidden: boolean;
  onCrash: (kind: 'gone' | 'unresponsive', reason: string) => void;
  /** A window is visible: it can draw. */
  onShown: () => void;
  /** The person closes it: it stays unless the listener acts. */
  onClose: (window: BrowserWindow) => void;
}

/** Pages that wait for a person. */
const NEEDS_PERSON: readonly string[] = ['failure', 'passphrase', 'window-crash'];

const addressOf = (view: View): string =>
  view.kind === 'console' ? `${view.url}/` : `${SHELL_PAGES}${view.page}.html`;

/** The one window: created when first needed, loaded with the current view, and never closed by a page. */
export class HeldWindow implements ShellWindow {
  #window: BrowserWindow | null = null;
  #view: View | null = null;
  #hidden: boolean;
  #ending = false;
  /** The view could not be loaded: it is loaded when it is shown again. */
  #unloaded = false;
  /** Receives the page's answer while the program asks whether it may end. */
  #onAnswer: ((mayEnd: boolean) => void) | null = null;
  readonly #needs: HeldWindowNeeds;

  constructor(needs: HeldWindowNeeds) {
    this.#needs = needs;
    this.#hidden = needs.startsHidden;
  }

  show(view: View): void {
    const former = this.#view;
    // The same view stays the same object, which shows whether another one was requested during loading.
    const isNew = former === null || this.#unloaded || addressOf(former) !== addressOf(view);
    if (isNew) this.#view = view;
    if (this.#ending) return;
    if (view.kind === 'page' && NEEDS_PERSON.includes(view.page)) this.#hidden = false;
    if (this.#window === null) {
      if (!this.#hidden) this.#make();
    } else if (isNew) this.#load(former);
  }

  focus(): void {
    this.#hidden = false;
    if (this.#ending) return;
    if (this.#window === null) {
      if (this.#view !== null) this.#make();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  reload(): void {
    if (this.#window !== null) this.#load(this.#view);
  }

  endPage(): void {
    this.#window?.webContents.forcefullyCrashRenderer();
  }

  /** Shows the window if nothing could request it later. */
  unhide(): void {
    this.#hidden = false;
    if (this.#window === null && this.#view !== null && !this.#ending) this.#make();
  }

  /** Does the same as a person who closes it. */
  askToClose(): void {
    this.#window?.close();
  }

  /** Opens one of the console's screens; does nothing if a page of the app is shown. */
  go(path: string): void {
    this.focus();
    if (this.#view?.kind === 'console') this.#window?.webContents.send('custos:go', path);
  }

  /** Locks the console: it ends its session and hides what it shows. */
  lock(): void {
    this.#window?.webContents.send('custos:lock');
  }

  get bounds(): Rectangle | null {
    return this.#window?.getBounds() ?? null;
  }

  get contents(): WebContents | null {
    return this.#window?.webContents ?? null;
  }

  isFocused(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** Closes it as a browser would; returns true when it is closed, false if the person stays with unsaved work. */
  confirmQuit(): Promise<boolean> {
    const window = this.#window;
    if (window === null) return Promise.resolve(true);
    this.#ending = true;
    return new Promise((resolve) => {
      this.#onAnswer = (mayEnd) => {
        this.#onAnswer = null;
        this.#ending = mayEnd;
        resolve(mayEnd);
      };
      window.close();
    });
  }

  /** Closes it without asking. */
  destroy(): void {
    this.#ending = true;
    this.#window?.destroy();
  }

  #make(): void {
    const { electron, session, preload, place } = this.#needs;
    const { BrowserWindow, app, screen } = electron;
    const stored = place.read();
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const former = stored !== null && isOnScreen(stored.bounds, areas) ? stored : null;
    const bounds = former?.bounds ?? null;
    const window = new BrowserWindow(windowOptions({ session, preload, bounds, isPackaged: app.isPackaged }));
    this.#window = window;
    keepPlace(window, place);
    window.once('ready-to-show', () => {
      if (former?.maximised) window.maximize();
      if (former?.fullScreen) window.setFullScreen(true);
      window.show();
      this.#needs.onShown();
    });
    this.#listen(window);
    this.#load(null);
  }

  #listen(window: BrowserWindow): void {
    const { onClose, electron, texts } = this.#needs;
    window.on('close', (event) => {
      if (this.#ending) return;
      event.preventDefault();
      onClose(window);
    });
    window.on('closed', () => {
      this.#window = null;
      this.#onAnswer?.(true);
    });
    window.on('unresponsive', () => this.#failed('unresponsive', ''));
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#failed('gone', reason));
    window.webContents.on('will-prevent-unload', (event) => {
      if (this.#ending) window.show();
      if (mayLeave(electron.dialog, window, texts)) event.preventDefault();
      else this.#onAnswer?.(false);
    });
  }

  #failed(kind: 'gone' | 'unresponsive', reason: string): void {
    // A page that does not respond cannot be asked and does not block the end.
    if (this.#ending) this.#window?.destroy();
    else this.#needs.onCrash(kind, reason);
  }

  /** @param former the view that stays if the person keeps it */
  #load(former: View | null): void {
    const view = this.#view;
    const window = this.#window;
    if (view === null || window === null) return;
    this.#unloaded = false;
    this.#ready(view)
      .then(async () => {
        // Another view was requested meanwhile.
        if (this.#view !== view || this.#window !== window || window.isDestroyed()) return;
        await window.loadURL(addressOf(view));
      })
      .catch(() => {
        if (this.#view !== view) return;
        if (former !== null && this.#stayed(window, former)) this.#view = former;
        else this.#unloaded = true;
      });
  }

  async #ready(view: View): Promise<void> {
    if (view.kind === 'console') await setWindowToken(this.#needs.session, view.url, this.#needs.token);
  }

  #stayed(window: BrowserWindow, former: View): boolean {
    return !window.isDestroyed() && window.webContents.getURL().startsWith(addressOf(former));
  }
}

/**
 * Asks the console's own question, which a browser shows automatically and Electron does not. Electron waits for the answer, so nothing else runs.
 */
function mayLeave(
  dialog: Pick<ShellElectron['dialog'], 'showMessageBoxSync'>,
  window: BrowserWindow,
  { dialog: texts }: ShellTexts,
): boolean {
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: texts.leave,
    detail: texts.leave_why,
    buttons: [texts.leave_stay, texts.leave_go],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answer === 1;
}
