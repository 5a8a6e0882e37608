import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readJson, writeDurably } from '../../../main/shell/files.ts';
import { autostartEntry, autostartFile, loginStart } from '../../../main/shell/login.ts';
import { editTemplate, menuTemplate, SCREENS } from '../../../main/shell/menus.ts';
import { createNotifier, NOTIFY_EVERY_MS } from '../../../main/shell/notifier.ts';
import { PAGE_POLICY, registerScheme, servePages } from '../../../main/shell/pages.ts';
import { prepareApp } from '../../../main/shell/prepare.ts';
import { KEPT, keepSettings } from '../../../main/shell/settings.ts';
import { ENGLISH } from '../../../main/shell/text/en.ts';
import { FRENCH } from '../../../main/shell/text/fr.ts';
import { fill, pickTexts } from '../../../main/shell/text/texts.ts';
import { ROUTES } from '../../../renderer/routes.ts';
import { FakeApp, FakeEvent, FakeNotification, FakeProtocol, fakeElectron } from '../../support/fake-electron.ts';
import { tempFolder } from '../../support/folder.ts';

afterEach(() => vi.unstubAllEnvs());

describe('writeDurably', () => {
  test('writes a file that only its person reads, and leaves nothing beside it', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'a.json');
    writeDurably(path, '{"a":1}');
    writeDurably(path, '{"a":2}');
    expect(readJson(path)).toEqual({ a: 2 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readJson(join(folder.path, 'a.json.new'))).toBeUndefined();
  });

  test('keeps the former file where the new one cannot be written', () => {
    using folder = tempFolder();
    expect(() => writeDurably(join(folder.path, 'none', 'a.json'), '1')).toThrow('ENOENT');
  });

  test('a broken file is read as none', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'a.json');
    writeFileSync(path, '{"a":');
    expect(readJson(path)).toBeUndefined();
  });
});

describe('settings', () => {
  test('are those of the first start where nothing, or a broken file, is stored', () => {
    const first = { notifications: true, told_of_tray: false, kept: {} };
    for (const stored of [undefined, null, 'x', { notifications: 'yes' }, []]) {
      expect(keepSettings(stored, () => {}).get()).toEqual(first);
    }
  });

  test('are written when they change, and hold only then', () => {
    const written: string[] = [];
    const settings = keepSettings({ notifications: false }, (text) => written.push(text));
    settings.change({ notifications: false });
    expect(written).toEqual([]);
    settings.change({ kept: { 'custos.theme': 'dark' } });
    expect(keepSettings(JSON.parse(written[0] ?? ''), () => {}).get()).toEqual({
      notifications: false,
      told_of_tray: false,
      kept: { 'custos.theme': 'dark' },
    });
    const full = keepSettings(undefined, () => {
      throw new Error('ENOSPC');
    });
    expect(() => full.change({ notifications: false })).toThrow('ENOSPC');
    expect(full.get().notifications).toBe(true);
  });

  test('keep what the console stores under its own names', () => {
    const sources = ['client/appearance.ts', 'text/locale.ts', 'parts/keys.ts'].map((path) =>
      readFileSync(new URL(`../../../renderer/${path}`, import.meta.url), 'utf8'),
    );
    for (const key of KEPT) expect(sources.some((text) => text.includes(`'${key}'`))).toBe(true);
  });
});

