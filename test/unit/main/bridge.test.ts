import { describe, expect, test } from 'vitest';
import { askerOf, serveBridge } from '../../../main/shell/bridge/bridge.ts';
import type { Shell } from '../../../main/shell/contract.ts';
import { type DesktopSettings, keepSettings } from '../../../main/shell/settings.ts';
import { ENGLISH } from '../../../main/shell/text/en.ts';
import { FakeBrowserWindow, FakeNotification, FakeWebContents, fakeElectron } from '../../support/fake-electron.ts';

const BASE = 'http://127.0.0.1:8420';
const PASSPHRASE_PAGE = 'app://shell/passphrase.html';

interface Frame {
  url: string;
  parent: object | null;
}

function bridge({
  at = `${BASE}/system`,
  stored = {} as Partial<DesktopSettings>,
  canLogin = true,
  write = () => {},
} = {}) {
  const electron = fakeElectron();
  const window = new FakeBrowserWindow();
  const acts: string[] = [];
  const shell = {
    state: () => ({ phase: 'running', url: BASE, told: null }),
    page: () => ({ page: 'passphrase', failure: null, passphrase: null }),
    act: (act: string) => acts.push(`act ${act}`),
    givePassphrase: (passphrase: string) => acts.push(`passphrase ${passphrase}`) > 0,
  };
  let atLogin = false;
  const login = {
    get: () => atLogin,
    set: (on: boolean) => {
      atLogin = on;
    },
  };
  const settings = keepSettings(stored, write);
  serveBridge({
    electron: electron.asElectron,
    shell: shell as unknown as Shell,
    settings,
    login: canLogin ? login : null,
    texts: ENGLISH,
    openKiosk: (code) => {
      acts.push(`kiosk ${code}`);
      return true;
    },
    contents: () => window.webContents as never,
  });
  const frame: Frame = { url: at, parent: null };
  const event = { sender: window.webContents, senderFrame: frame as Frame | null };
  const call = (channel: string, ...args: unknown[]): Promise<unknown> => {
    const handler = electron.ipcMain.handlers.get(`custos:${channel}`);
    if (!handler) throw new Error(`nobody answers ${channel}`);
    return handler(event, ...args) as Promise<unknown>;
  };
  return { electron, window, acts, settings, event, call, atLogin: () => atLogin };
}

describe('askerOf', () => {
  const contents = new FakeWebContents();
  const asker = (given: { sender?: unknown; senderFrame?: unknown }, base: string | null = BASE) =>
    askerOf(
      { sender: contents, senderFrame: { url: `${BASE}/`, parent: null }, ...given } as never,
      contents as never,
      base,
    );

  test('knows the console and the pages of the shell', () => {
    expect(asker({})).toBe('console');
    expect(asker({ senderFrame: { url: PASSPHRASE_PAGE, parent: null } })).toBe('page');
  });

  test.each([
    ['another window', { sender: new FakeWebContents() }],
    ['a frame within the page', { senderFrame: { url: `${BASE}/`, parent: {} } }],
    ['a page that is gone', { senderFrame: null }],
    ['another port', { senderFrame: { url: 'http://127.0.0.1:8421/', parent: null } }],
    ['another site', { senderFrame: { url: 'https://example.org/', parent: null } }],
    ['a file', { senderFrame: { url: 'file:///tmp/x.html', parent: null } }],
    ['no address', { senderFrame: { url: '', parent: null } }],
  ])('%s is foreign', (_name, given) => expect(asker(given)).toBe('foreign'));

  test('nobody is the console while the server does not run, nor where there is no window', () => {
    expect(asker({}, null)).toBe('foreign');
    expect(askerOf({ sender: contents, senderFrame: { url: `${BASE}/`, parent: null } } as never, null, BASE)).toBe(
      'foreign',
    );
  });
});

