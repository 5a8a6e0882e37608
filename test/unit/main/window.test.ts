import { describe, expect, test } from 'vitest';
import { keepSettings } from '../../../main/shell/settings.ts';
import { ENGLISH } from '../../../main/shell/text/en.ts';
import { closeWindow } from '../../../main/shell/window/close.ts';
import { HeldWindow, type HeldWindowNeeds } from '../../../main/shell/window/held-window.ts';
import { keepPlace, REST_MS } from '../../../main/shell/window/keep-place.ts';
import { windowOptions } from '../../../main/shell/window/options.ts';
import { isOnScreen, readPlace, type WindowPlace } from '../../../main/shell/window/place.ts';
import { FakeBrowserWindow, FakeEvent, FakeSession, fakeElectron } from '../../support/fake-electron.ts';

const BASE = 'http://127.0.0.1:8420';
const PLACE: WindowPlace = {
  bounds: { x: 10, y: 20, width: 1100, height: 700 },
  maximised: false,
  fullScreen: false,
};
const SCREEN = { x: 0, y: 0, width: 1920, height: 1040 };

describe('readPlace', () => {
  test('reads what was written', () => expect(readPlace(JSON.parse(JSON.stringify(PLACE)))).toEqual(PLACE));
  test.each([
    ['nothing', undefined],
    ['another thing', ['x']],
    ['a part of it', { bounds: PLACE.bounds }],
    ['no size', { ...PLACE, bounds: { ...PLACE.bounds, width: 0 } }],
    ['no whole number', { ...PLACE, bounds: { ...PLACE.bounds, x: 1.5 } }],
    ['a size beyond all screens', { ...PLACE, bounds: { ...PLACE.bounds, height: 1e9 } }],
    ['a text for a number', { ...PLACE, bounds: { ...PLACE.bounds, y: '1' } }],
  ])('%s is none', (_name, stored) => expect(readPlace(stored)).toBeNull());
});

describe('isOnScreen', () => {
  test.each([
    ['on it', { x: 10, y: 20 }, true],
    ['mostly off its right', { x: 1900, y: 20 }, false],
    ['half off its right', { x: 1500, y: 20 }, true],
    ['half off its left', { x: -800, y: 20 }, true],
    ['off its left', { x: -1090, y: 20 }, false],
    ['with its title above it', { x: 10, y: -30 }, false],
    ['with its title below it', { x: 10, y: 1030 }, false],
    ['on a screen that is gone', { x: 3000, y: 20 }, false],
  ])('%s: %s', (_name, at, expected) => expect(isOnScreen({ ...PLACE.bounds, ...at }, [SCREEN])).toBe(expected));

  test('a second screen counts', () => {
    const second = { x: 1920, y: 0, width: 1920, height: 1080 };
    expect(isOnScreen({ ...PLACE.bounds, x: 3000 }, [SCREEN, second])).toBe(true);
    expect(isOnScreen(PLACE.bounds, [])).toBe(false);
  });
});

/** A timer that the test runs by hand. */
function timers() {
  let waiting: { act: () => void; delayMs: number } | null = null;
  return {
    later: (act: () => void, delayMs: number) => {
      const mine = { act, delayMs };
      waiting = mine;
      return () => {
        if (waiting === mine) waiting = null;
      };
    },
    waitingMs: () => waiting?.delayMs ?? null,
    run: () => {
      const due = waiting;
      waiting = null;
      due?.act();
    },
  };
}

