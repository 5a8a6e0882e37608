import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PageAct, PageState, Shell, ShellElectron, ShellProcess, ShellState, View } from './contract.ts';
import { handOverDeps } from './hand-over-deps.ts';
import { type Desktop, openDesktop } from './open-desktop.ts';
import { appliancePaths } from './paths.ts';
import { prepareApp } from './prepare.ts';
import { keystoreOf } from './server/keystore.ts';
import { readLogTail } from './server/log-tail.ts';
import { type Secret, Supervisor } from './server/supervisor.ts';
import { fill, pickTexts } from './text/texts.ts';
import { handOver } from './updates.ts';
import { countCrashes } from './window-crashes.ts';

const TOKEN_BYTES = 32;

/** What the desktop app needs of the machine, besides Electron. */
export interface ShellHost {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Runs `act` once, later; returns the function that cancels it. */
  later(act: () => void, delayMs: number): () => void;
}

/**
 * Starts the desktop app: one instance, one supervised server process, one window that shows what the server serves.
 * Returns at once; the rest follows when Electron is ready.
 */
export function startShell(electron: ShellElectron, process: ShellProcess, host: ShellHost): void {
  const { app } = electron;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  prepareApp(electron);
  // Not awaited: Electron becomes ready only after the main module has been evaluated completely.
  void app
    .whenReady()
    .then(() => runShell(electron, process, host))
    .catch((error: unknown) => endUnstarted(electron, error));
}

/** Otherwise an invisible program would remain and block a second start. */
function endUnstarted({ app, dialog }: ShellElectron, error: unknown): void {
  const { start_failed, start_failed_why } = pickTexts(app.getPreferredSystemLanguages()).dialog;
  const { code, name } = error as NodeJS.ErrnoException;
  dialog.showErrorBox(start_failed, fill(start_failed_why, { reason: code ?? name }));
  app.exit(1);
}

async function runShell(electron: ShellElectron, process: ShellProcess, host: ShellHost): Promise<void> {
  const { app } = electron;
  const paths = appliancePaths({
    appPath: app.getAppPath(),
    resourcesPath: process.resourcesPath,
    isPackaged: app.isPackaged,
    weightsDir: process.env['CUSTOS_WEIGHTS_DIR'],
  });
  const windowToken = randomBytes(TOKEN_BYTES).toString('base64url');
  const supervisor = new Supervisor({
    ...host,
    fork: () =>
      electron.utilityProcess.fork(paths.entry, [], {
        env: { ...process.env, CUSTOS_SHELL: '1', CUSTOS_WEIGHTS_DIR: paths.weightsDir },
        stdio: ['ignore', 'inherit', 'inherit'],
        serviceName: 'Custos',
      }),
    killHard: (pid) => killHard(process, pid),
    keystore: keystoreOf(electron.safeStorage, process.platform),
    windowToken,
    install: (order) => handOver(order, handOverDeps(electron, process, host)),
    onSecret: (secret) => void showSecret(electron, secret),
    readLogTail,
    folderOf: dirname,
  });
  const shell = new RunningShell(electron, supervisor, windowToken, host);
  const shownFile = process.env['CUSTOS_WINDOW_SHOWN'];
  const shown = Promise.withResolvers<void>();
  const desktop = await openDesktop({
    electron,
    process,
    shell,
    pagesFolder: paths.pagesFolder,
    preload: paths.preload,
    ...host,
    onCrash: (kind) => shell.onCrash(kind),
    onShown: shown.resolve,
  });
  // Before the first window: each window listens for the end of the system.
  endOrderly(electron, supervisor, desktop);
  shell.showIn(desktop);
  app.on('second-instance', () => desktop.focus());
  if (shownFile) {
    // The launcher gives up on a window that does not appear: until it is visible nothing has begun, and the keystore
    // holds no key for the data folder.
    await shown.promise;
    writeFileSync(shownFile, '');
  }
  supervisor.start();
}

/** It may have ended meanwhile. */
function killHard(process: ShellProcess, pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has.
  }
}

