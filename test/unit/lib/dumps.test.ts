import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, test } from 'vitest';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { skipUnless } from '../../support/skip.ts';

const MODULE = JSON.stringify(new URL('../../../server/lib/dumps.ts', import.meta.url).href);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY = 'process.stdout.write("ready\\n"); setInterval(() => {}, 1000);';
const REFUSING = `import { refuseDumps } from ${MODULE}; refuseDumps();`;
const running: { kill(signal: NodeJS.Signals): void }[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A program of these lines that has finished them and waits. */
async function start(lines: string, options: string[] = []) {
  const args = [...options, '--input-type=module', '-e', `${lines} ${READY}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, child, said: () => said };
}

/** What the program reports after a signal. The answer to a second signal comes after the answer to the first. */
async function saidAfter(lines: string, signal: NodeJS.Signals): Promise<string> {
  const { child, said } = await start(`process.on('SIGUSR2', () => process.stderr.write('done\\n')); ${lines}`);
  child.kill(signal);
  const heard = once(child.stderr, 'data');
  child.kill('SIGUSR2');
  await heard;
  while (!said().includes('done')) await once(child.stderr, 'data');
  return said();
}

const onLinux = describe.skipIf(process.platform !== 'linux');

onLinux('a program that refuses dumps', () => {
  it('is left out of a core dump with all of its memory, unlike another one', async () => {
    const filterOf = (pid: number): number => Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16);
    expect(filterOf((await start(REFUSING)).pid)).toBe(0);
    expect(filterOf((await start('')).pid)).not.toBe(0);
  });

  it('starts no debugger at a signal, unlike another one', inWholeRunAlone('1 s'), async () => {
    const listening = 'Debugger listening';
    expect(await saidAfter(REFUSING, 'SIGUSR1')).not.toContain(listening);
    const { child, said } = await start('', ['--inspect-port=0']);
    child.kill('SIGUSR1');
    while (!said().includes(listening)) await once(child.stderr, 'data');
  });

  it('writes no report of itself, though it was asked to before', inWholeRunAlone('1 s'), async () => {
    using folder = tempFolder();
    const asked = [
      '--report-on-signal',
      '--report-uncaught-exception',
      '--report-on-fatalerror',
      `--report-directory=${folder.path}`,
    ];
    const run = (lines: string) =>
      spawnSync(process.execPath, [...asked, '--input-type=module', '-e', `${lines} throw new Error('a name')`]);
    expect(run(REFUSING).status).not.toBe(0);
    expect(readdirSync(folder.path)).toEqual([]);
    run('');
    expect(readdirSync(folder.path)).toHaveLength(1);
  });
});

const PATTERN = '/proc/sys/kernel/core_pattern';
const pattern = process.platform === 'linux' ? readFileSync(PATTERN, 'utf8').trim() : '';
const writesHere = /^core(?:\.%\w)?$/.test(pattern);

test(
  'a core dump holds no word of what the program knew, unlike that of another one',
  writesHere
    ? inWholeRunAlone('core dumps of hundreds of megabytes')
    : skipUnless(false, `a core dump is not looked at: ${PATTERN} says "${pattern}", so that none is written here`),
  () => {
    const dumped = (lines: string): boolean => {
      using folder = tempFolder();
      const known = 'Array.from({ length: 1000 }, () => Buffer.from("q7dump".repeat(3)))';
      const program = `${lines} globalThis.known = ${known}; process.abort();`;
      const node = [process.execPath, '--input-type=module', '-e', program];
      spawnSync('sh', ['-c', 'ulimit -c unlimited && exec "$0" "$@"', ...node], { cwd: folder.path });
      const cores = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name)));
      return cores.some((bytes) => bytes.includes('q7dumpq7dumpq7dump'));
    };
    expect([dumped(''), dumped(REFUSING)]).toEqual([true, false]);
  },
);

it('every program of the appliance refuses them, before it does anything else', () => {
  for (const entry of ['server/process.ts', 'server/cli.ts']) {
    expect(readFileSync(join(ROOT, entry), 'utf8'), entry).toMatch(/^refuseDumps\(\);$/m);
  }
});