describe('keepPlace', () => {
  function kept() {
    const window = new FakeBrowserWindow();
    const stored: WindowPlace[] = [];
    const timer = timers();
    keepPlace(window as never, { store: (place) => stored.push(place), later: timer.later });
    return { window, stored, timer };
  }

  test('stores a place once, when the window has come to rest', () => {
    const { window, stored, timer } = kept();
    for (let x = 0; x < 50; x += 1) {
      window.bounds = { ...window.bounds, x };
      window.emit('move');
    }
    expect(stored).toEqual([]);
    expect(timer.waitingMs()).toBe(REST_MS);
    timer.run();
    expect(stored).toEqual([
      { bounds: { x: 49, y: 0, width: 1280, height: 860 }, maximised: false, fullScreen: false },
    ]);
    window.emit('resize');
    timer.run();
    expect(stored).toHaveLength(1);
  });

  test('stores at once what is closed or hidden, and how it stood', () => {
    const { window, stored, timer } = kept();
    window.maximized = true;
    window.emit('maximize');
    window.emit('close', new FakeEvent());
    expect(stored).toMatchObject([{ maximised: true }]);
    expect(timer.waitingMs()).toBeNull();
    window.fullScreen = true;
    window.emit('hide');
    expect(stored).toMatchObject([{}, { fullScreen: true }]);
  });

  test('asks nothing of a window that is gone', () => {
    const { window, stored, timer } = kept();
    window.emit('move');
    window.destroyed = true;
    timer.run();
    expect(stored).toEqual([]);
  });
});

