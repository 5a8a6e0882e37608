import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { startTestServer } from '../support/server.ts';

const KEY = `sk_live_${'k'.repeat(43)}`;
const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));
const ENTRIES = 30_000;

async function call(port: number, path: string, body?: unknown): Promise<Awaited<ReturnType<Response['json']>>> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })).json();
}

it('a process that is killed within an import leaves the old version in force, and nothing of the new one', {
  timeout: 60_000,
}, async () => {
  using folder = tempFolder();
  const lists = join(folder.path, 'lists');
  mkdirSync(lists);
  writeFileSync(join(lists, 'l.csv'), 'id,name\n1,Odo Fenwright\n2,Ida Quorn\n');
  const rows = Array.from({ length: ENTRIES }, (_, index) => `${index},Somebody ${index}`);
  writeFileSync(join(lists, 'large.csv'), `id,name\n${rows.join('\n')}\n`);
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
  const first = await call(port, '/v1/watchlists', { paths: ['l.csv'], code: 'l' });
  expect(first).toMatchObject({ active: true, entries: 2 });
  const importing = call(port, '/v1/watchlists', { paths: ['large.csv'], code: 'l' }).catch(() => 'cut');
  const stored = async (): Promise<number> => (await call(port, '/v1/watchlists/imports')).data[0]?.entries ?? 0;
  while ((await stored()) === 0);
  child.kill('SIGKILL');
  await ended;
  expect(await importing).toBe('cut');

  await using server = await startTestServer({ folder: folder.path, list: false, config: { listsDir: lists } });
  const { db } = server.appliance;
  // What was staged is deleted after the start, while everything else goes on.
  await server.appliance.lists.settled();
  const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['watchlist_versions', 'watchlist_entries', 'watchlist_records'].map(count)).toEqual([1, 2, 2]);
  const { data } = await (await server.fetch('/v1/watchlists')).json();
  expect(data).toMatchObject([{ id: first.id, active: true }]);
  const again = await server.appliance.lists.importList({ paths: [join(lists, 'large.csv')], code: 'l' }, 'cli');
  expect(again).toMatchObject({ created: true, active: true, entries: ENTRIES });
});