describe('the console', () => {
  test('learns what this computer can do, and sets it', async () => {
    const { call, settings, atLogin } = bridge();
    expect(await call('desktop')).toEqual({ start_at_login: false, notifications: true });
    expect(await call('set', { start_at_login: true })).toEqual({ start_at_login: true, notifications: true });
    expect(await call('set', { notifications: false })).toEqual({ start_at_login: true, notifications: false });
    expect(atLogin()).toBe(true);
    expect(settings.get().notifications).toBe(false);
  });

  test('learns when this computer can do neither', async () => {
    const { call } = bridge({ canLogin: false });
    FakeNotification.supported = false;
    expect(await call('desktop')).toEqual({ start_at_login: null, notifications: null });
    expect(await call('set', { start_at_login: true })).toEqual({ start_at_login: null, notifications: null });
  });

  test('has paths chosen in the dialog of the system, over the window', async () => {
    const { call, electron, window } = bridge();
    electron.dialog.openPaths = ['/media/usb/list.csv'];
    expect(await call('choose-path', { kind: 'open_file', start: '/media' })).toBe('/media/usb/list.csv');
    expect(electron.dialog.argsOf('showOpenDialog')).toEqual([
      [window, { title: 'Choose a file', defaultPath: '/media', properties: ['openFile', 'dontAddToRecent'] }],
    ]);
    expect(await call('choose-path', { kind: 'open_folder', start: 'relative' })).toBe('/media/usb/list.csv');
    expect(electron.dialog.argsOf('showOpenDialog')[1]?.[1]).toEqual({
      title: 'Choose a folder',
      properties: ['openDirectory', 'createDirectory'],
    });
    electron.dialog.openPaths = [];
    expect(await call('choose-path', { kind: 'open_file', start: '' })).toBeNull();
    expect(await call('choose-path', { kind: 'save_file', start: '/a/key' })).toBeNull();
    electron.dialog.savePath = '/a/new-key';
    expect(await call('choose-path', { kind: 'save_file', start: '/a/key' })).toBe('/a/new-key');
  });

  test('is printed through the dialog of the system', async () => {
    const { call, window } = bridge();
    const printed = call('print');
    const [options, done] = window.webContents.argsOf('print')[0] as [object, (success: boolean) => void];
    expect(options).toEqual({ silent: false, printBackground: true });
    done(false);
    expect(await printed).toBe(false);
  });

  test('shows the log, and may do nothing else that a page of the shell may', async () => {
    const { call, acts } = bridge();
    await call('act', 'show_log');
    for (const act of ['restart', 'quit', 'show_console']) await expect(call('act', act)).rejects.toThrow('Refused.');
    await expect(call('give-passphrase', 'a long passphrase')).rejects.toThrow('Refused.');
    expect(acts).toEqual(['act show_log']);
  });

  test('finds its choices again; another page neither reads nor writes them', () => {
    const { electron, event, settings } = bridge({ stored: { kept: { 'custos.theme': 'dark' } } });
    const ask = (senderFrame: Frame): unknown => {
      const asking = { ...event, senderFrame, returnValue: undefined };
      electron.ipcMain.emit('custos:kept', asking);
      return asking.returnValue;
    };
    const own = { url: `${BASE}/`, parent: null };
    const other = { url: PASSPHRASE_PAGE, parent: null };
    expect(ask(own)).toEqual({ 'custos.theme': 'dark' });
    expect(ask(other)).toEqual({});
    const told = { 'custos.locale': 'fr', 'custos.session': 'secret' };
    electron.ipcMain.emit('custos:keep', { ...event, senderFrame: other }, told);
    expect(settings.get().kept).toEqual({ 'custos.theme': 'dark' });
    electron.ipcMain.emit('custos:keep', event, { 'custos.locale': 'x'.repeat(41) });
    electron.ipcMain.emit('custos:keep', event, 'fr');
    expect(settings.get().kept).toEqual({ 'custos.theme': 'dark' });
    electron.ipcMain.emit('custos:keep', event, told);
    expect(settings.get().kept).toEqual({ 'custos.locale': 'fr' });
  });
});

test('choices of the console that cannot be written end nothing', () => {
  const write = (): never => {
    throw new Error('ENOSPC');
  };
  const { electron, event, settings } = bridge({ write });
  electron.ipcMain.emit('custos:keep', event, { 'custos.locale': 'fr' });
  expect(settings.get().kept).toEqual({});
});

