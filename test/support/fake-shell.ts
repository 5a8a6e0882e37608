import { fileURLToPath } from 'node:url';
import type { ShellProcess } from '../../main/shell/contract.ts';
import { startShell } from '../../main/shell/start-shell.ts';
import { must } from '../../server/lib/assert.ts';
import { FakeBrowserWindow, type FakeElectron, type FakeSession, fakeElectron } from './fake-electron.ts';
import { tempFolder } from './folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const CONSOLE_URL = 'http://127.0.0.1:8420';

export interface FakeShell extends Disposable {
  electron: FakeElectron;
  window: FakeBrowserWindow;
  /** The window's own session. */
  session: FakeSession;
}

/** Lets started work continue until it causes nothing more. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs the shell through `startShell` on a fake Electron, until its window shows the console of a fake server. */
export async function startFakeShell({ isPackaged = true } = {}): Promise<FakeShell> {
  const electron = fakeElectron();
  const folder = tempFolder();
  electron.app.isPackaged = isPackaged;
  electron.app.paths = { userData: folder.path };
  electron.app.getAppPath = () => ROOT;
  const process = {
    argv: [],
    env: {},
    execPath: '/opt/custos/custos',
    kill: () => true,
    platform: 'win32',
    resourcesPath: '/opt/custos/resources',
  } as unknown as ShellProcess;
  startShell(electron.asElectron, process, { now: () => 0, later: () => () => {} });
  electron.app.ready.resolve(undefined);
  await settle();
  electron.utilityProcess.last.emit('message', { kind: 'listening', url: CONSOLE_URL });
  await settle();
  return {
    electron,
    window: must(FakeBrowserWindow.opened.at(0), 'the window was opened'),
    session: must(electron.session.parts.get('custos'), 'the window has a session of its own'),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
