import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { fuseSettings } from '../../../main/package/fuses.ts';
import { createConsole, readConsole } from '../../../server/api/console.ts';
import { securityHeaders } from '../../../server/api/headers.ts';
import { FakeEvent, FakeWebContents } from '../../support/fake-electron.ts';
import { CONSOLE_URL, type FakeShell, startFakeShell } from '../../support/fake-shell.ts';
import { tempFolder } from '../../support/folder.ts';
import { runPreload } from '../../support/preload.ts';
import { buildConsole, listen } from '../../support/small-server.ts';

/**
 * The points of Electron's own list of recommendations ("Security", docs/tutorial/security.md): one test each, in its order and with its numbers. The
 * complete shell runs on a stand-in for Electron. What the stand-in records is what Electron would receive.
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOREIGN = ['http://example.org/', 'https://example.org/', 'http://127.0.0.1:8421/', 'file:///etc/passwd'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const sourcesUnder = (folder: string): { path: string; text: string }[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|tsx|cjs|mjs|js|html)$/.test(path) && !path.startsWith('dist'))
    .map((path) => ({ path: join(folder, path), text: read(join(folder, path)) }));
const preferences = ({ window }: FakeShell) => window.options['webPreferences'] as Record<string, unknown>;
const switches = ({ electron }: FakeShell): string[] => electron.app.switches.map(([name]) => name);
const isCancelled = ({ session }: FakeShell, url: string): boolean => {
  let cancelled = false;
  session.beforeRequest?.({ url }, ({ cancel }) => {
    cancelled = cancel === true;
  });
  return cancelled;
};
/** Whether the window blocks what an event of this name asks for. */
const isRefused = ({ window }: FakeShell, name: string, url: string): boolean => {
  const event = Object.assign(new FakeEvent(), { url });
  window.webContents.emit(name, event, url);
  return event.defaultPrevented;
};

