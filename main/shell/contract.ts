import type * as Electron from 'electron';
import type { FailureCode, StateMessage } from '../../server/desktop-link/messages.ts';

/** The parts of Electron that the desktop app uses. Each module declares the parts that it needs as its own type. */
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

/** The parts of its own process that the desktop app uses. */
export type ShellProcess = Pick<NodeJS.Process, 'argv' | 'env' | 'execPath' | 'kill' | 'platform' | 'resourcesPath'>;

/** The server's state: it starts, waits for a passphrase, runs, waits to be restarted, has failed permanently, drains. */
export type ServerPhase = 'starting' | 'passphrase' | 'running' | 'waiting' | 'failed' | 'stopping';

/** The state that window, tray, menus and notifications show. */
export interface ShellState {
  phase: ServerPhase;
  /** The console's address, such as `http://127.0.0.1:8420`; null while the server does not run. */
  url: string | null;
  /** The server's latest report about itself; null before the first, and once it has ended. */
  told: StateMessage | null;
}

/** What went wrong, for the failure page. */
export interface Failure {
  /** null: it ended without an error code. */
  code: FailureCode | null;
  /** The server's own sentence, which names the remedy; null if there was none. */
  sentence: string | null;
  /** How often it ended unexpectedly in recent minutes. */
  endings: number;
  /** The last lines of its log, without personal data. */
  logLines: string[];
  logFolder: string;
}

/** Why a passphrase is requested: the data folder opens with one, or the first must be chosen because the keystore cannot be used. */
export interface PassphraseWish {
  kind: 'open' | 'choose';
  /** Why the system's own keystore is not used; null if the data folder opens with a passphrase. */
  because: 'basic_text' | 'unavailable' | null;
  charsMin: number;
  /** The last one was wrong. */
  refused: boolean;
}

/** The content of a page of the desktop app (`app://shell/<page>.html`). */
export interface PageState {
  page: 'starting' | 'failure' | 'passphrase' | 'window-crash';
  failure: Failure | null;
  passphrase: PassphraseWish | null;
}

/** The action of a button on such a page. */
export type PageAct = 'restart' | 'show_log' | 'quit' | 'show_console';

/** The desktop app as window, tray, menus and IPC see it. */
export interface Shell {
  state(): ShellState;
  /** Called with the state now and after each change. */
  onState(listener: (state: ShellState) => void): void;
  /** null while the console is shown. */
  page(): PageState | null;
  act(act: PageAct): void;
  /** Returns false if it is too short, or if none was requested. The next page shows whether it was right. */
  givePassphrase(passphrase: string): boolean;
  /** 32 random bytes in base64url: the cookie `custos_window` of the console's origin. */
  windowToken: string;
}

/** The content of the window. */
export type View = { kind: 'console'; url: string } | { kind: 'page'; page: PageState['page'] };

/** The one window. */
export interface ShellWindow {
  /** Loads `view` unless it is already shown. Creates the window if there is none. */
  show(view: View): void;
  /** Brings it to the front; creates it again if it was closed. */
  focus(): void;
  /** Reloads its content. */
  reload(): void;
  /** Ends a page that hangs, which no load could reach; this is reported as a crash. */
  endPage(): void;
}
