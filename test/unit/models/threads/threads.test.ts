import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setEnvironmentData, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { GATE, Gate, passageOf } from '../../../../models/threads/gate.ts';
import { startThread } from '../../../../models/threads/start.ts';
import { sampleOf } from '../../../support/long.ts';
import type { Held } from './held.ts';

const beside = (name: string): URL => new URL(name, import.meta.url);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each(['load', 'call'] as const)(
  'a thread within the %s of an addon is ended once it is out, and goes in never again',
  async (where) => {
    const held: Held = { where, cells: new Int32Array(new SharedArrayBuffer(12)), heldMs: 30_000 };
    const thread = startThread(beside('held.ts'), { workerData: held, stdout: true });
    await once(thread, 'message');
    let ended = false;
    const ending = thread.terminate().then(() => {
      ended = true;
    });
    for (let i = 0; i < 20; i++) await turn();
    expect([ended, thread.threadId === -1]).toEqual([false, false]);
    Atomics.store(held.cells, 0, 1);
    Atomics.notify(held.cells, 0);
    await ending;
    expect([...held.cells]).toEqual([1, 1, 0]);
  },
);

const ENDS = [
  ['exits', 0],
  ['fails', 1],
] as const;
test.each(sampleOf('how a process ends', ENDS, 1))(
  'a process that %s waits for a thread that is inside',
  (how, status) => {
    const run = spawnSync(process.execPath, [fileURLToPath(beside('exits.ts')), how], { encoding: 'utf8' });
    expect([run.status, run.signal, run.stdout]).toEqual([status, null, 'came out\n']);
  },
);

test('a thread that has not begun is ended at once', async () => {
  const cells = new Int32Array(new SharedArrayBuffer(12));
  const thread = startThread(beside('held.ts'), {
    workerData: { where: 'load', cells, heldMs: 30_000 } satisfies Held,
  });
  await thread.terminate();
  expect([...cells]).toEqual([0, 0, 0]);
});

test('what an addon makes does what it did, and what it promises is waited for', async () => {
  const gate = new Gate();
  setEnvironmentData(GATE, gate.shared as never);
  const thread = new Worker(beside('fake-addon.ts'));
  setEnvironmentData(GATE);
  const said: unknown[] = [];
  thread.on('message', (message) => void said.push(message));
  await once(thread, 'message');
  expect(said.splice(0)).toEqual([
    [
      [true, 7, 14, 2, '1'],
      ['fixed', 'told', 'no'],
    ],
  ]);
  thread.postMessage('work');
  await once(thread, 'message');
  expect(await gate.close(20)).toBe(false);
  const out = once(thread, 'message');
  thread.postMessage('come out');
  expect(await gate.close(30_000)).toBe(true);
  await out;
  expect(said).toEqual(['inside', 'worked']);
  await thread.terminate();
  expect(said).toHaveLength(2);
  gate.forget();
});

test('a thread unpacks nothing any more once its gate is closed', async () => {
  const gate = new Gate();
  setEnvironmentData(GATE, gate.shared as never);
  const thread = new Worker(beside('unpacks.ts'));
  setEnvironmentData(GATE);
  await once(thread, 'message');
  thread.postMessage('unpack');
  expect(await once(thread, 'message')).toEqual(['text']);
  expect(await gate.close(30_000)).toBe(true);
  const next = Promise.race([once(thread, 'message'), once(thread, 'exit')]);
  thread.postMessage('unpack');
  expect(await next).toEqual([1]);
  gate.forget();
});

test('nobody waits for a thread that is gone', async () => {
  const gate = new Gate();
  passageOf(gate.shared).enter();
  expect(await gate.close(0)).toBe(false);
  gate.forget();
  expect(await gate.close(30_000)).toBe(true);
});

test('what is called while something is inside goes in with it', async () => {
  const gate = new Gate();
  const { enter, leave } = passageOf(gate.shared);
  enter();
  expect(await gate.close(0)).toBe(false);
  enter();
  leave();
  expect(await gate.close(0)).toBe(false);
  leave();
  expect(await gate.close(0)).toBe(true);
  gate.forget();
});

test('a thread that cannot be started leaves no gate', () => {
  const listeners = process.listenerCount('exit');
  expect(() => startThread(beside('held.ts'), { execArgv: ['--no-such-option'] })).toThrow();
  expect(process.listenerCount('exit')).toBe(listeners);
});

test('what a process loaded first, its threads load first too', () => {
  const module = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const start = new URL('../../../../models/threads/start.ts', import.meta.url);
  const tells = module("process.stdout.write('first: ' + globalThis.first)");
  const script = `import { startThread } from '${start}'; startThread(new URL(${JSON.stringify(tells)}));`;
  const args = ['--import', module('globalThis.first = 7'), '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout, stderr).toBe('first: 7');
});
