import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { openAppliance } from '../../server/context.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { seededRandom, testSeed } from '../support/random.ts';

const KILLS = 10;
const CREATES_A_ROUND = 12;
const KEY = `sk_live_${'k'.repeat(43)}`;
const SCRIPT = fileURLToPath(new URL('killed-server.ts', import.meta.url));

/** One create that the caller repeats under the same Idempotency-Key until it has its answer. */
interface Wanted {
  key: string;
  id: string | null;
}

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; port: Promise<number> }> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = new Promise<number>((resolve) => {
    if (child.stdout) createInterface(child.stdout).once('line', (line) => resolve(Number(line.split(' ')[1])));
  });
  return { child, port };
}

/** True where it was answered with 201; false where the server went away. Anything else is a failure. */
async function create(port: number, wanted: Wanted): Promise<boolean> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(`http://127.0.0.1:${port}/v1/verifications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': wanted.key },
      body: form({ files: cardAndSelfie(), applicant: ANNA }),
    });
    body = await response.text();
  } catch {
    return false;
  }
  expect(response.status, body).toBe(201);
  const { id } = JSON.parse(body) as { id: string };
  expect(wanted.id === null || wanted.id === id, 'the same key gives the same record').toBe(true);
  wanted.id = id;
  return true;
}

it(`loses, doubles and leaves nothing over ${KILLS} kills at seeded moments`, { timeout: 180_000 }, async () => {
  const seed = testSeed();
  console.info(`kill test: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  using folder = tempFolder();
  const env = {
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
    CUSTOS_API_KEY: KEY,
  };
  const wanted: Wanted[] = [];
  for (let round = 0; round < KILLS; round++) {
    const { child, port } = await start(env);
    const ended = once(child, 'exit');
    // Every third kill falls into the start-up, the others into creating and working.
    if (round % 3 === 2) {
      setTimeout(() => child.kill('SIGKILL'), 50 + random() * 500);
      await ended;
      continue;
    }
    const listening = await port;
    setTimeout(() => child.kill('SIGKILL'), 20 + random() * 600);
    for (let i = 0; i < CREATES_A_ROUND; i++) wanted.push({ key: randomUUID(), id: null });
    // The server dies in the midst of these, so most of the later ones stay without an answer.
    await Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (const one of wanted.filter((it, index) => index % 3 === lane && it.id === null)) {
          if (!(await create(listening, one))) return;
        }
      }),
    );
    await ended;
  }
  const { child, port } = await start(env);
  const listening = await port;
  for (const one of wanted) expect(await create(listening, one)).toBe(true);
  child.kill('SIGTERM');
  await once(child, 'exit');

  const log = createLogger(systemClock, () => {});
  const appliance = await openAppliance(
    loadConfig(env, () => null),
    { clock: systemClock, log, engines: fakeEngines() },
  );
  appliance.runner.start();
  await appliance.runner.settle();
  await assertInvariants(appliance);
  const stored = appliance.db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all();
  expect(stored).toEqual(wanted.map((one) => one.id).sort());
  expect(appliance.queue.counts()).toMatchObject({ queued: 0, running: 0, dead: 0, done: wanted.length });
  await appliance.close(0);
});
