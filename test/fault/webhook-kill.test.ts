import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { must } from '../../server/lib/assert.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone, sampleOf } from '../support/long.ts';
import { startReceiver, verified } from '../support/receiver.ts';

const SCRIPT = fileURLToPath(new URL('killed-sender.ts', import.meta.url));
/** Each step of a delivery, and how often the previously appended event arrives: once more if it had already arrived. */
const ALL_STEPS = [
  ['before anything is sent', 1],
  ['resolving', 1],
  ['before it is sent', 1],
  ['while the receiver answers', 2],
  ['before it is recorded', 2],
  ['after it was recorded', 1],
] as const;
const STEPS = sampleOf('steps of a delivery', ALL_STEPS, 1);

it('is at least once and under the same id, whichever step of a delivery the process is killed at', {
  ...inWholeRunAlone('2 s'),
}, async () => {
  using folder = tempFolder();
  await using receiver = await startReceiver();
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder.path, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
    RECEIVER: receiver.url.replace('127.0.0.1', 'receiver.internal'),
  };
  const run = async (step: string) => {
    const child = spawn(process.execPath, [SCRIPT], {
      env: { ...env, DIE_AT: step },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // The test kills it here, at the one step that the process cannot detect.
    receiver.answer = (response) => {
      if (step === 'while the receiver answers') child.kill('SIGKILL');
      else response.writeHead(204).end();
    };
    const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { printed: printed.trim(), code, signal };
  };
  let secret = '';
  const arrived = new Map<string, number>();
  for (const [step, times] of STEPS) {
    const before = new Set(receiver.received.map(({ event }) => event.id));
    const killed = await run(step);
    expect([step, killed.signal]).toEqual([step, 'SIGKILL']);
    if (killed.printed !== '') secret = killed.printed;
    expect((await run('')).code).toBe(0);
    const fresh = receiver.received.filter(({ event }) => !before.has(event.id));
    expect(new Set(fresh.map(({ event }) => event.id)).size).toBe(1);
    expect([step, fresh.length]).toEqual([step, times]);
    arrived.set(must(fresh[0], 'it arrived').event.id, times);
  }
  for (const webhook of receiver.received) {
    expect(verified(secret, webhook)).toEqual(webhook.event);
    expect(webhook.headers['webhook-id']).toBe(webhook.event.id);
  }
  expect(arrived.size).toBe(STEPS.length);
  const db = openDatabase(join(env.CUSTOS_DATA_DIR, 'custos.db'));
  const states = db.prepare('SELECT state, attempts FROM webhook_deliveries').raw().all();
  const events = db.prepare("SELECT id FROM events WHERE kind = 'webhook.test'").pluck().all();
  db.close();
  expect(states).toEqual(Array(STEPS.length).fill(['delivered', 1]));
  expect([...arrived.keys()]).toEqual(events);
});
