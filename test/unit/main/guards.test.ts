import { describe, expect, test } from 'vitest';
import { mayLoad, mayNavigate, placeOf } from '../../../main/shell/guard/addresses.ts';
import { guardDownloads, safeFileName, saveOptions } from '../../../main/shell/guard/downloads.ts';
import { guardContents } from '../../../main/shell/guard/navigation.ts';
import { decidePermissions } from '../../../main/shell/guard/permissions.ts';
import { closeNetwork, emptySession, setWindowToken } from '../../../main/shell/guard/session.ts';
import { ENGLISH } from '../../../main/shell/text/en.ts';
import { FakeApp, FakeEvent, FakeSession, FakeWebContents, Recorder } from '../../support/fake-electron.ts';

const BASE = 'http://127.0.0.1:8420';
const FOREIGN = [
  'http://127.0.0.1:8421/',
  'http://127.0.0.1:8420.example.org/',
  'http://localhost:8420/',
  'https://127.0.0.1:8420/',
  'http://user@127.0.0.1:8421/',
  'file:///etc/passwd',
  'app://other/starting.html',
  'ftp://127.0.0.1:8420/',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'no address',
  '',
];

describe('placeOf', () => {
  test.each([
    [`${BASE}/`, 'console'],
    [`${BASE}/verifications/1?tab=2#x`, 'console'],
    ['app://shell/starting.html', 'page'],
    ...FOREIGN.map((url) => [url, 'foreign']),
  ])('%s is %s', (url, place) => expect(placeOf(url, BASE)).toBe(place));

  test('nothing is the console while the server does not run', () => {
    expect(placeOf(`${BASE}/`, null)).toBe('foreign');
    expect(placeOf('app://shell/starting.html', null)).toBe('page');
  });
});

describe('mayNavigate', () => {
  test.each<[to: string, from: string, expected: boolean]>([
    [`${BASE}/system`, `${BASE}/`, true],
    ['app://shell/passphrase.html', `${BASE}/`, false],
    [`${BASE}/`, 'app://shell/failure.html', false],
    ['app://shell/passphrase.html', 'app://shell/failure.html', false],
    ...FOREIGN.map((url): [string, string, boolean] => [url, `${BASE}/`, false]),
  ])('to %s from %s: %s', (to, from, expected) => expect(mayNavigate(to, from, BASE)).toBe(expected));
});

describe('mayLoad', () => {
  test.each<[url: string, expected: boolean]>([
    [`${BASE}/v1/verifications`, true],
    [`blob:${BASE}/8a0b`, true],
    ['app://shell/pages.css', true],
    ['blob:https://example.org/8a0b', false],
    ['blob:null/8a0b', false],
    ['ws://127.0.0.1:8420/', false],
    ...FOREIGN.map((url): [string, boolean] => [url, false]),
  ])('%s: %s', (url, expected) => expect(mayLoad(url, BASE)).toBe(expected));
});

/** The handlers as Electron calls them, with the shapes of its own types. */
function permissions() {
  const session = new FakeSession();
  decidePermissions(session as never, () => BASE);
  const request = (permission: string, details: Record<string, unknown> = {}): boolean => {
    let decided: boolean | null = null;
    const asked = { isMainFrame: true, requestingUrl: `${BASE}/new`, ...details };
    session.permissionRequest?.(
      {},
      permission,
      (yes) => {
        decided = yes;
      },
      asked,
    );
    if (decided === null) throw new Error('nothing was decided');
    return decided;
  };
  const check = (permission: string, details: Record<string, unknown> = {}, origin = `${BASE}/`): boolean => {
    const asked = { isMainFrame: true, requestingUrl: `${BASE}/new`, securityOrigin: `${BASE}/`, ...details };
    return session.permissionCheck?.({}, permission, origin, asked) ?? true;
  };
  return { session, request, check };
}

/** Every permission that Electron 45 names in its types, except for the two that are granted. */
const REFUSED = [
  ...['ar', 'automatic-fullscreen', 'background-fetch', 'background-sync', 'captured-surface-control'],
  ...['clipboard-read', 'deprecated-sync-clipboard-read', 'display-capture', 'fileSystem', 'fullscreen', 'geolocation'],
  ...['geolocation-approximate', 'hand-tracking', 'hid', 'idle-detection', 'keyboardLock', 'local-fonts'],
  ...['local-network', 'local-network-access', 'loopback-network', 'mediaKeySystem', 'midi', 'midiSysex', 'nfc'],
  ...['notifications', 'openExternal', 'payment-handler', 'periodic-background-sync', 'persistent-storage'],
  ...['pointerLock', 'screen-wake-lock', 'sensors', 'serial', 'smart-card', 'speaker-selection', 'storage-access'],
  ...['system-wake-lock', 'top-level-storage-access', 'usb', 'vr', 'web-app-installation', 'web-printing'],
  ...['window-management', 'unknown', 'one that is not known yet'],
];

