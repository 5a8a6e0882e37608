import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { commandOf, runCommandLine } from '../../../main/shell/command.ts';
import { fakeElectron } from '../../support/fake-electron.ts';
import { tempFolder } from '../../support/folder.ts';

test.each([
  ['/opt/Custos/custos', true, ['/opt/Custos/custos', '--command', 'operators', 'list'], ['operators', 'list']],
  ['an AppImage', true, ['/tmp/custos', '--no-sandbox', '--command', 'help'], ['help']],
  ['without a command', true, ['custos', '--command'], []],
  ['a clone', false, ['electron', 'dist/app', '--command', 'keys', 'create'], ['keys', 'create']],
  ['the app', true, ['custos'], null],
  ['the app at the login', true, ['custos', '--hidden'], null],
  ['an address that someone else chose', true, ['custos', 'custos://x', '--command', 'keys', 'create'], null],
])('the arguments of %s', (_name, isPackaged, argv, command) => {
  expect(commandOf(argv, isPackaged)).toEqual(command);
});

describe('the command line of the desktop app', () => {
  const begin = (...args: string[]) => {
    const { app, asElectron, utilityProcess } = fakeElectron();
    app.isPackaged = true;
    app.hasLock = false;
    app.ready.resolve();
    const said: string[] = [];
    const process = {
      env: { PATH: '/bin' },
      resourcesPath: '/opt/Custos/resources',
      cwd: () => '/home/ada',
      stderr: { write: (text: string) => said.push(text) },
    };
    return { app, utilityProcess, said, ran: runCommandLine(asElectron, process, args) };
  };

  test('runs the command of the server beside the app, in the folder of the caller, and ends with its status', async () => {
    const { app, utilityProcess, ran } = begin('operators', 'reset', 'ada');
    await ran;
    const { entry, args, options } = utilityProcess.last;
    expect([entry, args]).toEqual(['/app/server/cli.ts', ['operators', 'reset', 'ada']]);
    expect(options).toMatchObject({
      cwd: '/home/ada',
      env: { PATH: '/bin', CUSTOS_WEIGHTS_DIR: '/opt/Custos/resources/weights' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // It is no server of the shell.
    expect(options['env']).not.toHaveProperty('CUSTOS_SHELL');
    expect(app.argsOf('exit')).toEqual([]);
    utilityProcess.last.end(1);
    expect(app.argsOf('exit')).toEqual([[1]]);
  });

  test.each(['service', 'update'])('refuses "%s", which is for a headless installation', async (name) => {
    const { app, utilityProcess, said, ran } = begin(name, 'status');
    await ran;
    expect(said.join('')).toContain(`no command "${name}"`);
    expect([app.argsOf('exit'), utilityProcess.forked]).toEqual([[[2]], []]);
  });

  test('ends by itself in a process of Electron, which would go on', () => {
    using folder = tempFolder();
    const held = 'process.parentPort = { on() {} }; setInterval(() => {}, 1000);';
    const options = {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, CUSTOS_DATA_DIR: folder.path },
    } as const;
    const inElectron = ['--import', `data:text/javascript,${encodeURIComponent(held)}`, 'server/cli.ts'];
    const version = spawnSync(process.execPath, [...inElectron, '--version'], options);
    expect([version.status, version.stdout]).toEqual([0, expect.stringMatching(/^custos \d/)]);
    const wrong = spawnSync(process.execPath, [...inElectron, 'setup-code'], options);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('No appliance is running')]);
  });
});