describe('notifications', () => {
  function notifier() {
    fakeElectron();
    let nowMs = 0;
    const at = { on: true, focused: false, clicks: 0 };
    const tell = createNotifier({
      Notification: FakeNotification as never,
      texts: ENGLISH,
      now: () => nowMs,
      isOn: () => at.on,
      isFocused: () => at.focused,
      onClick: () => {
        at.clicks += 1;
      },
    });
    return {
      tell,
      at,
      wait: (ms: number) => {
        nowMs += ms;
      },
      shown: () => FakeNotification.made.map(({ options }) => options['body']),
    };
  }

  test('tell of more reviews than before, by their number alone', () => {
    const { tell, shown, wait } = notifier();
    tell(2);
    expect(shown()).toEqual([]);
    tell(3);
    expect(shown()).toEqual(['3 verifications are waiting for review']);
    tell(1);
    wait(NOTIFY_EVERY_MS);
    tell(0);
    tell(1);
    expect(shown()).toEqual(['3 verifications are waiting for review', 'One verification is waiting for review']);
    expect(FakeNotification.made.map(({ options }) => Object.keys(options).sort())).toEqual([
      ['body', 'title'],
      ['body', 'title'],
    ]);
  });

  test('come no oftener than the interval, and then tell of all', () => {
    const { tell, shown, wait } = notifier();
    tell(0);
    tell(1);
    tell(2);
    wait(NOTIFY_EVERY_MS - 1);
    tell(3);
    expect(shown()).toHaveLength(1);
    wait(1);
    tell(3);
    expect(shown()).toEqual(['One verification is waiting for review', '3 verifications are waiting for review']);
    expect(FakeNotification.made[0]?.argsOf('close')).toHaveLength(1);
  });

  test('stay away while the window is looked at, when switched off, and where there are none', () => {
    const { tell, at, shown } = notifier();
    tell(0);
    at.focused = true;
    tell(1);
    at.focused = false;
    tell(1);
    at.on = false;
    tell(2);
    at.on = true;
    FakeNotification.supported = false;
    tell(3);
    expect(shown()).toEqual([]);
  });

  test('lead to the window', () => {
    const { tell, at } = notifier();
    tell(0);
    tell(1);
    FakeNotification.made[0]?.emit('click', new FakeEvent());
    expect(at.clicks).toBe(1);
  });
});