/** The desktop app as its pages, window and tray see it. */
class RunningShell implements Shell {
  readonly windowToken: string;
  readonly #electron: ShellElectron;
  readonly #supervisor: Supervisor;
  readonly #crashes: ReturnType<typeof countCrashes>;
  #desktop: Desktop | null = null;
  #view: View | null = null;
  /** The console's page keeps crashing and is not loaded until a person requests it. */
  #windowCrashed = false;

  constructor(electron: ShellElectron, supervisor: Supervisor, windowToken: string, host: ShellHost) {
    this.#electron = electron;
    this.#supervisor = supervisor;
    this.windowToken = windowToken;
    this.#crashes = countCrashes(host.now);
  }

  showIn(desktop: Desktop): void {
    this.#desktop = desktop;
    this.onState(() => this.#show());
  }

  state(): ShellState {
    return this.#supervisor.state;
  }

  onState(listener: (state: ShellState) => void): void {
    this.#supervisor.onState(listener);
  }

  page(): PageState | null {
    const view = this.#view;
    if (view === null || view.kind === 'console') return null;
    const { failure, passphraseWish } = this.#supervisor;
    return { page: view.page, failure, passphrase: passphraseWish };
  }

  act(act: PageAct): void {
    if (act === 'restart') this.#supervisor.start();
    else if (act === 'quit') this.#electron.app.quit();
    else if (act === 'show_console') {
      this.#windowCrashed = false;
      this.#crashes.forget();
      this.#show();
    } else {
      const { logFolder } = this.#supervisor;
      if (logFolder !== null) void this.#electron.shell.openPath(logFolder);
    }
  }

  givePassphrase(passphrase: string): boolean {
    return this.#supervisor.givePassphrase(passphrase);
  }

  /** The window's page has crashed, or does not respond. The server continues, and what was sent to it is stored. */
  onCrash(kind: 'gone' | 'unresponsive'): void {
    if (kind === 'unresponsive') this.#desktop?.endPage();
    else if (this.#crashes.next() === 'tell') {
      this.#windowCrashed = true;
      this.#show();
    } else this.#desktop?.reload();
  }

  #show(): void {
    this.#view = viewOf(this.#supervisor.state, this.#view, this.#windowCrashed);
    this.#desktop?.show(this.#view);
  }
}

/** Returns the content of the window. The console stays while its server restarts: it reconnects automatically, and typed text is kept. */
export function viewOf({ phase, url }: ShellState, former: View | null, windowCrashed: boolean): View {
  if (phase === 'failed') return { kind: 'page', page: 'failure' };
  if (phase === 'passphrase') return { kind: 'page', page: 'passphrase' };
  if (windowCrashed) return { kind: 'page', page: 'window-crash' };
  if (phase === 'running' && url !== null) return { kind: 'console', url };
  return former?.kind === 'console' ? former : { kind: 'page', page: 'starting' };
}

/** Drains the server before the program ends, whatever caused the end. */
function endOrderly(electron: ShellElectron, supervisor: Supervisor, desktop: Desktop): void {
  const { app, powerMonitor } = electron;
  let step: 'running' | 'asking' | 'ending' = 'running';
  const end = async (): Promise<void> => {
    step = 'ending';
    const code = await supervisor.drain();
    // What pages left in memory goes with the process in any case.
    await desktop.close().catch(() => {});
    app.exit(code);
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (step !== 'running') return;
    step = 'asking';
    void desktop.confirmQuit().then((mayEnd) => {
      if (step !== 'asking') return;
      if (mayEnd) void end();
      else step = 'running';
    });
  });
  // The system shuts down, or the person logs off: no question is asked, and the system decides how long it waits.
  const endNow = (event?: { preventDefault?: () => void }): void => {
    event?.preventDefault?.();
    if (step !== 'ending') void end();
  };
  powerMonitor.on('shutdown', endNow as () => void);
  app.on('browser-window-created', (_event, window) => window.on('session-end', () => endNow()));
}

async function showSecret({ app, clipboard, dialog }: ShellElectron, { kind, text }: Secret): Promise<void> {
  const { secret } = pickTexts(app.getPreferredSystemLanguages());
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: secret[kind],
    detail: text,
    buttons: [secret.copy, secret.close],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) clipboard.writeText(text);
}
