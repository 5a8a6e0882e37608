import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SERVER_LIMITS } from '../../../main/shell/server/limits.ts';
import { startShell } from '../../../main/shell/start-shell.ts';
import { ENGLISH } from '../../../main/shell/text/en.ts';
import { FakeBrowserWindow, FakeEvent, fakeElectron } from '../../support/fake-electron.ts';
import { fakeTimers } from '../../support/fake-timers.ts';

const URL = 'http://127.0.0.1:8420';
const userData = mkdtempSync(join(tmpdir(), 'custos-shell-'));
afterAll(() => rmSync(userData, { recursive: true, force: true }));

/** Waits until all promises have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function rig(
  options: {
    hasLock?: boolean;
    setProxy?: () => Promise<void>;
    platform?: 'darwin' | 'win32';
    atLogin?: boolean;
    env?: object;
  } = {},
) {
  const electron = fakeElectron();
  if (options.setProxy) electron.session.defaultSession.setProxy = options.setProxy;
  const { app } = electron;
  app.wasOpenedAtLogin = options.atLogin ?? false;
  app.hasLock = options.hasLock ?? true;
  app.paths['userData'] = userData;
  const timers = fakeTimers();
  const killed: number[] = [];
  const process = {
    argv: ['custos'],
    env: { PATH: '/bin', CUSTOS_PORT: '8420', ...options.env },
    execPath: '/opt/custos/custos',
    platform: options.platform ?? ('win32' as const),
    resourcesPath: '/opt/custos/resources',
    kill: ((pid: number) => killed.push(pid) > 0) as NodeJS.Process['kill'],
  };
  startShell(electron.asElectron, process, timers);
  app.ready.resolve();
  await settle();
  const child = () => electron.utilityProcess.last;
  const window = (): FakeBrowserWindow => {
    const found = FakeBrowserWindow.opened.at(-1);
    if (!found) throw new Error('there is no window');
    return found;
  };
  return {
    ...electron,
    timers,
    child,
    window,
    shown: () => window().webContents.url,
    async tell(message: object) {
      child().emit('message', message);
      await settle();
    },
    async end(code: number) {
      child().end(code);
      await settle();
    },
    async pass(ms: number) {
      timers.pass(ms);
      await settle();
    },
    async crash() {
      window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
      await settle();
    },
    /** A page of the shell sends a request. */
    async ask(channel: string, ...given: unknown[]) {
      const { webContents } = window();
      const event = { sender: webContents, senderFrame: webContents.mainFrame };
      return await electron.ipcMain.handlers.get(channel)?.(event, ...given);
    },
  };
}

describe('the shell', () => {
  test('that is the second one ends at once', async () => {
    const { app, utilityProcess } = await rig({ hasLock: false });
    expect(app.argsOf('quit')).toHaveLength(1);
    expect(utilityProcess.forked).toEqual([]);
  });

  test('forks the server as it runs headless, and shows the console with the token of this start', async () => {
    const { child, shown, tell, session, app, window } = await rig();
    expect(child()).toMatchObject({ entry: '/app/server/process.ts', args: [] });
    const { env } = child().options as { env: Record<string, string> };
    expect(env).toMatchObject({ CUSTOS_SHELL: '1', CUSTOS_PORT: '8420', CUSTOS_WEIGHTS_DIR: '/app/models/weights' });
    expect(shown()).toBe('app://shell/starting.html');
    const token = child().sent[0]?.['windowToken'] as string;
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    // The token is in no argument and no variable, because other programs of this user can read those.
    expect(JSON.stringify([child().args, env])).not.toContain(token);
    await tell({ kind: 'listening', url: URL });
    expect(shown()).toBe(`${URL}/`);
    const jar = [...session.parts.values()].flatMap(({ cookieJar }) => cookieJar);
    expect(jar).toMatchObject([{ name: 'custos_window', value: token, httpOnly: true, sameSite: 'strict' }]);
    const before = window().argsOf('focus').length;
    app.emit('second-instance');
    expect(window().argsOf('focus').length).toBe(before + 1);
  });

  test('begins nothing before its window is seen, where the launcher waits for that, and tells it', async () => {
    const mark = join(userData, 'shown');
    const { utilityProcess, window, shown } = await rig({ env: { CUSTOS_WINDOW_SHOWN: mark } });
    expect(shown()).toBe('app://shell/starting.html');
    expect(utilityProcess.forked).toEqual([]);
    expect(existsSync(mark)).toBe(false);
    window().emit('ready-to-show');
    await settle();
    expect(existsSync(mark)).toBe(true);
    expect(utilityProcess.forked).toHaveLength(1);
  });

  test('keeps the console while the server that ended is started again, and tells when it is given up', async () => {
    const { shown, tell, end, pass, ask, shell, utilityProcess } = await rig();
    await tell({ kind: 'folders', dataDir: '/data', logFile: '/data/logs/custos.log' });
    await tell({ kind: 'listening', url: URL });
    for (const delayMs of SERVER_LIMITS.restartAfterMs.slice(0, 4)) {
      await end(1);
      expect(shown()).toBe(`${URL}/`);
      await pass(delayMs);
    }
    await end(1);
    expect(shown()).toBe('app://shell/failure.html');
    expect(await ask('custos:desktop')).toMatchObject({
      language: 'en',
      page: { page: 'failure', failure: { code: null, endings: 5, logFolder: '/data/logs' } },
    });
    await ask('custos:act', 'show_log');
    expect(shell.argsOf('openPath')).toEqual([['/data/logs']]);
    await ask('custos:act', 'restart');
    await settle();
    expect(shown()).toBe('app://shell/starting.html');
    expect(utilityProcess.forked).toHaveLength(6);
  });

  test('asks for the passphrase on a page of its own', async () => {
    const { shown, tell, ask, child } = await rig();
    await tell({ kind: 'passphrase_wanted', purpose: 'open', charsMin: 1, refused: false });
    expect(shown()).toBe('app://shell/passphrase.html');
    expect(await ask('custos:desktop')).toMatchObject({
      page: { passphrase: { kind: 'open', because: null, refused: false } },
    });
    expect(await ask('custos:give-passphrase', 'correct horse')).toBe(true);
    await settle();
    expect(child().sent.at(-1)).toEqual({ kind: 'passphrase', passphrase: 'correct horse' });
    expect(shown()).toBe('app://shell/starting.html');
  });

  test('loads a window again whose page is gone, and says so where that goes on; the server runs through it', async () => {
    const { crash, shown, tell, window, ask, utilityProcess } = await rig();
    await tell({ kind: 'listening', url: URL });
    const loads = (): unknown[] => window().argsOf('loadURL').flat();
    const before = loads().length;
    for (let time = 1; time <= 3; time++) {
      await crash();
      expect(loads().length).toBe(before + time);
      expect(shown()).toBe(`${URL}/`);
    }
    await crash();
    expect(shown()).toBe('app://shell/window-crash.html');
    await ask('custos:act', 'show_console');
    await settle();
    expect(shown()).toBe(`${URL}/`);
    window().emit('unresponsive');
    expect(window().webContents.argsOf('forcefullyCrashRenderer')).toHaveLength(1);
    expect(utilityProcess.forked).toHaveLength(1);
    expect(utilityProcess.last.argsOf('kill')).toEqual([]);
  });

  test('shows what is shown once, and copies it where it is asked to', async () => {
    const { tell, dialog, clipboard } = await rig();
    await tell({ kind: 'setup_code', code: 'k3v9c' });
    expect(dialog.argsOf('showMessageBox')[0]?.[0]).toMatchObject({
      message: ENGLISH.secret.setup_code,
      detail: 'k3v9c',
    });
    expect(clipboard.argsOf('writeText')).toEqual([['k3v9c']]);
    dialog.response = 1;
    await tell({ kind: 'first_key', key: 'sk_live_a' });
    expect(clipboard.argsOf('writeText')).toHaveLength(1);
  });
});

