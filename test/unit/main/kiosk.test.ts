import { describe, expect, test } from 'vitest';
import { guardKiosk } from '../../../main/shell/guard/session.ts';
import { isForPage, isWayOut, KioskWindow } from '../../../main/shell/window/kiosk.ts';
import { FakeEvent, FakeSession, fakeElectron } from '../../support/fake-electron.ts';
import { startFakeShell } from '../../support/fake-shell.ts';

const BASE = 'http://127.0.0.1:8422';
const SECOND = { x: 1920, y: 0, width: 1280, height: 800 };
const PLAIN = { type: 'keyDown', key: 'x', control: false, meta: false, alt: false, shift: false } as const;
const CHORD = { ...PLAIN, key: 'X', control: true, shift: true };

function kiosk({ base = BASE as string | null, screens = 1 } = {}) {
  const electron = fakeElectron();
  if (screens === 2) electron.screen.displays.push({ id: 2, bounds: SECOND, workArea: SECOND });
  const session = new FakeSession();
  const log: string[] = [];
  const state = { base };
  const window = new KioskWindow({
    electron: electron.asElectron,
    session: session as never,
    platform: 'linux',
    base: () => state.base,
    consoleBounds: () => ({ x: 0, y: 0, width: 1280, height: 860 }),
    lockConsole: () => void log.push(`locked while the kiosk is ${window.isOpen ? 'open' : 'closed'}`),
  });
  const shown = () => {
    const last = electron.BrowserWindow.opened.at(-1);
    if (!last) throw new Error('no window was opened');
    return last;
  };
  const press = (key: object): boolean => {
    const event = new FakeEvent();
    shown().webContents.emit('before-input-event', event, key);
    return !event.defaultPrevented;
  };
  return { window, electron, session, state, log, shown, press };
}