describe('permissions', () => {
  test('the console gets the camera, and writes to the clipboard', () => {
    const { request, check } = permissions();
    expect(request('media', { mediaTypes: ['video'], securityOrigin: `${BASE}/` })).toBe(true);
    expect(check('media', { mediaType: 'video' })).toBe(true);
    expect(request('clipboard-sanitized-write')).toBe(true);
    expect(check('clipboard-sanitized-write')).toBe(true);
  });

  test('no microphone, alone or with the camera, and no unknown device', () => {
    const { request, check } = permissions();
    expect(request('media', { mediaTypes: ['audio'] })).toBe(false);
    expect(request('media', { mediaTypes: ['video', 'audio'] })).toBe(false);
    expect(request('media', { mediaTypes: [] })).toBe(false);
    expect(request('media')).toBe(false);
    expect(check('media', { mediaType: 'audio' })).toBe(false);
    expect(check('media', { mediaType: 'unknown' })).toBe(false);
    expect(check('media')).toBe(false);
  });

  test.each(REFUSED)('%s is refused', (permission) => {
    const { request, check } = permissions();
    expect(request(permission)).toBe(false);
    expect(check(permission)).toBe(false);
  });

  test('nobody else gets the camera: another origin, a page of the shell, a frame, a server that has ended', () => {
    const { request, check } = permissions();
    const video = { mediaTypes: ['video'] };
    for (const url of [...FOREIGN, 'app://shell/passphrase.html']) {
      expect(request('media', { ...video, requestingUrl: url })).toBe(false);
      expect(check('media', { mediaType: 'video' }, url)).toBe(false);
    }
    expect(request('media', { ...video, isMainFrame: false })).toBe(false);
    expect(check('media', { mediaType: 'video', isMainFrame: false })).toBe(false);
    const stopped = new FakeSession();
    decidePermissions(stopped as never, () => null);
    expect(stopped.permissionCheck?.({}, 'media', `${BASE}/`, { isMainFrame: true, mediaType: 'video' })).toBe(false);
  });

  test('no device at all, no pairing, no picture of the screen', () => {
    const { session } = permissions();
    for (const deviceType of ['hid', 'serial', 'usb']) {
      expect(session.devicePermission?.({ deviceType, origin: BASE, device: {} })).toBe(false);
    }
    const answers: unknown[] = [];
    const [pairing] = session.argsOf('setBluetoothPairingHandler')[0] as [(details: unknown, answer: unknown) => void];
    pairing({ deviceId: 'x', pairingKind: 'confirm' }, (answer: unknown) => answers.push(answer));
    const [capture] = session.argsOf('setDisplayMediaRequestHandler')[0] as [(asked: unknown, answer: unknown) => void];
    capture({}, (answer: unknown) => answers.push(answer));
    expect(answers).toEqual([{ confirmed: false }, null]);
    expect(session.listenerCount('select-hid-device')).toBe(0);
  });
});

describe('guardContents', () => {
  function guarded(at = `${BASE}/`) {
    const app = new FakeApp();
    guardContents(app as never, () => BASE);
    const contents = new FakeWebContents();
    contents.url = at;
    app.emit('web-contents-created', new FakeEvent(), contents);
    const isRefused = (name: string, url: string): boolean => {
      const event = Object.assign(new FakeEvent(), { url });
      contents.emit(name, event, url);
      return event.defaultPrevented;
    };
    return { contents, isRefused };
  }

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s is held to the console', (name) => {
    const { isRefused } = guarded();
    expect(isRefused(name, `${BASE}/alerts`)).toBe(false);
    for (const url of [...FOREIGN, 'app://shell/passphrase.html']) expect(isRefused(name, url)).toBe(true);
  });

  test('no window is opened but the manual, no webview attached, no connection made between browsers', () => {
    const { contents, isRefused } = guarded();
    for (const path of ['/', '/manuals', '/docs'])
      expect(contents.openHandler?.({ url: `${BASE}${path}` })).toEqual({ action: 'deny' });
    expect(contents.openHandler?.({ url: `${BASE}/manual/en/console#queue` })).toEqual({ action: 'allow' });
    expect(isRefused('will-attach-webview', `${BASE}/`)).toBe(true);
    expect(contents.argsOf('setWebRTCIPHandlingPolicy')).toEqual([['disable_non_proxied_udp']]);
  });
});

