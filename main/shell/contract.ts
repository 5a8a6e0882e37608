import type * as Electron from 'electron';
import type { FailureCode, StateMessage } from '../../server/desktop-link/messages.ts';

/** What the shell uses of Electron. Each module takes of it what it needs, as a type of its own. */
export type ShellElectron = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'Menu'
  | 'Notification'
  | 'Tray'
  | 'clipboard'
  | 'dialog'
  | 'ipcMain'
  | 'nativeImage'
  | 'powerMonitor'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;

/** What the shell uses of its own process. */
export type ShellProcess = Pick<NodeJS.Process, 'argv' | 'env' | 'execPath' | 'kill' | 'platform' | 'resourcesPath'>;

/** How the server is doing: it comes up, waits for a passphrase, runs, waits to be started again, has been given up, drains. */
export type ServerPhase = 'starting' | 'passphrase' | 'running' | 'waiting' | 'failed' | 'stopping';

/** What window, tray, menus and notifications go by. */
export interface ShellState {
  phase: ServerPhase;
  /** Where the console is, such as `http://127.0.0.1:8420`; null while the server does not run. */
  url: string | null;
  /** What the server told last of itself; null before, and once it has ended. */
  told: StateMessage | null;
}

/** What went wrong, for the failure page. */
export interface Failure {
  /** Null: it ended without saying why. */
  code: FailureCode | null;
  /** The server's own sentence, which names the remedy; null if it told none. */
  sentence: string | null;
  /** How often it ended by itself lately. */
  endings: number;
  /** The last lines of its log, without personal data. */
  logLines: string[];
  logFolder: string;
}

/** Why a passphrase is asked for: the data folder opens with one, or the first is to be chosen since the keystore cannot be used. */
export interface PassphraseWish {
  kind: 'open' | 'choose';
  /** Why the system's own keystore is not used; null if a passphrase is what the data folder opens with. */
  because: 'basic_text' | 'unavailable' | null;
  charsMin: number;
  /** The last one given was not the right one. */
  refused: boolean;
}

/** What a page of the shell (`app://shell/<page>.html`) shows. */
export interface PageState {
  page: 'starting' | 'failure' | 'passphrase' | 'window-crash';
  failure: Failure | null;
  passphrase: PassphraseWish | null;
}

/** What a button of such a page asks for. */
export type PageAct = 'restart' | 'show_log' | 'quit' | 'show_console';

/** The shell as window, tray, menus and IPC see it. */
export interface Shell {
  state(): ShellState;
  /** Called with the state now and after each change. */
  onState(listener: (state: ShellState) => void): void;
  /** Null while the console is shown. */
  page(): PageState | null;
  act(act: PageAct): void;
  /** False: too short, or nobody asked for one. Whether it was the right one is told by the page that follows. */
  givePassphrase(passphrase: string): boolean;
  /** 32 random bytes in base64url: the cookie `custos_window` of the console's origin. */
  windowToken: string;
}

/** What the window shows. */
export type View = { kind: 'console'; url: string } | { kind: 'page'; page: PageState['page'] };

/** The one window. */
export interface ShellWindow {
  /** Loads `view` where it shows another one, else leaves it. Makes the window where there is none. */
  show(view: View): void;
  /** Brings it to the front, made again where it was closed. */
  focus(): void;
  /** Loads again what it shows. */
  reload(): void;
  /** Ends a page that hangs, which no load could reach; its end is told as a crash. */
  endPage(): void;
}
