import { describe, expect, test } from 'vitest';
import type { ShellState, View } from '../../../main/shell/contract.ts';
import { appliancePaths } from '../../../main/shell/paths.ts';
import { viewOf } from '../../../main/shell/start-shell.ts';
import { countCrashes } from '../../../main/shell/window-crashes.ts';

describe('appliancePaths', () => {
  const at = { appPath: '/app', resourcesPath: '/opt/custos/resources', weightsDir: undefined };

  test('finds the server, the pages and the models in a clone, also where its launcher says they lie elsewhere', () => {
    const paths = appliancePaths({ ...at, isPackaged: false });
    expect(paths).toEqual({
      entry: '/app/server/process.ts',
      commandLine: '/app/server/cli.ts',
      weightsDir: '/app/models/weights',
      pagesFolder: '/app/main/pages',
      preload: '/app/main/preload.cjs',
    });
    expect(appliancePaths({ ...at, isPackaged: false, weightsDir: '/clone/weights' }).weightsDir).toBe(
      '/clone/weights',
    );
  });

  test('takes the models of a package from outside its archive, whatever the environment says', () => {
    const { weightsDir } = appliancePaths({ ...at, isPackaged: true, weightsDir: '/elsewhere' });
    expect(weightsDir).toBe('/opt/custos/resources/weights');
  });
});

describe('what the window shows', () => {
  const url = 'http://127.0.0.1:8420';
  const console: View = { kind: 'console', url };
  const state = (phase: ShellState['phase'], at: string | null = null): ShellState => ({ phase, url: at, told: null });
  const page = (name: string) => ({ kind: 'page', page: name });

  test('follows the server', () => {
    expect(viewOf(state('starting'), null, false)).toEqual(page('starting'));
    expect(viewOf(state('passphrase'), page('starting') as View, false)).toEqual(page('passphrase'));
    expect(viewOf(state('starting'), page('passphrase') as View, false)).toEqual(page('starting'));
    expect(viewOf(state('running', url), page('starting') as View, false)).toEqual(console);
    expect(viewOf(state('failed'), console, false)).toEqual(page('failure'));
  });

  test.each(['waiting', 'starting', 'stopping'] as const)('keeps the console while the server is %s', (phase) => {
    expect(viewOf(state(phase), console, false)).toEqual(console);
  });

  test('says that the window fails, unless the server has more to say', () => {
    expect(viewOf(state('running', url), console, true)).toEqual(page('window-crash'));
    expect(viewOf(state('failed'), console, true)).toEqual(page('failure'));
  });
});

describe('countCrashes', () => {
  test('has the window loaded again three times in five minutes, then says so', () => {
    let nowMs = 0;
    const crashes = countCrashes(() => nowMs);
    const next = (): string[] => [1, 2, 3, 4].map(() => crashes.next());
    expect(next()).toEqual(['reload', 'reload', 'reload', 'tell']);
    crashes.forget();
    expect(crashes.next()).toBe('reload');
    crashes.forget();
    next();
    nowMs += 5 * 60_000;
    expect(crashes.next()).toBe('reload');
  });
});
