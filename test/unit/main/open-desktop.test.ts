import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../../main/shell/files.ts';
import { FakeBrowserWindow, FakeEvent, FakeMenu, FakeNotification, FakeTray } from '../../support/fake-electron.ts';
import { CONSOLE_URL, type FakeShell, settle, startFakeShell } from '../../support/fake-shell.ts';

const userData = ({ electron }: FakeShell): string => electron.app.getPath('userData');
const tell = (shell: FakeShell, counts: { needsReview: number; processing?: number }): void => {
  const state = { kind: 'state', ready: true, missing: [], alertsOpen: 1, processing: 0, captureUrl: null, ...counts };
  shell.electron.utilityProcess.last.emit('message', state);
};

describe('the desktop', () => {
  test('guards the session that nothing uses like its own', async () => {
    using shell = await startFakeShell();
    const { defaultSession } = shell.electron.session;
    for (const session of [defaultSession, shell.session]) {
      expect(session.permissionRequest).not.toBeNull();
      expect(session.beforeRequest).not.toBeNull();
      expect(session.argsOf('setSpellCheckerEnabled')).toEqual([[false]]);
      expect(session.listenerCount('will-download')).toBe(1);
    }
    expect(shell.window.options['webPreferences']).toMatchObject({ session: shell.session });
    // In memory: a partition whose name begins with `persist:` would be written to the disk.
    expect([...shell.electron.session.parts.keys()]).toEqual(['custos', 'custos-kiosk']);
  });

  test('shows counts on icon and badge, and tells of reviews', async () => {
    using shell = await startFakeShell();
    tell(shell, { needsReview: 0 });
    tell(shell, { needsReview: 4 });
    expect(FakeTray.made.map(({ tip }) => tip)).toEqual([
      'Custos is ready\nWaiting for review: 4\nOpen alerts: 1\nProcessing: 0',
    ]);
    expect(shell.electron.app.argsOf('setBadgeCount').at(-1)).toEqual([4]);
    expect(FakeNotification.made.map(({ options }) => options['body'])).toEqual([
      '4 verifications are waiting for review',
    ]);
    FakeNotification.made[0]?.emit('click', new FakeEvent());
    expect(shell.window.argsOf('focus')).toHaveLength(1);
  });

  test('goes on without its window, says so once, and comes back by the icon', async () => {
    using shell = await startFakeShell();
    const { window, electron } = shell;
    for (let closes = 0; closes < 2; closes += 1) {
      window.close();
      await settle();
    }
    expect(window.destroyed).toBe(false);
    expect(window.visible).toBe(false);
    expect(electron.dialog.argsOf('showMessageBox')).toHaveLength(1);
    expect(readJson(join(userData(shell), 'desktop.json'))).toMatchObject({ told_of_tray: true });
    FakeTray.made[0]?.emit('click');
    expect(window.visible).toBe(true);
    expect(electron.app.listenerCount('window-all-closed')).toBe(1);
    expect(electron.utilityProcess.last.sent.some(({ kind }) => kind === 'stop')).toBe(false);
  });

  test('remembers where its window stood', async () => {
    using shell = await startFakeShell();
    shell.window.bounds = { x: 50, y: 60, width: 1000, height: 700 };
    shell.window.close();
    expect(readJson(join(userData(shell), 'window.json'))).toEqual({
      bounds: { x: 50, y: 60, width: 1000, height: 700 },
      maximised: false,
      fullScreen: false,
    });
  });

  test('keeps how the console is shown, and what was set', async () => {
    using shell = await startFakeShell();
    const { electron, window } = shell;
    const event = { sender: window.webContents, senderFrame: { url: `${CONSOLE_URL}/`, parent: null } };
    electron.ipcMain.emit('custos:keep', event, { 'custos.theme': 'dark' });
    await electron.ipcMain.handlers.get('custos:set')?.(event, { notifications: false });
    expect(readJson(join(userData(shell), 'desktop.json'))).toMatchObject({
      notifications: false,
      kept: { 'custos.theme': 'dark' },
    });
  });

  test('has menus that lead to the console, and a right click for text', async () => {
    using shell = await startFakeShell();
    expect(FakeMenu.applicationMenu).not.toBeNull();
    interface Item {
      accelerator?: string;
      role?: string;
      click?: () => void;
      submenu?: Item[];
    }
    const items = (FakeMenu.applicationMenu as { template: Item[] }).template.flatMap(({ submenu = [] }) => submenu);
    items.find(({ accelerator }) => accelerator === 'CmdOrCtrl+2')?.click?.();
    expect(shell.window.webContents.argsOf('send')).toEqual([['custos:go', '/alerts']]);
    expect(items.map(({ role }) => role)).not.toContain('toggleDevTools');
    const before = FakeMenu.built.length;
    shell.window.webContents.emit('context-menu', new FakeEvent(), { isEditable: false, selectionText: '' });
    expect(FakeMenu.built).toHaveLength(before);
    shell.window.webContents.emit('context-menu', new FakeEvent(), { isEditable: true, selectionText: '' });
    expect(FakeMenu.built).toHaveLength(before + 1);
  });

  test('leaves nothing at its end: window, icon, and what pages held in memory', async () => {
    using shell = await startFakeShell();
    const { electron, window, session } = shell;
    electron.app.quit();
    await settle();
    expect(window.destroyed).toBe(true);
    electron.utilityProcess.last.end(0);
    await settle();
    expect(FakeTray.made[0]?.destroyed).toBe(true);
    expect(session.argsOf('clearCache')).toHaveLength(1);
    expect(session.argsOf('clearData')).toHaveLength(1);
    expect(electron.app.argsOf('exit')).toEqual([[0]]);
    expect(FakeBrowserWindow.opened).toHaveLength(1);
  });

  test('ends even where its memory cannot be emptied', async () => {
    using shell = await startFakeShell();
    const { electron, session } = shell;
    session.clearData = async () => Promise.reject(new Error('no'));
    electron.app.quit();
    await settle();
    electron.utilityProcess.last.end(0);
    await settle();
    expect(electron.app.argsOf('exit')).toEqual([[0]]);
  });

  test('stays as it was where the person stays with what they began', async () => {
    using shell = await startFakeShell();
    const { electron, window } = shell;
    window.guardsUnload = true;
    electron.app.quit();
    await settle();
    expect(electron.dialog.argsOf('showMessageBoxSync')).toHaveLength(1);
    expect(window.destroyed).toBe(false);
    expect(electron.utilityProcess.last.sent.some(({ kind }) => kind === 'stop')).toBe(false);
    expect(electron.app.argsOf('exit')).toEqual([]);
  });
});