function held(given: Partial<HeldWindowNeeds> = {}) {
  const electron = fakeElectron();
  const session = new FakeSession();
  const crashes: string[] = [];
  const closes: unknown[] = [];
  let stored: WindowPlace | null = null;
  const window = new HeldWindow({
    electron: electron.asElectron,
    session: session as never,
    preload: '/app/main/preload.cjs',
    texts: ENGLISH,
    token: 'token',
    place: { read: () => stored, store: () => {}, later: () => () => {} },
    startsHidden: false,
    onShown: () => {},
    onCrash: (kind, reason) => crashes.push(`${kind} ${reason}`.trim()),
    onClose: (closing) => closes.push(closing),
    ...given,
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    electron,
    session,
    window,
    crashes,
    closes,
    settle,
    opened: FakeBrowserWindow.opened,
    store: (place: WindowPlace | null): void => {
      stored = place;
    },
    one: (): FakeBrowserWindow => {
      const [first] = FakeBrowserWindow.opened;
      if (!first) throw new Error('no window was opened');
      return first;
    },
  };
}

const CONSOLE = { kind: 'console', url: BASE } as const;
const STARTING = { kind: 'page', page: 'starting' } as const;
const FAILURE = { kind: 'page', page: 'failure' } as const;

describe('HeldWindow', () => {
  test('opens one window, gives it the token before it loads, and shows it when it is drawn', async () => {
    const { window, session, one, opened, settle } = held();
    const order: string[] = [];
    const { set } = session.cookies;
    session.cookies.set = async (cookie) => {
      order.push('cookie');
      await set(cookie);
    };
    window.show(CONSOLE);
    const { loadURL } = one();
    one().loadURL = async (url) => {
      order.push('load');
      await loadURL(url);
    };
    await settle();
    expect(order).toEqual(['cookie', 'load']);
    expect(session.cookieJar).toMatchObject([{ name: 'custos_window', value: 'token', url: BASE }]);
    expect(one().argsOf('loadURL')).toEqual([[`${BASE}/`]]);
    expect(one().visible).toBe(false);
    one().emit('ready-to-show');
    expect(one().visible).toBe(true);
    expect(opened).toHaveLength(1);
  });

  test('leaves what it shows already, and loads another view', async () => {
    const { window, one, settle } = held();
    window.show(STARTING);
    // Shown again before the first one has started loading.
    window.show({ ...STARTING });
    await settle();
    window.show(CONSOLE);
    await settle();
    window.show(CONSOLE);
    await settle();
    expect(one().argsOf('loadURL')).toEqual([['app://shell/starting.html'], [`${BASE}/`]]);
  });

  test('of two views at once only the last is loaded', async () => {
    const { window, one, settle } = held();
    window.show(CONSOLE);
    window.show(FAILURE);
    await settle();
    expect(one().argsOf('loadURL')).toEqual([['app://shell/failure.html']]);
  });

  test('loads what could not be loaded when it is shown again, as after a restart of the server', async () => {
    const { window, one, settle } = held();
    window.show(CONSOLE);
    const { loadURL } = one();
    one().loadURL = async () => {
      throw new Error('ERR_CONNECTION_REFUSED');
    };
    await settle();
    one().loadURL = loadURL;
    window.show({ ...CONSOLE });
    await settle();
    window.show({ ...CONSOLE });
    await settle();
    expect(one().argsOf('loadURL')).toEqual([[`${BASE}/`]]);
  });

  test('where the person stays with what they began, the former view is the one that is shown', async () => {
    const { window, one, settle } = held();
    window.show(CONSOLE);
    await settle();
    const { loadURL } = one();
    one().loadURL = async () => {
      throw new Error('ERR_ABORTED');
    };
    window.show(FAILURE);
    await settle();
    one().loadURL = loadURL;
    window.show(CONSOLE);
    await settle();
    expect(one().argsOf('loadURL')).toEqual([[`${BASE}/`]]);
  });

  test('opens where it was, maximised as it was', () => {
    const { window, one, store } = held();
    store({ ...PLACE, maximised: true });
    window.show(STARTING);
    expect(one().options).toMatchObject(PLACE.bounds);
    expect(one().argsOf('maximize')).toEqual([]);
    one().emit('ready-to-show');
    expect(one().argsOf('maximize')).toEqual([[]]);
  });

  test('a place off all screens is not used', () => {
    const { window, one, store } = held();
    store({ ...PLACE, bounds: { ...PLACE.bounds, x: 5000 }, maximised: true });
    window.show(STARTING);
    expect(one().options['x']).toBeUndefined();
    expect(one().options).toMatchObject({ width: 1280, height: 860 });
    one().emit('ready-to-show');
    expect(one().argsOf('maximize')).toEqual([]);
  });

  test('stays away when it starts hidden, until a page needs a person', () => {
    const { window, opened } = held({ startsHidden: true });
    window.show(STARTING);
    window.show(CONSOLE);
    expect(opened).toHaveLength(0);
    window.show(FAILURE);
    expect(opened).toHaveLength(1);
  });

  test('comes when it is asked for, or where nobody could ask', () => {
    const first = held({ startsHidden: true });
    first.window.show(CONSOLE);
    first.window.focus();
    expect(first.opened).toHaveLength(1);
    const second = held({ startsHidden: true });
    second.window.show(STARTING);
    second.window.unhide();
    expect(second.opened).toHaveLength(1);
  });

  test('comes to the front from where it was', () => {
    const { window, one } = held();
    window.show(STARTING);
    one().minimized = true;
    window.focus();
    expect(one().calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['restore', 'show', 'focus']));
  });

  test('is not closed by the person: who listens decides', () => {
    const { window, one, closes } = held();
    window.show(CONSOLE);
    one().close();
    expect(one().destroyed).toBe(false);
    expect(closes).toEqual([one()]);
  });

  test('tells of a page that is gone or does not answer', () => {
    const { window, one, crashes } = held();
    window.show(CONSOLE);
    one().webContents.emit('render-process-gone', new FakeEvent(), { reason: 'oom', exitCode: 1 });
    one().emit('unresponsive');
    expect(crashes).toEqual(['gone oom', 'unresponsive']);
  });

  test('leads the console to a screen, and no page of the shell', async () => {
    const { window, one, settle } = held();
    window.show(FAILURE);
    window.go('/alerts');
    window.show(CONSOLE);
    await settle();
    window.go('/alerts');
    expect(one().webContents.argsOf('send')).toEqual([['custos:go', '/alerts']]);
  });
});

