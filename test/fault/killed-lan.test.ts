import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { LanAnswer } from '../../server/contract/lan.ts';
import { tempFolder } from '../support/folder.ts';
import { killAtEnd } from '../support/kill-at-end.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { askOffice } from '../support/office.ts';
import { seededRandom, testSeed } from '../support/random.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));
const KEY = `sk_live_${'k'.repeat(43)}`;
const KILLS = 6;
const AT_ONCE = 5;
const HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

it('what the command line switched on while nothing ran is served and announced by the next start, which ends in order', {
  ...inWholeRunAlone('two programs with the real engines'),
}, async () => {
  using folder = tempFolder();
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
    CUSTOS_PORT: '0',
  };
  const run = promisify(execFile);
  const place = ['--address', '127.0.0.1', '--port', '0'];
  const switched = await run(process.execPath, ['server/cli.ts', 'lan', 'on', ...place], { cwd: ROOT, env });
  expect(switched.stdout).toContain('on; it runs while the appliance runs\n');
  const [, port] = /^Port (\d+) on 127\.0\.0\.1$/m.exec(switched.stdout) ?? [];
  const [fingerprint] = /^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/m.exec(switched.stdout) ?? [];
  const child = spawn(process.execPath, ['server/process.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await using _end = killAtEnd(child);
  const ended = once(child, 'exit');
  let announced = '';
  for await (const line of createInterface(child.stdout)) {
    announced += `${line}\n`;
    if (line.startsWith('Data folder')) break;
  }
  child.stdout.resume();
  expect(announced).toContain(`(certificate ${fingerprint})\n`);
  expect((await askOffice(Number(port), '/healthz')).fingerprint).toBe(fingerprint);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

it('a kill while certificates are made leaves a whole one, with its key, that is served and in the audit log', {
  ...inWholeRunAlone('seven starts of a server'),
}, async () => {
  const seed = testSeed();
  console.info(`Kills of the office network: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  using folder = tempFolder();
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
    CUSTOS_API_KEY: KEY,
  };
  /** Fingerprints in the answers before the kill. */
  const told = new Set<string>();
  for (let round = 0; round <= KILLS; round++) {
    const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await using _end = killAtEnd(child);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const base = `http://127.0.0.1:${line.split(' ')[1]}/v1`;
    const ask = async (path: string, method = 'GET', body?: unknown): Promise<LanAnswer> => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: HEADERS,
        body: body ? JSON.stringify(body) : null,
      });
      expect(answer.status, path).toBe(200);
      return answer.json();
    };
    if (round === 0) await ask('/system/lan', 'PUT', { on: true, address: '127.0.0.1', port: 0 });
    const { certificate, listening, port } = await ask('/system/lan');
    expect(listening).toBe(true);
    // Any connection proves the key: TLS signs with it.
    expect((await askOffice(port, '/healthz', { headers: { host: 'localhost' } })).fingerprint).toBe(
      certificate?.fingerprint,
    );
    const { data } = await (await fetch(`${base}/audit?limit=200`, { headers: HEADERS })).json();
    const audited: string[] = data
      .filter(({ action }: { action: string }) => action.startsWith('lan.'))
      .map(({ details }: { details: { fingerprint: string } }) => details.fingerprint);
    expect(audited[0], 'the newest entry is of the certificate in force').toBe(certificate?.fingerprint);
    for (const fingerprint of told) expect(audited).toContain(fingerprint);
    const answers = Array.from({ length: AT_ONCE }, async () => {
      const made = await ask('/system/lan/certificate', 'POST', { kind: 'make' });
      told.add(made.certificate?.fingerprint ?? '');
    });
    const ended = Promise.allSettled(answers);
    const wait = Math.floor(random() * AT_ONCE);
    await Promise.all(answers.slice(0, wait).map((answer) => answer.catch(() => {})));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await ended;
  }
  expect(told.size).toBeGreaterThan(0);
});