describe('the kiosk window', () => {
  test('shows the capture page alone over the other screen, without menu or bridge, and leaves the console open', () => {
    const { window, session, log, shown } = kiosk({ screens: 2 });
    expect(window.open(null)).toBe(true);
    expect(shown().options).toMatchObject({ ...SECOND, kiosk: true, frame: false });
    expect(shown().options['webPreferences']).toMatchObject({
      session,
      sandbox: true,
      nodeIntegration: false,
      devTools: false,
    });
    expect(shown().options['webPreferences']).not.toHaveProperty('preload');
    expect(shown().argsOf('loadURL')).toEqual([[`${BASE}/kiosk`]]);
    expect(shown().argsOf('removeMenu')).toHaveLength(1);
    expect(shown().visible).toBe(true);
    expect(log).toEqual([]);
  });

  test('locks the console first if there is no other screen', () => {
    const { window, log, shown } = kiosk();
    window.open('12345678');
    expect(log).toEqual(['locked while the kiosk is closed']);
    expect(shown().argsOf('loadURL')).toEqual([[`${BASE}/kiosk#12345678`]]);
  });

  test('does not open while nobody can capture here, and closes when that ends', () => {
    const none = kiosk({ base: null });
    expect(none.window.open(null)).toBe(false);
    expect(none.electron.BrowserWindow.opened).toEqual([]);
    expect(none.log).toEqual([]);
    const { window, state, shown } = kiosk();
    window.open(null);
    window.follow();
    expect(shown().destroyed).toBe(false);
    state.base = null;
    window.follow();
    expect(shown().destroyed).toBe(true);
    expect(window.isOpen).toBe(false);
  });

  test('starts afresh for another session', () => {
    const { window, electron } = kiosk();
    window.open('11111111');
    window.open('22222222');
    expect(electron.BrowserWindow.opened.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    expect(window.isOpen).toBe(true);
  });

  test('is closed by no page and no key but the operator’s, which locks the console', () => {
    const { window, shown, press, log } = kiosk({ screens: 2 });
    window.open(null);
    shown().close();
    expect(shown().destroyed).toBe(false);
    expect(shown().webContents.openHandler?.({ url: 'http://127.0.0.1:8420/manual/en/console' })).toEqual({
      action: 'deny',
    });
    for (const key of [
      { ...CHORD, shift: false },
      { ...PLAIN, key: 'F11' },
      { ...PLAIN, key: 'F4', alt: true },
      { ...PLAIN, key: 'q', meta: true },
    ])
      expect([key, press(key)]).toEqual([key, false]);
    for (const key of [
      PLAIN,
      { ...PLAIN, key: 'Tab' },
      { ...PLAIN, key: 'Escape' },
      { ...PLAIN, key: '@', control: true, alt: true },
    ])
      expect([key, press(key)]).toEqual([key, true]);
    expect(log).toEqual([]);
    expect(press(CHORD)).toBe(false);
    expect(log).toEqual(['locked while the kiosk is open']);
    expect(shown().destroyed).toBe(true);
  });

  test('a page that crashed comes back, and one that hangs is ended first', () => {
    const { window, shown } = kiosk();
    window.open(null);
    shown().webContents.emit('unresponsive');
    shown().webContents.emit('render-process-gone', {}, { reason: 'killed' });
    expect(shown().webContents.calls.map(({ name }) => name)).toEqual(['forcefullyCrashRenderer', 'reload']);
  });
});

test('keys: on a Mac Cmd is the operator’s, and a released key closes nothing', () => {
  const mac = { ...CHORD, control: false, meta: true };
  expect(isWayOut(mac, 'darwin')).toBe(true);
  expect(isWayOut(CHORD, 'darwin')).toBe(false);
  expect(isWayOut(mac, 'win32')).toBe(false);
  expect(isWayOut({ ...CHORD, type: 'keyUp' }, 'linux')).toBe(false);
  expect(isForPage({ ...PLAIN, key: 'Enter', alt: true })).toBe(false);
});

describe('its session', () => {
  async function guarded() {
    const session = new FakeSession();
    await guardKiosk(session as never, () => BASE);
    const asks = (permission: string, requestingUrl: string, mediaTypes?: string[]): boolean => {
      let granted = false;
      const decide = (yes: boolean): void => {
        granted = yes;
      };
      session.permissionRequest?.({}, permission, decide, { isMainFrame: true, requestingUrl, mediaTypes });
      return granted;
    };
    const loads = (url: string): boolean => {
      let cancelled = true;
      session.beforeRequest?.({ url }, ({ cancel }) => {
        cancelled = cancel === true;
      });
      return !cancelled;
    };
    return { session, asks, loads };
  }

  test('has the camera for the capture listener’s origin alone, and nothing else', async () => {
    const { asks } = await guarded();
    expect(asks('media', `${BASE}/kiosk`, ['video'])).toBe(true);
    expect(asks('media', `${BASE}/kiosk`, ['video', 'audio'])).toBe(false);
    expect(asks('media', 'http://127.0.0.1:8420/', ['video'])).toBe(false);
    for (const permission of [
      'clipboard-sanitized-write',
      'clipboard-read',
      'notifications',
      'fullscreen',
      'display-capture',
    ])
      expect([permission, asks(permission, `${BASE}/kiosk`)]).toEqual([permission, false]);
  });

  test('reaches the capture listener alone, and saves nothing', async () => {
    const { session, loads } = await guarded();
    expect(loads(`${BASE}/c/session`)).toBe(true);
    for (const url of ['http://127.0.0.1:8420/', 'https://example.org/', 'file:///etc/passwd'])
      expect([url, loads(url)]).toEqual([url, false]);
    const event = new FakeEvent();
    session.emit('will-download', event);
    expect(event.defaultPrevented).toBe(true);
  });
});

test('the desktop app opens it from the menu or the console, and locks the console of the only screen', async () => {
  using shell = await startFakeShell();
  const { electron, window } = shell;
  const counts = { needsReview: 0, alertsOpen: 0, processing: 0 };
  const state = { kind: 'state', ready: true, missing: [], ...counts, captureUrl: BASE };
  electron.utilityProcess.last.emit('message', state);
  const event = { sender: window.webContents, senderFrame: window.webContents.mainFrame };
  expect(await electron.ipcMain.handlers.get('custos:open-kiosk')?.(event, '12345678')).toBe(true);
  const opened = electron.BrowserWindow.opened.at(-1);
  expect(opened?.argsOf('loadURL')).toEqual([[`${BASE}/kiosk#12345678`]]);
  expect(opened?.options['webPreferences']).toMatchObject({ session: electron.session.parts.get('custos-kiosk') });
  expect(window.webContents.argsOf('send')).toContainEqual(['custos:lock']);
  electron.utilityProcess.last.emit('message', { ...state, captureUrl: null });
  expect(opened?.destroyed).toBe(true);
});
