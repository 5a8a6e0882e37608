import { afterEach, expect, test } from 'vitest';
import { type BackendChoice, Backends, type Refusal } from '../../../models/runtime/backends.ts';
import type { Backend } from '../../../models/runtime/nets.ts';
import { WorkerPool } from '../../../models/runtime/pool.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import type { BackendScript } from './backend-fixture.ts';

const LOAD_TIMEOUT_MS = 60_000;
type Scripts = Partial<Record<Backend, Partial<BackendScript>>>;

let opened: Backends | null = null;
let pools: { backend: Backend; pool: WorkerPool }[] = [];
let chosen: { backend: Backend; refused: readonly Refusal[] }[] = [];
afterEach(async () => {
  await opened?.close();
  pools = [];
  chosen = [];
});

const NO_GPU = { gpu: { loadFailure: 'no adapter' } } as const;
const TOOK_MS = { gpu: 5, native: 20, wasm: 150 };

function backends(scripts: Scripts, choice: BackendChoice = 'auto'): Backends {
  opened = new Backends({
    name: 'face',
    choice,
    probeTimeoutMs: LOAD_TIMEOUT_MS,
    onChosen: (backend, refused) => void chosen.push({ backend, refused }),
    createPool: (backend) => {
      const pool = new WorkerPool({
        name: 'face',
        script: new URL('./backend-fixture.ts', import.meta.url),
        data: { backend, tookMs: TOOK_MS[backend], ...scripts[backend] },
        size: 1,
        queueMax: 8,
        loadTimeoutMs: LOAD_TIMEOUT_MS,
      });
      pools.push({ backend, pool });
      return pool;
    },
  });
  return opened;
}

const work = (of: Backends, timeoutMs = LOAD_TIMEOUT_MS) =>
  of.call({
    operation: 'work',
    timeoutMs,
    input: () => {
      const input = Uint8Array.of(1, 2, 3);
      return { input, transfer: [input.buffer] };
    },
  });

const ready = (): Backend[] => pools.filter(({ pool }) => pool.ready()).map(({ backend }) => backend);
const tried = (): Backend[] => pools.map(({ backend }) => backend);

test('what gives wrong answers is not used, and WebAssembly not started where something else is right', async () => {
  const of = backends({ gpu: { probeFailure: 'It gives wrong answers (faceres).' } });
  await of.warm();
  expect(of.backend()).toBe('native');
  expect(of.refused()).toEqual([{ backend: 'gpu', reason: 'It gives wrong answers (faceres).' }]);
  expect(chosen).toEqual([{ backend: 'native', refused: of.refused() }]);
  expect([of.ready(), of.problem()]).toEqual([true, null]);
  expect([tried(), ready()]).toEqual([['gpu', 'native'], ['native']]);
});

test('the fastest that gives the right answer is used, and the others are ended', async () => {
  const of = backends({ gpu: { tookMs: 30 } });
  await of.warm();
  expect(of.backend()).toBe('native');
  expect([tried(), ready()]).toEqual([['gpu', 'native'], ['native']]);
});

test('where nothing else works, it is WebAssembly', inWholeRunAlone('1 s'), async () => {
  const of = backends({ ...NO_GPU, native: { probeFailure: 'It gives wrong answers (faceres).' } });
  await of.warm();
  expect(of.backend()).toBe('wasm');
  expect([tried(), ready()]).toEqual([['gpu', 'native', 'wasm'], ['wasm']]);
});

test('a graphics processor that is right and fastest is used', async () => {
  const of = backends({});
  await of.warm();
  expect(of.backend()).toBe('gpu');
});

test.each([
  ['ends its process', 'exit', 'ended unexpectedly'],
  ['gives no numbers', 'invalid', 'no valid numbers'],
] as const)('a backend that %s at work is exchanged, and the call repeated', async (_, fault, told) => {
  const of = backends({ ...NO_GPU, native: { work: fault } });
  await of.warm();
  expect(of.backend()).toBe('native');
  const results = await Promise.all([work(of), work(of), work(of)]);
  expect(results).toEqual(Array(3).fill({ backend: 'wasm', sum: 6 }));
  expect(of.backend()).toBe('wasm');
  const [gpu, native] = of.refused();
  expect(gpu).toEqual({ backend: 'gpu', reason: 'no adapter' });
  expect(native?.reason).toMatch(new RegExp(`failed during use.*${told}`));
  expect(chosen.map(({ backend }) => backend)).toEqual(['native', 'wasm']);
});

test('a picture that cannot be processed is no fault of the backend', async () => {
  const of = backends({ ...NO_GPU, native: { work: 'bad_input' } });
  await expect(work(of)).rejects.toMatchObject({ failure: 'bad_input' });
  expect(of.backend()).toBe('native');
});

test(
  'a picture that takes too long is one only where a graphics processor may hang',
  inWholeRunAlone('1 s'),
  async () => {
    const slow = backends({ ...NO_GPU, native: { work: 'late' } });
    await expect(work(slow, 50)).rejects.toMatchObject({ failure: 'timeout' });
    expect(slow.backend()).toBe('native');
    await slow.close();
    const hung = backends({ gpu: { work: 'late' } });
    await hung.warm();
    expect(await work(hung, 1_000)).toEqual({ backend: 'native', sum: 6 });
  },
);

test('a backend that was asked for is used or nothing is', async () => {
  const of = backends(NO_GPU, 'gpu');
  await expect(of.warm()).rejects.toMatchObject({ failure: 'unavailable' });
  expect(of.problem()).toBe('CUSTOS_BACKEND asks for "gpu", which cannot work here (no adapter). Set it to "auto".');
  expect([of.backend(), of.ready()]).toEqual([null, false]);
  await of.close();
  const slow = backends({ wasm: { work: 'exit' } }, 'wasm');
  await expect(work(slow)).rejects.toMatchObject({ failure: 'crashed' });
  expect(slow.backend()).toBe('wasm');
});

test(
  'if nothing works, the reason of the last one is reported, and the next call tries again',
  inWholeRunAlone('1 s'),
  async () => {
    const broken: Scripts = {
      ...NO_GPU,
      native: { loadFailure: 'no library' },
      wasm: { loadFailure: 'The model is missing.' },
    };
    const of = backends(broken);
    await expect(of.warm()).rejects.toThrow('The model is missing.');
    expect(of.problem()).toBe('The model is missing.');
    delete broken.wasm;
    expect(await work(of)).toEqual({ backend: 'wasm', sum: 6 });
    expect(of.problem()).toBeNull();
  },
);

test('closed while it chooses or works, it starts nothing any more', async () => {
  const of = backends({ ...NO_GPU, native: { work: 'late' } });
  const warm = of.warm().catch((error: unknown) => error);
  await of.close();
  await warm;
  expect(pools.some(({ pool }) => pool.ready())).toBe(false);
  expect(tried()).toEqual(['gpu']);
  const busy = backends({ ...NO_GPU, native: { work: 'late' } });
  await busy.warm();
  const call = expect(work(busy)).rejects.toMatchObject({ failure: 'crashed' });
  await busy.close();
  await call;
  expect(busy.backend()).toBe('native');
});
