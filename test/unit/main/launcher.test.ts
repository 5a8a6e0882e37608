import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWindow } from '../../../main/launch/window.mjs';
import { type LaunchRoot, launchRoot } from '../../support/launch-root.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { skipUnless } from '../../support/skip.ts';

const onLinux = skipUnless(process.platform === 'linux', 'its stand-ins for Electron and the browser are of Linux');

/** Without install scripts, because a machine without a compiler must work too. */
const CI = 'ci --ignore-scripts --loglevel=error';

interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

function launch(at: LaunchRoot, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Ran {
  const path = join(at.folder, program);
  return spawnSync(process.execPath, [path, ...args], {
    cwd: at.folder,
    env: { ...at.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
}

const linesOf = (at: LaunchRoot, file: string): string[] => {
  const path = join(at.folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};

describe('the launcher in a fresh clone', () => {
  test('installs once, fills the weights each time, and starts the server headless with the reason', () => {
    using at = launchRoot();
    at.write('server/process.ts', `const said: string = 'listening'; console.log(said, process.argv.length);`);
    const first = launch(at, 'main/start.mjs', []);
    expect(first).toMatchObject({ status: 0, stdout: 'listening 2\n' });
    expect(first.stderr).toMatch(/Installing the dependencies/);
    expect(first.stderr).toMatch(/Starting headless: this machine has no display/);
    const second = launch(at, 'main/start.mjs', []);
    expect(second.stderr).not.toMatch(/Installing/);
    expect(linesOf(at, 'npm-calls')).toEqual([CI]);
    expect(linesOf(at, 'weights-calls')).toEqual(['filled', 'filled']);
  });

  test(
    'installs again when the lock file changes, and says so when npm did not bring what it names',
    inWholeRunAlone('1 s'),
    () => {
      using at = launchRoot();
      at.write('server/process.ts', '');
      launch(at, 'main/start.mjs', []);
      at.write('package-lock.json', JSON.stringify({ packages: { 'node_modules/express': { version: '6.0.0' } } }));
      const ran = launch(at, 'main/start.mjs', []);
      expect(linesOf(at, 'npm-calls')).toEqual([CI, CI]);
      expect(ran.status).toBe(1);
      expect(ran.stderr).toMatch(/npm skipped packages/);
    },
  );

  test(
    'takes an installation made by hand as it is, also where it cannot write its stamp',
    inWholeRunAlone('1 s'),
    () => {
      using at = launchRoot();
      at.write('server/process.ts', '');
      spawnSync(join(at.folder, 'tools/npm'), ['ci', 'by', 'hand'], { cwd: at.folder });
      chmodSync(join(at.folder, 'node_modules'), 0o555);
      const ran = launch(at, 'main/start.mjs', []);
      chmodSync(join(at.folder, 'node_modules'), 0o755);
      expect(ran.status).toBe(0);
      expect(linesOf(at, 'npm-calls')).toEqual(['ci by hand']);
    },
  );

  test('without a network says in a sentence what the first start needs', () => {
    using at = launchRoot();
    at.write('tools/npm', '#!/bin/sh\necho "network is unreachable" >&2\nexit 7\n');
    const ran = launch(at, 'main/start.mjs', []);
    expect(ran).toMatchObject({ status: 1, stdout: '' });
    expect(ran.stderr).toMatch(/network is unreachable\n/);
    expect(ran.stderr).toMatch(/"npm ci" ended with code 7.*needs a package registry/);
    expect(ran.stderr).not.toMatch(/ at /);
  });

  test('without npm says that it is missing', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    const ran = launch(at, 'main/start.mjs', [], { PATH: join(at.folder, 'server') });
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(/"npm" cannot be started/);
  });

  test('runs npm without the programs that npm is about to replace', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    at.write('tools/npm', `${readFileSync(join(at.folder, 'tools/npm'), 'utf8')}echo "$PATH" > npm-path\n`);
    at.write('server/process.ts', '');
    const own = join(at.folder, 'node_modules', '.bin');
    launch(at, 'main/start.mjs', [], { PATH: `${own}:${at.env['PATH']}` });
    expect(linesOf(at, 'npm-path')).toEqual([at.env['PATH']]);
  });
});

describe('options of npm start', () => {
  const started = (at: LaunchRoot, ...args: string[]): Ran => {
    at.write('server/process.ts', `console.log('started');`);
    return launch(at, 'main/start.mjs', args, { DISPLAY: ':0' });
  };

  test('--headless starts the server alone, also where there is a display', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    const ran = started(at, '--headless');
    expect(ran).toMatchObject({ status: 0, stdout: 'started\n' });
    expect(ran.stderr).toMatch(/Starting headless: you asked for it/);
  });

  test('--help prints the usage, and nothing is installed or started', () => {
    using at = launchRoot();
    for (const args of [['--help'], ['--headless', '--help']]) {
      const ran = started(at, ...args);
      expect(ran).toMatchObject({ status: 0, stderr: '' });
      expect(ran.stdout).toMatch(
        /^npm start\nnpm start -- --headless\nnpm start -- --help\nSettings are .*CUSTOS_PORT/,
      );
    }
    expect(linesOf(at, 'npm-calls')).toEqual([]);
  });

  test.each([
    [['--port=8500'], '--port'],
    [['-p', '8500'], '-p'],
    [['--headless', 'now'], 'now'],
    [['--headless=yes'], '--headless'],
    [['--'], '--'],
  ])('%j is refused by its name and without its value, and nothing is installed or started', (args, name) => {
    using at = launchRoot();
    const ran = started(at, ...args);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toContain(`Unknown option "${name}". Use one of:\nnpm start\n`);
    expect(ran.stderr).toContain('CUSTOS_PORT');
    expect(ran.stderr).not.toContain('8500');
    expect(linesOf(at, 'npm-calls')).toEqual([]);
  });
});

describe('the command custos', () => {
  test(
    "prints nothing but its own output, also on a first call, and works in the caller's folder",
    inWholeRunAlone('1 s'),
    () => {
      using at = launchRoot();
      at.write('server/cli.ts', `console.log(JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2) }));`);
      const ran = launch(at, 'main/custos.mjs', ['keys', 'list']);
      expect(ran.status).toBe(0);
      expect(JSON.parse(ran.stdout)).toEqual({ cwd: at.folder, args: ['keys', 'list'] });
    },
  );

  test('ends with the exit code of the command', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    at.write('server/cli.ts', 'process.exit(2);');
    expect(launch(at, 'main/custos.mjs', []).status).toBe(2);
  });
});

/** A server that prints its address, and runs as long as a browser takes to open. */
const ANSWERING = `console.log('Custos is running at http://127.0.0.1:8420'); setTimeout(() => {}, 300);`;
/** The default browser: it writes the address to the file `opened` in the clone. */
const browserOf = (at: LaunchRoot): string => `#!/bin/sh\necho "$1" >> ${at.folder}/opened\n`;

/** A clone on a machine with a screen, for a user who is not root. */
function desk(electron?: string): LaunchRoot {
  const at = launchRoot();
  at.write('server/process.ts', ANSWERING);
  at.write('tools/xdg-open', browserOf(at));
  at.write('main/package/build.ts', '');
  at.write('main/no-root.mjs', 'process.getuid = () => 1000;');
  at.write('node_modules/electron/install.js', `console.error('no network'); process.exit(1);`);
  if (electron === undefined) return at;
  at.write('node_modules/electron/path.txt', 'electron');
  at.write('node_modules/electron/dist/electron', `#!/bin/sh\n${electron}\n`);
  return at;
}

describe('on a machine with a screen', onLinux, () => {
  const run = (at: LaunchRoot): Ran =>
    launch(at, 'main/start.mjs', [], {
      DISPLAY: ':0',
      NODE_OPTIONS: `--import ${join(at.folder, 'main/no-root.mjs')}`,
    });

  test(
    "Electron's program is fetched once by its own installer; where it cannot be had, the browser shows the console",
    inWholeRunAlone('3 s'),
    () => {
      using at = desk();
      const first = run(at);
      expect(first.stderr).toMatch(/Downloading Electron.*\nno network\n/);
      expect(first.stderr).toMatch(/opens in your default browser: Electron could not be downloaded \(code 1/);
      expect(first).toMatchObject({ status: 0, stdout: 'Custos is running at http://127.0.0.1:8420\n' });
      expect(linesOf(at, 'opened')).toEqual(['http://127.0.0.1:8420']);
      const second = run(at);
      expect(second.stderr).not.toMatch(/no network/);
      expect(second.stderr).toMatch(/at an earlier start; "npx install-electron" downloads it/);
      expect(linesOf(at, 'opened')).toHaveLength(2);
    },
  );

  test("Electron's program that is fetched opens the window", inWholeRunAlone('1 s'), () => {
    using at = desk();
    at.write(
      'node_modules/electron/install.js',
      `const { mkdirSync, writeFileSync } = require('node:fs');
       mkdirSync(__dirname + '/dist');
       writeFileSync(__dirname + '/dist/electron', '#!/bin/sh\\n: > $CUSTOS_WINDOW_SHOWN; echo a window; exit 7', { mode: 0o755 });
       writeFileSync(__dirname + '/path.txt', 'electron');`,
    );
    at.write('node_modules/electron/package.json', '{}');
    expect(run(at)).toMatchObject({ status: 7, stdout: 'a window\n' });
    expect(linesOf(at, 'opened')).toEqual([]);
  });

  test(
    'the launcher reports a window whose program crashes, and the browser shows the console',
    inWholeRunAlone('1 s'),
    () => {
      using at = desk('kill -SEGV $$');
      const ran = run(at);
      expect(ran.stderr).toMatch(/default browser: Electron ended with code 139 before its window opened/);
      expect(linesOf(at, 'opened')).toEqual(['http://127.0.0.1:8420']);
    },
  );

  test('without a browser the address is printed', inWholeRunAlone('2 s'), () => {
    using at = desk('exit 1');
    at.write('tools/xdg-open', '#!/bin/sh\nexit 3\n');
    expect(run(at).stderr).toMatch(/No browser could be opened. Open http:\/\/127.0.0.1:8420 in your browser/);
  });
});

describe('a window', onLinux, () => {
  const open = (at: LaunchRoot, waitMs: number): ReturnType<typeof openWindow> =>
    openWindow({
      electron: join(at.folder, 'node_modules/electron/dist/electron'),
      args: [],
      cwd: at.folder,
      env: at.env,
      waitMs,
    });

  test('that hangs, and takes no signal, is given up', inWholeRunAlone('1 s'), async () => {
    using at = desk("trap '' TERM; while :; do sleep 0.1; done");
    expect(await open(at, 300)).toEqual({ failed: 'no window opened within 0.3 seconds' });
  });

  test('that came up stays as long as it wants', inWholeRunAlone('1 s'), async () => {
    using at = desk(': > $CUSTOS_WINDOW_SHOWN; sleep 1; exit 3');
    expect(await open(at, 500)).toEqual({ code: 3 });
  });

  test('of another start comes to the front, and a stopped one stays stopped', async () => {
    using second = desk('exit 0');
    expect(await open(second, 5_000)).toEqual({ code: 0 });
    using stopped = desk('kill -INT $$');
    expect(await open(stopped, 5_000)).toEqual({ code: 130 });
  });

  test('that hangs for twenty seconds opens the browser', inWholeRunAlone('25 s'), () => {
    using at = desk('exec sleep 1000');
    const ran = launch(at, 'main/start.mjs', [], {
      DISPLAY: ':0',
      NODE_OPTIONS: `--import ${join(at.folder, 'main/no-root.mjs')}`,
    });
    expect(ran.stderr).toMatch(/default browser: no window opened within 20 seconds/);
    expect(linesOf(at, 'opened')).toEqual(['http://127.0.0.1:8420']);
  });
});

/** A server that counts the signals it receives, drains for 300 ms after the first, and exits with 10 plus their number. */
const DRAINING = `
let count = 0;
const heard = () => { if (++count === 1) setTimeout(() => { console.log('drained'); process.exit(10 + count); }, 300); };
process.on('SIGINT', heard);
process.on('SIGTERM', heard);
setInterval(() => {}, 1000);
console.log('ready');
`;

async function startDraining(at: LaunchRoot): Promise<{ launcher: ChildProcess; output: () => string }> {
  at.write('server/process.ts', DRAINING);
  const launcher = spawn(process.execPath, [join(at.folder, 'main/start.mjs')], { cwd: at.folder, env: at.env });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    launcher.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('ready')) resolve();
    });
  });
  await ready;
  return { launcher, output: () => output };
}