describe("Electron's security checklist", () => {
  test('1: only secure content is loaded: pages of the shell, and the appliance on this machine', async () => {
    using shell = await startFakeShell();
    const loaded = shell.window.argsOf('loadURL').map(([url]) => String(url));
    expect(loaded).toEqual(['app://shell/starting.html', `${CONSOLE_URL}/`]);
    for (const url of FOREIGN) expect([url, isCancelled(shell, url)]).toEqual([url, true]);
    expect(isCancelled(shell, `${CONSOLE_URL}/console/index.js`)).toBe(false);
  });

  test('2: no page has Node', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
  });

  test('3: the preload script has a world of its own', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)['contextIsolation']).toBe(true);
  });

  test('4: every process of a page is in the sandbox', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)['sandbox']).toBe(true);
    const { calls } = shell.electron.app;
    expect(calls.filter(({ name }) => name === 'enableSandbox')).toHaveLength(1);
    expect(switches(shell)).not.toContain('no-sandbox');
  });

  test('5: permissions are decided, in both ways Electron asks, and in the session that nothing uses too', async () => {
    using shell = await startFakeShell();
    for (const session of [shell.session, shell.electron.session.defaultSession]) {
      const granted: string[] = [];
      for (const permission of [
        'media',
        'geolocation',
        'notifications',
        'clipboard-read',
        'fullscreen',
        'hid',
        'usb',
      ]) {
        const details = {
          isMainFrame: true,
          requestingUrl: `${CONSOLE_URL}/`,
          mediaTypes: ['audio'],
          mediaType: 'audio',
        };
        session.permissionRequest?.({}, permission, (yes) => yes && granted.push(permission), details);
        if (session.permissionCheck?.({}, permission, `${CONSOLE_URL}/`, details) !== false) granted.push(permission);
      }
      expect(granted).toEqual([]);
      expect(session.devicePermission?.({ deviceType: 'usb', origin: CONSOLE_URL, device: {} })).toBe(false);
    }
    const camera = { isMainFrame: true, requestingUrl: `${CONSOLE_URL}/new`, mediaTypes: ['video'] };
    let decided = false;
    shell.session.permissionRequest?.(
      {},
      'media',
      (yes) => {
        decided = yes;
      },
      camera,
    );
    expect(decided).toBe(true);
  });

  test('6: the rules of origins hold', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)['webSecurity']).toBe(true);
    expect(switches(shell)).not.toContain('disable-web-security');
  });

  test('7: every page comes with a strict content security policy', async () => {
    using folder = tempFolder();
    buildConsole(folder.path);
    await using server = await listen(express().use(securityHeaders, createConsole(readConsole(folder.path)).router));
    const console_ = (await fetch(`${server.base}/`)).headers.get('content-security-policy') ?? '';
    expect(console_).toMatch(/^default-src 'self';/);
    using shell = await startFakeShell();
    const pages = readdirSync(join(ROOT, 'main/pages')).filter((name) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(0);
    const serve = shell.session.protocol.handlers.get('app');
    for (const page of pages) {
      const policy = (await serve?.({ url: `app://shell/${page}`, method: 'GET' } as Request))?.headers.get(
        'content-security-policy',
      );
      expect([page, policy ?? 'none']).toEqual([
        page,
        expect.stringMatching(/^default-src 'none'; script-src 'self';/),
      ]);
    }
    expect(console_).not.toMatch(/unsafe|\*|https?:|data:/);
    // The pages contain nothing that would need a weaker policy.
    for (const page of pages)
      expect(read(`main/pages/${page}`)).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=|javascript:/i);
  });

  test('8: no insecure content runs in a secure page', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)['allowRunningInsecureContent']).toBe(false);
    expect(switches(shell)).not.toContain('allow-running-insecure-content');
  });

  test('9: no experimental features', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)['experimentalFeatures']).toBe(false);
    expect(switches(shell).filter((name) => /^enable-experimental/.test(name))).toEqual([]);
  });

  test('10: no features of Blink are switched on', async () => {
    using shell = await startFakeShell();
    expect(Object.keys(preferences(shell))).not.toContain('enableBlinkFeatures');
    expect(switches(shell).filter((name) => /^enable-(?:blink-)?features$/.test(name))).toEqual([]);
  });

  test('11: no webview opens windows, since there is none', async () => {
    using shell = await startFakeShell();
    expect(preferences(shell)['webviewTag']).toBe(false);
    const asking = [...sourcesUnder('renderer'), ...sourcesUnder('main')].filter(({ text }) =>
      /<webview|allowpopups/i.test(text),
    );
    expect(asking.map(({ path }) => path)).toEqual([]);
  });

  test('12: a webview that is made after all is not attached', async () => {
    using shell = await startFakeShell();
    expect(isRefused(shell, 'will-attach-webview', `${CONSOLE_URL}/`)).toBe(true);
  });

  test('13: a page leads nowhere else', async () => {
    using shell = await startFakeShell();
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(isRefused(shell, name, `${CONSOLE_URL}/system`)).toBe(false);
      for (const url of [...FOREIGN, 'app://shell/passphrase.html']) {
        expect([name, url, isRefused(shell, name, url)]).toEqual([name, url, true]);
      }
    }
  });

  test('14: a page opens no window but the manual', async () => {
    using shell = await startFakeShell();
    for (const url of [...FOREIGN, `${CONSOLE_URL}/`]) {
      expect(shell.window.webContents.openHandler?.({ url })).toEqual({ action: 'deny' });
    }
  });

  test('15: nothing that a page names is handed to the system to open', async () => {
    const opening = sourcesUnder('main').filter(({ text }) => text.includes('openExternal'));
    expect(opening.map(({ path }) => path)).toEqual([]);
    using shell = await startFakeShell();
    const { electron, window } = shell;
    const act = electron.ipcMain.handlers.get('custos:act');
    const frame = { url: `${CONSOLE_URL}/system`, parent: null };
    for (const given of ['https://example.org/', { url: 'file:///bin/sh' }, ['show_log']]) {
      await expect(act?.({ sender: window.webContents, senderFrame: frame }, given)).rejects.toThrow('Refused.');
    }
    expect(electron.shell.calls).toEqual([]);
  });

  test('16: Electron is a current one, and exactly the one that was tried', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    const wanted = devDependencies['electron'] ?? '';
    expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
    // The current major in July 2026; the project supports its last three majors.
    expect(Number(wanted.split('.')[0])).toBeGreaterThanOrEqual(45);
    const { version } = JSON.parse(read('node_modules/electron/package.json')) as { version: string };
    expect(version).toBe(wanted);
  });

  test('17: the sender of each message is checked, and its content is parsed', async () => {
    using shell = await startFakeShell();
    const { electron, window } = shell;
    const own = { url: `${CONSOLE_URL}/`, parent: null };
    const hostile = [
      { sender: new FakeWebContents(), senderFrame: own },
      { sender: window.webContents, senderFrame: null },
      { sender: window.webContents, senderFrame: { url: `${CONSOLE_URL}/`, parent: {} } },
      { sender: window.webContents, senderFrame: { url: 'https://example.org/', parent: null } },
    ];
    expect(electron.ipcMain.handlers.size).toBe(7);
    for (const [channel, handler] of electron.ipcMain.handlers) {
      for (const event of hostile) await expect(handler(event, undefined)).rejects.toThrow('Refused.');
      const malformed = handler({ sender: window.webContents, senderFrame: own }, { $ne: 1 }, 'one more');
      await expect(malformed, channel).rejects.toThrow('Refused.');
    }
  });

  test('18: nothing is loaded from files', async () => {
    using shell = await startFakeShell();
    expect(
      shell.window
        .argsOf('loadURL')
        .flat()
        .filter((url) => /^file:/.test(String(url))),
    ).toEqual([]);
    expect(isCancelled(shell, `file://${ROOT}/main/pages/starting.html`)).toBe(true);
    expect(sourcesUnder('main').filter(({ text }) => /\bloadFile\b/.test(text))).toEqual([]);
    expect(shell.electron.protocol.argsOf('registerSchemesAsPrivileged')).toEqual([
      [[{ scheme: 'app', privileges: { standard: true, secure: true } }]],
    ]);
    expect(fuses()['grantFileProtocolExtraPrivileges']).toBe(false);
  });

  test('19: the fuses are set', () => {
    expect(fuseSettings(fuses())).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('20: pages get functions of ours, and nothing of Electron', async () => {
    using shell = await startFakeShell();
    expect(String(preferences(shell)['preload'])).toMatch(/main[\\/]preload\.cjs$/);
    const { exposed, required } = runPreload({ protocol: 'http:', storage: new Map(), kept: {} });
    expect(required).toEqual(['electron']);
    const names = Object.values(exposed).flatMap((api) => Object.keys(api));
    expect(names.length).toBeLessThanOrEqual(7);
    const given = Object.values(exposed).flatMap((api) => Object.values(api));
    expect(given.every((value) => typeof value === 'function')).toBe(true);
    // A function returns only the shell's answer. An event, through which a page could reach the sender, never passes.
    expect(await exposed['custos']?.['desktop']?.()).toBe('answer to custos:desktop');
  });
});

/** `electronFuses` of electron-builder.yml, line by line. */
function fuses(): Record<string, boolean> {
  const section = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(read('electron-builder.yml'))?.[1] ?? '';
  return Object.fromEntries(
    [...section.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, on]) => [name, on === 'true']),
  );
}
