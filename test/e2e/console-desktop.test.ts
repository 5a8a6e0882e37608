import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { DesktopInfo } from '../../server/contract/desktop.ts';
import { type ConsolePage, type ConsoleRig, useConsole } from './console/harness.ts';

const PRELOAD = readFileSync(new URL('../../main/preload.cjs', import.meta.url), 'utf8');

interface Played extends Window {
  /** Messages to the shell: the channel and the content. */
  asked: [channel: string, given?: unknown][];
  /** Follows a path from the shell's menu. */
  go: (path: string) => void;
}

interface Shell extends DesktopInfo {
  kept?: Record<string, string>;
}

/** Replaces Electron's two modules for a preload script, and the shell behind them. Runs in the page. */
function playElectron(shell: Shell): object {
  let now = { start_at_login: shell.start_at_login, notifications: shell.notifications };
  const asked: Played['asked'] = [];
  const answers: Record<string, (given: never) => unknown> = {
    'custos:desktop': () => now,
    'custos:set': (change: Partial<DesktopInfo>) => {
      if (change.start_at_login) throw new Error('the file is read-only');
      now = { ...now, ...change };
      return now;
    },
    'custos:choose-path': ({ start }: { start: string }) => (start === '' ? '/media/stick/custos.key' : null),
  };
  const note = (channel: string, given?: unknown): void =>
    void asked.push([channel, ...(given ? [given] : [])] as never);
  Object.assign(window, { asked });
  return {
    contextBridge: { exposeInMainWorld: (name: string, api: object) => Object.assign(window, { [name]: api }) },
    ipcRenderer: {
      invoke: async (channel: string, given: never) => {
        if (channel !== 'custos:desktop') note(channel, given);
        return answers[channel]?.(given);
      },
      sendSync: () => shell.kept ?? {},
      send: note,
      on: (channel: string, listener: (event: object, path: string) => void) =>
        channel === 'custos:go' && Object.assign(window, { go: (path: string) => listener({}, path) }),
    },
  };
}

/** The console with the shell's own preload script; the rest of the shell is simulated. */
async function openInShell(
  rig: ConsoleRig,
  shell: Shell,
  path = '/system',
  lang: 'en' | 'fr' = 'en',
): Promise<ConsolePage> {
  const shown = await rig.open('administrator', { path: '/alerts', lang });
  const play = `(${playElectron})(${JSON.stringify(shell)})`;
  await shown.page.addInitScript({
    content: `if (location.protocol === 'http:') ((require) => {${PRELOAD}})((electron => () => electron)(${play}));`,
  });
  // The shell's window also starts without stored data.
  await shown.page.evaluate(() => localStorage.clear());
  await shown.goto(path);
  return shown;
}

const INFO: DesktopInfo = { start_at_login: false, notifications: true };

const asked = ({ page }: ConsolePage): Promise<unknown[]> =>
  page.evaluate(() => (window as unknown as Played).asked.filter(([channel]) => channel !== 'custos:keep'));

describe('the console in the desktop shell', () => {
  // No setting names the place of the master key, so it can be moved.
  const tests = useConsole({ settings: { CUSTOS_MASTER_KEY_FILE: undefined } });

  tests.test('sets what this computer does, and shows what holds where it could not be set', async (rig) => {
    const shown = await openInShell(rig, INFO);
    const part = shown.page.getByRole('region', { name: 'This computer' });
    const notify = part.getByRole('checkbox', { name: 'Notify me about waiting reviews' });
    await notify.uncheck();
    expect(await notify.isChecked()).toBe(false);
    const login = part.getByRole('checkbox', { name: 'Start Custos when I log in' });
    await login.click();
    await shown.page.getByText('Nothing was changed: this computer did not allow it.').waitFor();
    await shown.settled();
    expect(await login.isChecked()).toBe(false);
    await part.getByRole('button', { name: 'Show the log' }).click();
    expect(await asked(shown)).toEqual([
      ['custos:set', { notifications: false }],
      ['custos:set', { start_at_login: true }],
      ['custos:act', 'show_log'],
    ]);
    await shown.axe();
    await shown.fits();
  });

  tests.test('offers only what this computer can do', async (rig) => {
    const shown = await openInShell(rig, { start_at_login: null, notifications: null }, '/system', 'fr');
    const part = shown.page.getByRole('region', { name: 'Cet ordinateur' });
    await part.getByRole('button', { name: 'Afficher le journal' }).waitFor();
    expect(await part.getByRole('checkbox').count()).toBe(0);
  });

  tests.test(
    'has a path chosen in the dialog of the system, and keeps the one there is where none is chosen',
    async (rig) => {
      const shown = await openInShell(rig, INFO);
      const { page } = shown;
      await page.getByRole('button', { name: 'Move master key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Choose…' }).click();
      const path = dialog.getByRole('textbox', { name: 'Path of the new key file' });
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input.mono')?.value !== '');
      expect(await path.inputValue()).toBe('/media/stick/custos.key');
      await dialog.getByRole('button', { name: 'Choose…' }).click();
      await shown.settled();
      expect(await path.inputValue()).toBe('/media/stick/custos.key');
      expect(await asked(shown)).toEqual([
        ['custos:choose-path', { kind: 'save_file', start: '' }],
        ['custos:choose-path', { kind: 'save_file', start: '/media/stick/custos.key' }],
      ]);
      await shown.axe();
      await shown.fits();
    },
  );

  tests.test('is led to its screens by the menu in place, and asks before it leaves what was begun', async (rig) => {
    const shown = await openInShell(rig, INFO, '/policy');
    const { page } = shown;
    const go = (path: string) => page.evaluate((to) => (window as unknown as Played).go(to), path);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('textbox', { name: 'Possible hit from', exact: true }).fill('0.88');
    await shown.settled();
    await go('/alerts');
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    expect(new URL(page.url()).pathname).toBe('/policy');
    await go('/alerts');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  tests.test('is shown as it was chosen at the start before, and tells the shell what is chosen', async (rig) => {
    const shown = await openInShell(rig, { ...INFO, kept: { 'custos.theme': 'dark', 'custos.other': 'x' } });
    const { page } = shown;
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await theme()).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('custos.other'))).toBeNull();
    await page.locator('.side-end .menu > button').click();
    await page.getByRole('button', { name: 'Light', exact: true }).click();
    expect(await theme()).toBe('light');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const kept = await page.evaluate(() => (window as unknown as Played).asked.at(-1));
    expect(kept).toEqual(['custos:keep', { 'custos.theme': 'light', 'custos.locale': 'en' }]);
  });

  tests.test('in a browser there is nothing of it', async (rig) => {
    const shown = await rig.open('administrator', { path: '/system' });
    const { page } = shown;
    expect(await page.getByRole('region', { name: 'This computer' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Move master key' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Path of the new key file' }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose…' }).count()).toBe(0);
  });
});
