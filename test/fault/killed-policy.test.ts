import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { killAtEnd } from '../support/kill-at-end.ts';
import { inWholeRunAlone } from '../support/long.ts';

const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));
const KEY = `sk_live_${'k'.repeat(43)}`;
const ROUNDS = 4;

it(
  'a version of the policy that was answered is in force after a kill, and never a part of one',
  inWholeRunAlone('10 s'),
  async () => {
    using folder = tempFolder();
    const env = {
      ...process.env,
      CUSTOS_DATA_DIR: join(folder.path, 'data'),
      CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
      CUSTOS_API_KEY: KEY,
    };
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    for (let round = 1; round <= ROUNDS; round++) {
      const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      await using _end = killAtEnd(child);
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const url = `http://127.0.0.1:${line.split(' ')[1]}/v1/policies`;
      const now = await (await fetch(`${url}/current`, { headers })).json();
      expect([now.version, now.values['retention.months']]).toEqual([round, round === 1 ? 60 : 60 + round - 1]);
      const body = JSON.stringify({ based_on: round, note: 'A round', changes: { 'retention.months': 60 + round } });
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  },
);