describe('closeNetwork', () => {
  test('cancels every request but those to the appliance, and uses no proxy and no dictionary', async () => {
    const session = new FakeSession();
    await closeNetwork(session as never, () => BASE);
    const isCancelled = (url: string): boolean | undefined => {
      let cancelled: boolean | undefined;
      session.beforeRequest?.({ url }, ({ cancel }) => {
        cancelled = cancel;
      });
      return cancelled;
    };
    expect(isCancelled(`${BASE}/v1/verifications`)).toBe(false);
    for (const url of FOREIGN) expect(isCancelled(url)).toBe(true);
    expect(session.argsOf('setProxy')).toEqual([[{ mode: 'direct' }]]);
    expect(session.argsOf('setSpellCheckerEnabled')).toEqual([[false]]);
    expect(session.argsOf('setSpellCheckerDictionaryDownloadURL')).toEqual([['https://dictionaries.invalid/']]);
  });
});

class FakeDownload extends Recorder {
  readonly urls: string[];
  constructor(...urls: string[]) {
    super();
    this.urls = urls;
  }
  getURLChain = (): string[] => this.urls;
  getFilename = (): string => 'report-1.pdf';
  getSavePath = (): string => '/home/a/report-1.pdf';
  setSaveDialogOptions = (options: unknown): void => this.record('setSaveDialogOptions', options);
  setSavePath = (path: string): void => this.record('setSavePath', path);
}

describe('downloads', () => {
  function start(...urls: string[]) {
    const session = new FakeSession();
    const failed: string[] = [];
    guardDownloads(session as never, {
      base: () => BASE,
      folder: '/home/a/Downloads',
      texts: ENGLISH,
      onFailed: (name) => failed.push(name),
    });
    const event = new FakeEvent();
    const item = new FakeDownload(...urls);
    session.emit('will-download', event, item, {});
    return { event, item, failed };
  }

  test('what the console gives goes where the person says, through the dialog of the system', () => {
    const { event, item } = start(`blob:${BASE}/8a0b`);
    expect(event.defaultPrevented).toBe(false);
    expect(item.argsOf('setSaveDialogOptions')).toEqual([
      [
        {
          title: 'Save file',
          defaultPath: '/home/a/Downloads/report-1.pdf',
          filters: [
            { name: 'PDF', extensions: ['pdf'] },
            { name: 'All files', extensions: ['*'] },
          ],
          properties: ['showOverwriteConfirmation', 'dontAddToRecent'],
        },
      ],
    ]);
    // A path that is set would prevent the dialog.
    expect(item.argsOf('setSavePath')).toEqual([]);
  });

  test('what comes from elsewhere, or by way of it, is not saved', () => {
    expect(start('https://example.org/a.exe').event.defaultPrevented).toBe(true);
    expect(start(`${BASE}/a`, 'https://example.org/a.exe').event.defaultPrevented).toBe(true);
  });

  test('a file that could not be written is reported by name; one that was written is not', () => {
    const broken = start(`${BASE}/v1/verifications/1/report`);
    broken.item.emit('done', new FakeEvent(), 'interrupted');
    expect(broken.failed).toEqual(['report-1.pdf']);
    for (const state of ['completed', 'cancelled']) {
      const whole = start(`${BASE}/v1/verifications/1/report`);
      whole.item.emit('done', new FakeEvent(), state);
      expect(whole.failed).toEqual([]);
    }
  });

  test.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a\\b:c*?.csv', 'a_b_c__.csv'],
    ['.bashrc', 'bashrc'],
    ['name. ', 'name'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['a\nb', 'a_b'],
    ['...', 'custos'],
  ])('%j may be called %j', (given, safe) => expect(safeFileName(given)).toBe(safe));

  test('a file without an ending is offered as any file', () => {
    expect(saveOptions('evidence', '/d', ENGLISH).filters).toEqual([{ name: 'All files', extensions: ['*'] }]);
  });
});

describe('the session', () => {
  test('has the token as a cookie that no script reads and no other site sends', async () => {
    const session = new FakeSession();
    await setWindowToken(session as never, BASE, 'secret');
    expect(session.cookieJar).toEqual([
      { url: BASE, name: 'custos_window', value: 'secret', path: '/', httpOnly: true, sameSite: 'strict' },
    ]);
  });

  test('is emptied at the end', async () => {
    const session = new FakeSession();
    await emptySession(session as never);
    expect(session.calls.map(({ name }) => name).sort()).toEqual(['clearCache', 'clearData']);
  });
});
