import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Gate, passageOf } from '../../../models/runtime/gate.ts';

test('a thread that is inside is waited for, and not let in again', async () => {
  const gate = new Gate();
  const worker = new Worker(new URL('./gate-fixture.ts', import.meta.url), { workerData: gate.shared });
  const said: unknown[] = [];
  worker.on('message', (message) => void said.push(message));
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  let isClosed = false;
  const closed = gate
    .close(() => false)
    .then((isOut) => {
      isClosed = true;
      return isOut;
    });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  worker.postMessage('come out');
  expect(await closed).toBe(true);
  // It has nothing left to do.
  await ended;
  expect(said).toEqual(['inside', 'outside']);
});

test('nobody waits for a thread that is gone', async () => {
  const gate = new Gate();
  void passageOf(gate.shared)(() => new Promise(() => undefined));
  expect(await gate.close(() => true)).toBe(true);
});

test('work that fails comes out as well', async () => {
  const gate = new Gate();
  const fails = passageOf(gate.shared)(() => Promise.reject(new Error('no')));
  await expect(fails).rejects.toThrow('no');
  expect(await gate.close(() => false)).toBe(true);
});