describe('signals', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s reaches the server once however often it comes; the launcher waits for its drain',
    inWholeRunAlone('1 s'),
    async (signal) => {
      using at = launchRoot();
      const { launcher, output } = await startDraining(at);
      const ended = once(launcher, 'exit');
      for (let i = 0; i < 3; i++) {
        launcher.kill(signal);
        // Pending signals of the same kind merge into one, so each gets time to be handled.
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      expect(await ended).toEqual([11, null]);
      expect(output()).toContain('drained');
    },
  );

  test('a server that a signal ended gives 128 and its number, as shells say it', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    at.write('server/process.ts', `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
    expect(launch(at, 'main/start.mjs', []).status).toBe(137);
  });
});

describe('commands of several steps', () => {
  test('stop at the first that fails, with its exit code', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    at.write('node_modules/@biomejs/biome/bin/biome', `console.log('format');`);
    at.write('node_modules/typescript/bin/tsc', `console.log('types'); process.exit(3);`);
    at.write('node_modules/vitest/vitest.mjs', `console.log('tests');`);
    at.write('node_modules/package.json', '{}');
    const ran = launch(at, 'main/start.mjs', ['check']);
    expect(ran).toMatchObject({ status: 3, stdout: 'format\ntypes\n' });
  });

  test('an unknown command is refused before anything is installed', () => {
    using at = launchRoot();
    const ran = launch(at, 'main/start.mjs', ['fly']);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(/Unknown command "fly"/);
    expect(linesOf(at, 'npm-calls')).toEqual([]);
  });
});

describe('what Node compiles of the program', () => {
  test('is kept beside the packages for the next start, or where the caller says', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    at.write('server/process.ts', `const said: string = 'listening'; console.log(said);`);
    const kept = (folder: string): number =>
      existsSync(join(at.folder, folder)) ? readdirSync(join(at.folder, folder)).length : 0;
    expect(launch(at, 'main/start.mjs', []).stdout).toBe('listening\n');
    expect(kept('node_modules/.cache/custos')).toBe(1);
    launch(at, 'main/start.mjs', [], { NODE_COMPILE_CACHE: join(at.folder, 'elsewhere') });
    expect(kept('elsewhere')).toBe(1);
  });

  test('is compiled each time where that place cannot be written', inWholeRunAlone('1 s'), () => {
    using at = launchRoot();
    at.write('server/process.ts', `const said: string = 'listening'; console.log(said);`);
    at.write('node_modules/.cache', 'a file');
    expect(launch(at, 'main/start.mjs', [])).toMatchObject({ status: 0, stdout: 'listening\n' });
  });
});
