import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { EngineError } from '../../../models/ports.ts';
import { type Meter, metered } from '../../../models/runtime/meter.ts';
import { type PoolOptions, WorkerPool } from '../../../models/runtime/pool.ts';
import { besideModule } from '../../../models/threads/beside.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';

const CALL = { timeoutMs: 20_000 };
const pools: WorkerPool[] = [];

function createPool(options: Partial<PoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({
    name: 'test',
    script: besideModule(import.meta.url, 'runtime-fixture'),
    data: {},
    size: 1,
    queueMax: 10,
    loadTimeoutMs: 20_000,
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function failureOf(call: Promise<unknown>): Promise<EngineError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineError);
  return error as EngineError;
}

test('calls are answered by a worker, and returned buffers arrive whole', async () => {
  const pool = createPool();
  expect(pool.ready()).toBe(false);
  await pool.warm();
  expect(pool.ready()).toBe(true);
  expect(await pool.call('echo', { a: [1, 2] }, CALL)).toEqual({ a: [1, 2] });
  expect(await pool.call('fill', 3, CALL)).toEqual(new Uint8Array([7, 7, 7]));
});

test(
  'the processor time of a worker goes to the meter of its own call, however many wait',
  inWholeRunAlone('1 s'),
  async () => {
    const pool = createPool();
    await pool.warm();
    const [busy, idle, none]: [Meter, Meter, Meter] = [{ cpuMs: 0 }, { cpuMs: 0 }, { cpuMs: 0 }];
    await Promise.all([
      metered(busy, () => pool.call('work', 200, CALL)),
      metered(idle, () => pool.call('wait', 200, CALL)),
      pool.call('work', 50, CALL),
    ]);
    expect(busy.cpuMs).toBeGreaterThanOrEqual(200);
    expect(idle.cpuMs).toBeGreaterThan(0);
    expect(idle.cpuMs).toBeLessThan(100);
    expect(none.cpuMs).toBe(0);
  },
);

/** The number of threads that answer `count` simultaneous calls, each of which takes `ms`. */
async function threadsFor(pool: WorkerPool, count: number, ms: number): Promise<number> {
  const calls = Array.from({ length: count }, () => pool.call('waitHere', ms, CALL));
  return new Set(await Promise.all(calls)).size;
}

test(
  'a thread more is started where calls wait for too long, and none beyond the most',
  inWholeRunAlone('1 s'),
  async () => {
    const pool = createPool({ size: 2, warmSize: 1, patienceMs: 20 });
    await pool.warm();
    expect(await threadsFor(pool, 1, 100)).toBe(1);
    let threads = 1;
    for (let turn = 0; turn < 20 && threads === 1; turn++) threads = await threadsFor(pool, 6, 100);
    expect(threads).toBe(2);
    expect(await threadsFor(pool, 6, 100)).toBe(2);
  },
);

test(
  'no thread more is started for calls that wait shortly, or for the first thread to load',
  inWholeRunAlone('1 s'),
  async () => {
    const pool = createPool({ size: 2, warmSize: 1, patienceMs: 60_000 });
    expect(await threadsFor(pool, 4, 10)).toBe(1);
    expect(await threadsFor(pool, 4, 10)).toBe(1);
    const cold = createPool({ size: 2, warmSize: 1, patienceMs: 20 });
    await cold.call('echo', 'loaded', CALL);
    expect(await threadsFor(cold, 2, 400)).toBe(1);
  },
);

test(
  'a thread that rests collects its garbage, and is replaced where it holds too much even then',
  inWholeRunAlone('2 s'),
  async () => {
    const pool = createPool({ restMs: 20, heldBytesMax: 64 * 2 ** 20 });
    const thread = (): Promise<unknown> => pool.call('waitHere', 0, CALL);
    const first = await thread();
    await pool.call('allocate', { bytes: 100 * 2 ** 20, hold: false }, CALL);
    // Each check is a call, after which the thread rests again.
    for (let rest = 0; rest < 5; rest++) {
      await sleep(100);
      expect(await thread()).toBe(first);
    }
    await pool.call('allocate', { bytes: 100 * 2 ** 20, hold: true }, CALL);
    await expect.poll(thread, { interval: 100 }).not.toBe(first);
    expect(pool.ready()).toBe(true);
  },
);

test('a transferred buffer moves to the worker instead of being copied', async () => {
  const pool = createPool();
  const bytes = new Uint8Array([1, 2, 3]);
  expect(await pool.call('sum', bytes, { ...CALL, transfer: [bytes.buffer] })).toBe(6);
  expect(bytes.length).toBe(0);
});

test('a worker that never yields is ended at its time limit and the next call is answered', async () => {
  const pool = createPool();
  expect((await failureOf(pool.call('spin', null, { timeoutMs: 200 }))).failure).toBe('timeout');
  expect(await pool.call('echo', 'again', CALL)).toBe('again');
});

test.each(['exit', 'throwLater'])('a worker that dies (%s) fails its call as crashed and is replaced', async (how) => {
  const pool = createPool();
  expect((await failureOf(pool.call(how, null, CALL))).failure).toBe('crashed');
  expect(await pool.call('echo', 'again', CALL)).toBe('again');
});

test.each(sampleOf('ways to take memory', ['hoard', 'grow', 'largeArrays'], 1))(
  'a worker over its memory limit (%s) is ended alone',
  async (how) => {
    const pool = createPool({ heapBytesMax: 64 * 2 ** 20 });
    expect((await failureOf(pool.call(how, null, CALL))).failure).toBe('crashed');
    expect(await pool.call('echo', 'again', CALL)).toBe('again');
  },
);

test('failures keep their kind; what a library says of the input does not come through', async () => {
  const pool = createPool();
  expect(await failureOf(pool.call('refuse', null, CALL))).toMatchObject({
    failure: 'unavailable',
    message: 'not today',
  });
  const error = await failureOf(pool.call('stumble', null, CALL));
  expect(error.failure).toBe('bad_input');
  expect(error.message).not.toContain('secret');
});

test('a worker that gives an impossible answer is replaced, and its answer is not passed on', async () => {
  const pool = createPool();
  const isNumber = (answer: unknown): answer is number => typeof answer === 'number';
  const call = { ...CALL, isAnswer: isNumber };
  const error = await failureOf(pool.call('echo', 'secret input', call));
  expect(error).toMatchObject({ failure: 'nonsense', message: 'The test engine returned an impossible answer.' });
  expect(await pool.call('echo', 7, call)).toBe(7);
});

test('the queue is served in order and bounded', async () => {
  const pool = createPool({ queueMax: 2 });
  await pool.warm();
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  const running = pool.call('wait', 50, CALL).then(note('running'));
  const first = pool.call('wait', 1, CALL).then(note('first'));
  const second = pool.call('echo', 0, CALL).then(note('second'));
  expect((await failureOf(pool.call('echo', 1, CALL))).message).toContain('Too many calls');
  await Promise.all([running, first, second]);
  expect(order).toEqual(['running', 'first', 'second']);
});

test('a call that goes first is answered before those that wait, and behind one that went first before it', async () => {
  const pool = createPool();
  await pool.warm();
  const order: string[] = [];
  const answered = (name: string, goesFirst?: boolean): Promise<unknown> =>
    pool.call('wait', 5, { ...CALL, ...(goesFirst && { goesFirst }) }).then(() => order.push(name));
  await Promise.all([
    answered('running'),
    answered('waits'),
    answered('first', true),
    answered('waits longer'),
    answered('second', true),
    answered('third', true),
  ]);
  expect(order).toEqual(['running', 'first', 'second', 'third', 'waits', 'waits longer']);
});

test('as many calls run at once as there are workers', async () => {
  const pool = createPool({ size: 2 });
  await pool.warm();
  const long = failureOf(pool.call('wait', 60_000, CALL));
  expect(await pool.call('echo', 'meanwhile', { timeoutMs: 15_000 })).toBe('meanwhile');
  await pool.close();
  await long;
});

test('a pool that cannot load says why, and throws unavailable', async () => {
  const pool = createPool({ data: { loadFailure: 'A model is missing. Run npm start again.' } });
  expect((await failureOf(pool.warm())).failure).toBe('unavailable');
  expect(pool.ready()).toBe(false);
  expect(pool.problem()).toBe('A model is missing. Run npm start again.');
  expect(await failureOf(pool.call('echo', 1, CALL))).toMatchObject({ failure: 'unavailable' });
});

test('a worker that dies while loading, and a script that is missing, are load failures too', async () => {
  const dying = createPool({ data: { exitAtLoad: true } });
  expect((await failureOf(dying.warm())).message).toContain('could not be loaded');
  const missing = createPool({ script: besideModule(import.meta.url, 'no-such-worker') });
  expect((await failureOf(missing.warm())).failure).toBe('unavailable');
});

test('closing fails the calls in flight and those that wait, and later ones', async () => {
  const pool = createPool();
  await pool.warm();
  const calls = [pool.call('wait', 60_000, CALL), pool.call('echo', 1, CALL)].map(failureOf);
  await pool.close();
  for (const error of await Promise.all(calls)) expect(error.failure).toBe('crashed');
  expect((await failureOf(pool.call('echo', 1, CALL))).failure).toBe('crashed');
  await pool.close();
});

test('a worker script has the ending of the module that asks', () => {
  expect(besideModule('file:///app/models/face/engine.ts', 'worker').href).toBe('file:///app/models/face/worker.ts');
  expect(besideModule('file:///app/models/face/engine.js', 'worker').href).toBe('file:///app/models/face/worker.js');
});