describe('a page of the shell', () => {
  test('learns what it shows, acts, and gives the passphrase', async () => {
    const { call, acts } = bridge({ at: PASSPHRASE_PAGE });
    expect(await call('desktop')).toEqual({
      language: 'en',
      page: { page: 'passphrase', failure: null, passphrase: null },
    });
    for (const act of ['restart', 'show_log', 'quit', 'show_console']) await call('act', act);
    expect(await call('give-passphrase', 'long and secret')).toBe(true);
    expect(acts).toEqual(['act restart', 'act show_log', 'act quit', 'act show_console', 'passphrase long and secret']);
  });

  test('has no business with files, settings or printers', async () => {
    const { call } = bridge({ at: PASSPHRASE_PAGE });
    await expect(call('set', { notifications: false })).rejects.toThrow('Refused.');
    await expect(call('choose-path', { kind: 'open_file', start: '' })).rejects.toThrow('Refused.');
    await expect(call('print')).rejects.toThrow('Refused.');
  });
});

describe('hostile messages', () => {
  const CHANNELS = ['desktop', 'set', 'choose-path', 'print', 'act', 'open-kiosk', 'give-passphrase'] as const;
  const WELL_FORMED: Record<(typeof CHANNELS)[number], unknown[]> = {
    desktop: [],
    set: [{ notifications: false }],
    'choose-path': [{ kind: 'open_file', start: '' }],
    print: [],
    act: ['show_log'],
    'open-kiosk': ['12345678'],
    'give-passphrase': ['long and secret'],
  };

  test('there are these seven and the two of the preload script, no other', () => {
    const { electron } = bridge();
    expect([...electron.ipcMain.handlers.keys()]).toEqual(CHANNELS.map((name) => `custos:${name}`));
    expect(electron.ipcMain.eventNames()).toEqual(['custos:kept', 'custos:keep']);
  });

  test.each(CHANNELS)('%s is refused for foreign senders, and does nothing', async (channel) => {
    for (const senderFrame of [null, { url: 'https://example.org/', parent: null }, { url: `${BASE}/`, parent: {} }]) {
      const { call, event, acts, settings, electron, window } = bridge();
      event.senderFrame = senderFrame;
      await expect(call(channel, ...WELL_FORMED[channel])).rejects.toThrow('Refused.');
      expect(acts).toEqual([]);
      expect(settings.get().notifications).toBe(true);
      expect([...electron.dialog.calls, ...window.webContents.calls]).toEqual([]);
    }
  });

  test.each([
    ['desktop', ['anything']],
    ['print', [{ silent: true }]],
    ['open-kiosk', ['1234567']],
    ['open-kiosk', ['12345678#x']],
    ['open-kiosk', []],
    ['set', []],
    ['set', [null]],
    ['set', [{ notifications: 'no' }]],
    ['set', [{ notifications: undefined }]],
    ['set', [{ told_of_tray: true }]],
    ['set', [{ notifications: false }, { notifications: false }]],
    ['choose-path', [{ kind: 'open_file' }]],
    ['choose-path', [{ kind: 'delete', start: '' }]],
    ['choose-path', [{ kind: 'open_file', start: '', properties: ['multiSelections'] }]],
    ['choose-path', [{ kind: 'open_file', start: 'x'.repeat(5_000) }]],
    ['act', ['eval']],
    ['act', ['__proto__']],
    ['act', [['show_log']]],
  ])('%s with %j is refused', async (channel, args) => {
    const { call, acts, settings } = bridge();
    await expect(call(channel, ...args)).rejects.toThrow('Refused.');
    expect(acts).toEqual([]);
    expect(settings.get()).toEqual(keepSettings(undefined, () => {}).get());
  });

  test.each([[''], ['x'.repeat(1_025)], [7], [null], [{ toString: () => 'secret' }]])(
    'the passphrase %j is refused, and not told again',
    async (passphrase) => {
      const { call, acts } = bridge({ at: PASSPHRASE_PAGE });
      await expect(call('give-passphrase', passphrase)).rejects.toThrow(/^Refused\.$/);
      expect(acts).toEqual([]);
    },
  );
});