describe('start at login', () => {
  const packaged = (): FakeApp => Object.assign(new FakeApp(), { isPackaged: true });

  test('Linux has an entry of the desktop, gone again when it is switched off', () => {
    using folder = tempFolder();
    const env = { XDG_CONFIG_HOME: folder.path, APPIMAGE: '/home/a/Custos.AppImage' };
    const login = loginStart({ app: packaged() as never, platform: 'linux', env, execPath: '/tmp/.mount/custos' });
    expect(login?.get()).toBe(false);
    login?.set(true);
    expect(login?.get()).toBe(true);
    const text = readFileSync(join(folder.path, 'autostart', 'custos.desktop'), 'utf8');
    expect(text).toBe(
      '[Desktop Entry]\nType=Application\nName=Custos\nExec="/home/a/Custos.AppImage" --hidden\nTerminal=false\n',
    );
    const moved = loginStart({
      app: packaged() as never,
      platform: 'linux',
      env: { ...env, APPIMAGE: '/b' },
      execPath: '/c',
    });
    expect(moved?.get()).toBe(false);
    login?.set(false);
    login?.set(false);
    expect(login?.get()).toBe(false);
  });

  test('a program whose path has signs of the entry is quoted', () => {
    expect(autostartEntry('/home/a b/100%/$x"`\\c')).toContain(
      'Exec="/home/a b/100%%/\\\\$x\\\\"\\\\`\\\\\\\\c" --hidden\n',
    );
  });

  test('the folder is that of the XDG text', () => {
    expect(autostartFile({ XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart/custos.desktop');
    vi.stubEnv('HOME', '/home/a');
    expect(autostartFile({})).toBe('/home/a/.config/autostart/custos.desktop');
    expect(autostartFile({ XDG_CONFIG_HOME: 'c' })).toBe('/home/a/.config/autostart/custos.desktop');
  });

  test('Windows and macOS have a setting of their own', () => {
    const windows = packaged();
    loginStart({ app: windows as never, platform: 'win32', env: {}, execPath: 'C:\\c.exe' })?.set(true);
    expect(windows.argsOf('setLoginItemSettings')).toEqual([[{ openAtLogin: true, args: ['--hidden'] }]]);
    const mac = packaged();
    const login = loginStart({ app: mac as never, platform: 'darwin', env: {}, execPath: '/c' });
    login?.set(true);
    expect(mac.argsOf('setLoginItemSettings')).toEqual([[{ openAtLogin: true }]]);
    expect(login?.get()).toBe(true);
  });

  test('there is none from a clone, or on a system without a known way', () => {
    const clone = { app: new FakeApp() as never, env: {}, execPath: '/c' };
    expect(loginStart({ ...clone, platform: 'linux' })).toBeNull();
    expect(loginStart({ ...clone, app: packaged() as never, platform: 'freebsd' })).toBeNull();
  });
});

describe('menus', () => {
  const acts: string[] = [];
  const act = (name: string) => (value?: unknown) =>
    void acts.push(typeof value === 'string' ? `${name} ${value}` : name);
  const needs = (platform: NodeJS.Platform, isPackaged = true) => ({
    platform,
    isPackaged,
    texts: ENGLISH,
    acts: {
      go: act('go'),
      print: act('print'),
      reload: act('reload'),
      back: act('back'),
      forward: act('forward'),
      kiosk: act('kiosk'),
      close: act('close'),
      quit: act('quit'),
      showLog: act('log'),
    },
  });
  type Item = ReturnType<typeof menuTemplate>[number];
  const all = (items: readonly Item[]): Item[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);

  test.each(['linux', 'win32', 'darwin'] as const)('%s: five menus and what belongs to the program', (platform) => {
    const labels = menuTemplate(needs(platform)).map(({ label }) => label);
    const common = ['&File', '&Edit', '&View', '&Go'];
    expect(labels).toEqual(platform === 'darwin' ? ['Custos', ...common, '&Window', '&Help'] : [...common, '&Help']);
  });

  test.each(['linux', 'darwin'] as const)('%s: no key that a console key is, and none twice', (platform) => {
    const keys = all(menuTemplate(needs(platform))).flatMap(({ accelerator }) => (accelerator ? [accelerator] : []));
    expect(keys.length).toBeGreaterThan(10);
    for (const key of keys) expect(key).toMatch(/^(?:CmdOrCtrl|Ctrl|Cmd|Alt)\+/);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('developer tools, and what else a package must not have, are not in one', () => {
    const roles = (isPackaged: boolean) => all(menuTemplate(needs('linux', isPackaged))).map(({ role }) => role);
    expect(roles(false)).toContain('toggleDevTools');
    for (const role of ['toggleDevTools', 'forceReload', 'reload', 'viewMenu', 'windowMenu', 'appMenu']) {
      expect(roles(true)).not.toContain(role);
    }
  });

  test('lead to screens that the console has, by their keys', () => {
    const paths = Object.values(ROUTES) as string[];
    for (const [, path] of SCREENS) expect(paths).toContain(path);
    acts.length = 0;
    for (const { click } of all(menuTemplate(needs('linux')))) click?.({} as never, undefined, {} as never);
    expect(acts).toEqual([
      ...['go /new', 'go /new/company', 'kiosk', 'print', 'close', 'quit', 'reload', 'back', 'forward'],
      ...SCREENS.map(([, path]) => `go ${path}`),
      ...['go /docs', 'log'],
    ]);
  });

  test('a right click offers what can be done with text', () => {
    const roles = (isEditable: boolean, selectionText: string) =>
      editTemplate({ isEditable, selectionText }, ENGLISH).map(({ role }) => role ?? '-');
    expect(roles(true, '')).toEqual(['cut', 'copy', 'paste', '-', 'selectAll']);
    expect(roles(false, 'x')).toEqual(['copy']);
    expect(roles(false, '')).toEqual([]);
  });
});

describe('texts', () => {
  test.each([
    [['fr-CA', 'en'], 'fr'],
    [['fr'], 'fr'],
    [['en-GB', 'fr'], 'en'],
    [['de', 'fr-FR', 'en'], 'fr'],
    [['de'], 'en'],
    [['frr'], 'en'],
    [[], 'en'],
  ])('%j: %s', (languages, expected) => expect(pickTexts(languages).language).toBe(expected));

  test('both languages have the same places to fill, and none is empty', () => {
    const flat = (texts: object): string[][] =>
      Object.values(texts).flatMap((value: unknown) =>
        typeof value === 'string' ? [[...value.matchAll(/\{\w+\}/g)].map(([place]) => place)] : flat(value as object),
      );
    expect(flat(FRENCH)).toEqual(flat(ENGLISH));
    expect(JSON.stringify([ENGLISH, FRENCH])).not.toContain('""');
  });

  test('fill leaves what it does not know', () => expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}'));
});

describe('pages', () => {
  async function ask(path: string, method = 'GET') {
    using folder = tempFolder();
    writeFileSync(join(folder.path, 'starting.html'), '<!doctype html>');
    writeFileSync(join(folder.path, 'secret.json'), '{}');
    const protocol = new FakeProtocol();
    servePages(protocol as never, folder.path);
    return await protocol.handlers.get('app')?.({ url: path, method } as Request);
  }

  test('are files of their folder, under a policy that lets nothing in', async () => {
    const answer = await ask('app://shell/starting.html?lang=fr#x');
    expect(answer?.status).toBe(200);
    expect(await answer?.text()).toBe('<!doctype html>');
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer?.headers.get('content-security-policy')).toBe(PAGE_POLICY);
    expect(PAGE_POLICY).toMatch(/^default-src 'none'/);
    expect(PAGE_POLICY).not.toMatch(/unsafe|\*|http|data:|blob:/);
    expect(answer?.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    'app://shell/',
    'app://shell/none.html',
    'app://shell/secret.json',
    'app://shell/../../etc/passwd',
    'app://shell/%2e%2e/starting.html',
    'app://shell/a/starting.html',
    'app://shell/..\\starting.html',
    'app://other/starting.html',
    'app://shell.example/starting.html',
  ])('%s is not there', async (url) => expect((await ask(url))?.status).toBe(404));

  test('are only read', async () => expect((await ask('app://shell/starting.html', 'POST'))?.status).toBe(404));

  test('have a scheme with an origin and no privilege beyond', () => {
    const protocol = new FakeProtocol();
    registerScheme(protocol as never);
    expect(protocol.argsOf('registerSchemesAsPrivileged')).toEqual([
      [[{ scheme: 'app', privileges: { standard: true, secure: true } }]],
    ]);
  });
});

describe('prepareApp', () => {
  test('sandboxes every page, and closes the ways on which Chromium speaks of itself', () => {
    const { app, protocol, asElectron } = fakeElectron();
    prepareApp(asElectron);
    expect(app.argsOf('enableSandbox')).toHaveLength(1);
    expect(protocol.argsOf('registerSchemesAsPrivileged')).toHaveLength(1);
    const switches = new Map(app.switches.map(([name, value]) => [name, value ?? '']));
    expect(switches.get('host-resolver-rules')).toMatch(/^MAP \* ~NOTFOUND , EXCLUDE 127\.0\.0\.1\b/);
    for (const name of ['no-proxy-server', 'disable-background-networking', 'disable-component-update']) {
      expect(switches.has(name)).toBe(true);
    }
    for (const name of ['no-sandbox', 'disable-web-security', 'ignore-certificate-errors', 'remote-debugging-port']) {
      expect(switches.has(name)).toBe(false);
    }
  });

  test('shows no certificate of the machine to anybody', () => {
    const { app, asElectron } = fakeElectron();
    prepareApp(asElectron);
    const event = new FakeEvent();
    const chosen: unknown[][] = [];
    app.emit('select-client-certificate', event, {}, 'https://example.org', [{}], (...given: unknown[]) =>
      chosen.push(given),
    );
    expect(event.defaultPrevented).toBe(true);
    expect(chosen).toEqual([[]]);
  });
});