test.each([
  ['darwin', true, 0],
  ['darwin', false, 1],
  // On Windows an argument tells; other systems' answers to a question of macOS mean nothing.
  ['win32', true, 1],
] as const)('on %s, opened by the login: %s, %i windows come by themselves', async (platform, atLogin, windows) => {
  await rig({ platform, atLogin });
  expect(FakeBrowserWindow.opened).toHaveLength(windows);
});

test('a shell that cannot be put up says so and ends', async () => {
  const { app, dialog } = await rig({ setProxy: async () => Promise.reject(new TypeError('no')) });
  expect(dialog.argsOf('showErrorBox')).toEqual([
    [ENGLISH.dialog.start_failed, expect.stringContaining('(TypeError)')],
  ]);
  expect(app.argsOf('exit')).toEqual([[1]]);
});

describe('the end', () => {
  test('waits until the server has drained', async () => {
    const { app, child, tell, end } = await rig();
    await tell({ kind: 'listening', url: URL });
    const event = new FakeEvent();
    app.emit('before-quit', event);
    app.emit('before-quit', new FakeEvent());
    await settle();
    expect(event.defaultPrevented).toBe(true);
    expect(child().sent.filter(({ kind }) => kind === 'stop')).toHaveLength(1);
    expect(app.argsOf('exit')).toEqual([]);
    await end(0);
    expect(app.argsOf('exit')).toEqual([[0]]);
  });

  test('is not while the person stays with what they began', async () => {
    const { app, child, tell, window, dialog } = await rig();
    await tell({ kind: 'listening', url: URL });
    window().guardsUnload = true;
    dialog.response = 0;
    app.emit('before-quit', new FakeEvent());
    await settle();
    expect(child().sent.some(({ kind }) => kind === 'stop')).toBe(false);
    dialog.response = 1;
    app.emit('before-quit', new FakeEvent());
    await settle();
    expect(child().sent.at(-1)).toEqual({ kind: 'stop' });
  });

  test('of a server that hangs is forced', async () => {
    const { app, child, tell, pass, end } = await rig();
    await tell({ kind: 'listening', url: URL });
    app.emit('before-quit', new FakeEvent());
    await settle();
    await pass(SERVER_LIMITS.drainMs);
    expect(child().argsOf('kill')).toHaveLength(1);
    await end(143);
    expect(app.argsOf('exit')).toEqual([[143]]);
  });

  test.each(['shutdown', 'session-end'])('of the system (%s) drains and asks nobody', async (kind) => {
    const { app, child, tell, window, powerMonitor, dialog, end } = await rig();
    await tell({ kind: 'listening', url: URL });
    window().guardsUnload = true;
    const event = new FakeEvent();
    if (kind === 'shutdown') powerMonitor.emit('shutdown', event);
    else {
      window().emit('session-end', {});
    }
    await settle();
    expect(child().sent.at(-1)).toEqual({ kind: 'stop' });
    expect(dialog.argsOf('showMessageBoxSync')).toEqual([]);
    await end(0);
    expect(app.argsOf('exit')).toEqual([[0]]);
  });
});