describe('the end', () => {
  test('closes a page that has nothing to lose, without a question', async () => {
    const { window, one, electron } = held();
    window.show(CONSOLE);
    expect(await window.confirmQuit()).toBe(true);
    expect(one().destroyed).toBe(true);
    expect(electron.dialog.argsOf('showMessageBoxSync')).toEqual([]);
  });

  test('asks as the console would, and stays where the person stays', async () => {
    const { window, one, electron, closes } = held();
    window.show(CONSOLE);
    one().guardsUnload = true;
    electron.dialog.response = 0;
    expect(await window.confirmQuit()).toBe(false);
    expect(one().destroyed).toBe(false);
    expect(electron.dialog.argsOf('showMessageBoxSync')[0]?.[1]).toMatchObject({
      message: 'Leave this page?',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
    });
    // Closing it by hand hides it again, as before.
    one().close();
    expect(closes).toHaveLength(1);
    electron.dialog.response = 1;
    expect(await window.confirmQuit()).toBe(true);
    expect(one().destroyed).toBe(true);
  });

  test('is not held up by a page that does not answer, or by no window', async () => {
    const { window, one } = held();
    window.show(CONSOLE);
    one().close = () => one().emit('unresponsive');
    expect(await window.confirmQuit()).toBe(true);
    expect(await window.confirmQuit()).toBe(true);
  });

  test('a page that is reloaded or left asks too, and nothing else happens', () => {
    const { window, one, electron } = held();
    window.show(CONSOLE);
    const event = new FakeEvent();
    one().webContents.emit('will-prevent-unload', event);
    expect(event.defaultPrevented).toBe(false);
    electron.dialog.response = 1;
    one().webContents.emit('will-prevent-unload', event);
    expect(event.defaultPrevented).toBe(true);
  });
});

describe('closeWindow', () => {
  function closing(hasTray: boolean, response = 0) {
    const electron = fakeElectron();
    electron.dialog.response = response;
    const window = new FakeBrowserWindow();
    const settings = keepSettings(undefined, () => {});
    const acts: string[] = [];
    const close = (platform: NodeJS.Platform = 'linux') =>
      closeWindow(window as never, {
        platform,
        dialog: electron.dialog as never,
        texts: ENGLISH,
        settings,
        hasTray: async () => hasTray,
        quit: () => acts.push('quit'),
      });
    return { window, close, acts, boxes: () => electron.dialog.argsOf('showMessageBox'), settings };
  }

  test('hides beside the icon, and says once that the appliance goes on', async () => {
    const { window, close, boxes, acts, settings } = closing(true);
    await close();
    await close();
    expect(boxes()).toHaveLength(1);
    expect(boxes()[0]?.[1]).toMatchObject({ message: 'Custos keeps running' });
    expect(settings.get().told_of_tray).toBe(true);
    expect(window.argsOf('hide')).toHaveLength(2);
    expect(acts).toEqual([]);
  });

  test('on macOS it leaves full screen first, which would stay black', async () => {
    const { window, close } = closing(true);
    window.fullScreen = true;
    await close('darwin');
    expect(window.argsOf('setFullScreen')).toEqual([[false]]);
    expect(window.argsOf('hide')).toEqual([]);
    window.emit('leave-full-screen');
    expect(window.argsOf('hide')).toHaveLength(1);
    window.fullScreen = true;
    await close('win32');
    expect(window.argsOf('hide')).toHaveLength(2);
  });

  test.each([
    [0, ['minimize'], []],
    [1, [], ['quit']],
    [2, [], []],
  ])('without an icon it asks: answer %i', async (response, done, acts) => {
    const one = closing(false, response);
    await one.close();
    expect(one.boxes()[0]?.[1]).toMatchObject({ buttons: ['Minimize', 'Quit', 'Cancel'], cancelId: 2 });
    expect(one.window.calls.map(({ name }) => name)).toEqual(done);
    expect(one.acts).toEqual(acts);
  });
});

describe('windowOptions', () => {
  test('has no developer tools in a package', () => {
    const needs = { session: {} as never, preload: '/p', bounds: null };
    expect(windowOptions({ ...needs, isPackaged: true }).webPreferences?.devTools).toBe(false);
    expect(windowOptions({ ...needs, isPackaged: false }).webPreferences?.devTools).toBe(true);
  });
});
