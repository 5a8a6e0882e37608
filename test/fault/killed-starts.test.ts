import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { cardAndSelfie, form } from '../support/form.ts';
import { killAtEnd } from '../support/kill-at-end.ts';
import { company } from '../support/kyb.ts';
import { sampleOf } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';

const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));
const KEY = `sk_live_${'k'.repeat(43)}`;
const HEADERS = { authorization: `Bearer ${KEY}` };

it('a kill between any two components of a start is recovered by the next one', async () => {
  await using server = await startTestServer({ start: false, list: false });
  const names = server.appliance.components().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  using folder = tempFolder();
  const run = (settings: Record<string, string>) =>
    spawn(process.execPath, [SCRIPT], {
      env: {
        ...process.env,
        CUSTOS_DATA_DIR: join(folder.path, 'data'),
        CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
        CUSTOS_API_KEY: KEY,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
  const baseOf = async (child: ReturnType<typeof run>): Promise<string> => {
    const [line] = (await once(createInterface(child.stdout as NonNullable<typeof child.stdout>), 'line')) as [string];
    return `http://127.0.0.1:${line.split(' ')[1]}/v1`;
  };

  const first = run({ KILLED_WORKS: 'told' });
  await using _first = killAtEnd(first);
  const base = await baseOf(first);
  const { company: about, representatives } = company(server.appliance.newId);
  const body = JSON.stringify({
    company: about,
    representatives: representatives.map(({ id: _, ...person }) => person),
  });
  const asked = [
    fetch(`${base}/verifications`, { method: 'POST', headers: HEADERS, body: form({ files: cardAndSelfie() }) }),
    fetch(`${base}/kyb/verifications`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/json' },
      body,
    }),
  ];
  const paths: string[] = [];
  for (const answer of await Promise.all(asked)) {
    expect(answer.status).toBe(201);
    paths.push(((await answer.json()) as { links: { self: string } }).links.self);
  }
  first.kill('SIGKILL');
  await once(first, 'exit');

  for (const name of sampleOf('components that a start is killed before', names, 3)) {
    const child = run({ KILLED_BEFORE: name });
    await using _child = killAtEnd(child);
    const [, signal] = await once(child, 'exit');
    expect(signal, name).toBe('SIGKILL');
  }

  const last = run({ KILLED_BEFORE: 'none of them' });
  await using _last = killAtEnd(last);
  const origin = new URL(await baseOf(last)).origin;
  for (const path of paths) {
    await vi.waitFor(
      async () => {
        const { status } = (await (await fetch(origin + path, { headers: HEADERS })).json()) as { status: string };
        expect(status).toMatch(/completed|failed|needs_review/);
      },
      { timeout: 30_000, interval: 50 },
    );
  }
  const { data } = (await (await fetch(`${origin}/v1/events?limit=100`, { headers: HEADERS })).json()) as {
    data: { type: string }[];
  };
  const created = data.map(({ type }) => type).filter((type) => type.endsWith('verification.created'));
  expect(created.sort()).toEqual(['kyb.verification.created', 'verification.created']);
  last.kill('SIGTERM');
  expect((await once(last, 'exit'))[0]).toBe(0);
});
