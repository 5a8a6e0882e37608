import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { startTestServer } from '../support/server.ts';

const KEY = `sk_live_${'k'.repeat(43)}`;
const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));
const COMPANIES = 100_000;

async function call(port: number, body: unknown): Promise<Awaited<ReturnType<Response['json']>>> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/v1/registries`, init)).json();
}

it('a process that is killed within the import of a register leaves the old version in force, and no file of the new one', {
  timeout: 60_000,
}, async () => {
  using folder = tempFolder();
  const lists = join(folder.path, 'lists');
  const registers = join(folder.path, 'data', 'registers');
  mkdirSync(lists);
  const write = (name: string, count: number): void => {
    const rows = Array.from({ length: count }, (_, at) => `${at + 1},Tallowmere Number ${at + 1} Ltd,GB`);
    writeFileSync(join(lists, name), `number,name,country\n${rows.join('\n')}\n`);
  };
  write('small.csv', 2);
  write('large.csv', COMPANIES);
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      ...process.env,
      CUSTOS_DATA_DIR: join(folder.path, 'data'),
      CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
      CUSTOS_LISTS_DIR: lists,
      CUSTOS_API_KEY: KEY,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const port = Number(line.split(' ')[1]);
  const first = await call(port, { paths: ['small.csv'], code: 'uk' });
  expect(first).toMatchObject({ active: true, companies: 2 });
  const importing = call(port, { paths: ['large.csv'], code: 'uk' }).catch(() => 'cut');
  while (!readdirSync(registers).some((name) => name.endsWith('.part'))) await wait(2);
  child.kill('SIGKILL');
  await ended;
  expect(await importing).toBe('cut');
  const left = readdirSync(registers).filter((name) => name !== `${first.id}.db`);
  expect(left.every((name) => name.includes('.part'))).toBe(true);

  await using server = await startTestServer({ folder: folder.path, list: false, config: { listsDir: lists } });
  expect(existsSync(join(registers, `${first.id}.db`))).toBe(true);
  expect(readdirSync(registers)).toEqual([`${first.id}.db`]);
  const { registerSearch } = server.appliance;
  expect(registerSearch.versions()).toMatchObject([{ id: first.id, active: true }]);
  expect(registerSearch.byKey('GB:00000002')).toMatchObject([{ company: { name: 'Tallowmere Number 2 Ltd' } }]);
  const options = { paths: [join(lists, 'large.csv')], code: 'uk' };
  const again = await server.appliance.registers.importRegister(options, 'cli');
  expect(again).toMatchObject({ created: true, version: { active: true, companies: COMPANIES } });
});
