import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTextEngine, type TextEngineOptions } from '../../../models/ocr/engine.ts';
import { createLanes } from '../../../models/ocr/lanes.ts';
import { startThread, type TextThread } from '../../../models/ocr/thread.ts';
import { EngineError } from '../../../models/ports.ts';
import { inWholeRunAlone, isWholeRun, sampleOf } from '../../support/long.ts';

const FRENCH = fileURLToPath(new URL('../../../node_modules/@tesseract.js-data/fra/4.0.0_best_int', import.meta.url));
const HANGING = fileURLToPath(new URL('../../support/text/hanging-worker.cjs', import.meta.url));
const blank = { width: 64, height: 64, pixels: new Uint8Array(64 * 64 * 3).fill(255) };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'text-'));
});
afterEach(() => rm(folder, { recursive: true }));

const engineOf = (changes: Partial<TextEngineOptions>) =>
  createTextEngine({
    languageDir: FRENCH,
    languages: ['fra'],
    workers: 1,
    timeoutMs: 60_000,
    loadTimeoutMs: 60_000,
    ...changes,
  });

test('missing language data is told at once, and the sentence names the language', inWholeRunAlone('1 s'), async () => {
  const engine = engineOf({ languageDir: folder });
  await expect(engine.warm()).rejects.toMatchObject({ name: 'EngineError', failure: 'unavailable' });
  expect(engine.problem()).toContain('"fra"');
  expect(engine.ready()).toBe(false);
  await expect(engine.read(blank)).rejects.toMatchObject({ failure: 'unavailable' });
  await engine.close();
});

test.each(sampleOf('damaged files', ['fra.traineddata', 'fra.traineddata.gz'], 1))(
  'corrupt language data (%s) does not hang',
  inWholeRunAlone('1 s'),
  async (name) => {
    await writeFile(join(folder, name), Buffer.alloc(1000, 0x1f));
    const engine = engineOf({ languageDir: folder });
    await expect(engine.warm()).rejects.toMatchObject({ failure: 'unavailable' });
    expect(engine.problem()).not.toBeNull();
    await engine.close();
  },
);

test('a thread that hangs is ended in time, and so is a picture it was given', async () => {
  const thread = await startThread({
    languages: [],
    loadTimeoutMs: 5_000,
    initial: {},
    parameters: {},
    script: HANGING,
  });
  await expect(thread.recognise(new Uint8Array(1), {}, 50)).rejects.toMatchObject({ failure: 'timeout' });
  await expect(thread.recognise(new Uint8Array(1), {}, 50)).rejects.toMatchObject({ failure: 'timeout' });
});

test('a hanging picture times out; the next call has a new thread and works', async () => {
  let started = 0;
  const start = async (): Promise<TextThread> =>
    startThread({
      languages: [{ code: 'fra', data: new Uint8Array() }],
      loadTimeoutMs: 60_000,
      initial: {},
      parameters: {},
      script: HANGING,
    }).then((thread) => (++started === 1 ? thread : { recognise: async () => 'page', end: thread.end }));
  const lanes = createLanes({ start, count: 1, timeoutMs: 50, callsPerThreadMax: 10, waitingMax: 4 });
  await expect(lanes.run(new Uint8Array(1), {})).rejects.toMatchObject({ failure: 'timeout' });
  await expect(lanes.run(new Uint8Array(1), {})).resolves.toBe('page');
  expect(lanes.ready()).toBe(true);
  await lanes.close();
  expect(lanes.ready()).toBe(false);
});

test('a crash replaces the thread, so many calls do too, and a full queue refuses', async () => {
  let started = 0;
  let ended = 0;
  let release = (): void => undefined;
  const start = async (): Promise<TextThread> => {
    const number = ++started;
    return {
      recognise: async (file) => {
        if (file[0] === 1) throw new EngineError('crashed', 'gone');
        if (file[0] === 2) await new Promise<void>((resolve) => (release = resolve));
        return `thread ${number}`;
      },
      end: async () => {
        ended += 1;
      },
    };
  };
  const lanes = createLanes({ start, count: 1, timeoutMs: 1_000, callsPerThreadMax: 2, waitingMax: 1 });
  const run = (kind: number): Promise<string> => lanes.run(Uint8Array.of(kind), {});
  await expect(run(1)).rejects.toMatchObject({ failure: 'crashed' });
  expect(await run(0)).toBe('thread 2');
  expect(await run(0)).toBe('thread 2');
  expect(await run(0)).toBe('thread 3');
  await new Promise((resolve) => setImmediate(resolve));
  const slow = run(2);
  const waiting = run(0);
  await expect(run(0)).rejects.toMatchObject({ failure: 'timeout' });
  release();
  expect(await slow).toBe('thread 3');
  expect(await waiting).toBe('thread 4');
  await lanes.close();
  expect(ended).toBe(started);
  await expect(run(0)).rejects.toMatchObject({ failure: 'crashed' });
});

test('closing ends a call in flight, and may be done twice', inWholeRunAlone('1 s'), async () => {
  const engine = engineOf({ backend: 'wasm', script: HANGING });
  await engine.warm();
  expect(engine.ready()).toBe(true);
  const call = expect(engine.read(blank)).rejects.toMatchObject({ failure: 'crashed' });
  await new Promise((resolve) => setImmediate(resolve));
  await engine.close();
  await call;
  await engine.close();
});

const READERS: ['native' | 'wasm', string][] = [
  ['native', 'tesseract nets, onnxruntime'],
  ['wasm', 'tesseract.js'],
];
// The other one takes two seconds to load.
test.each(isWholeRun() ? READERS : READERS.slice(0, 1))(
  'a blank page holds no words (%s), and what read it is named',
  async (backend, name) => {
    const engine = engineOf({ backend });
    const page = await engine.read(blank);
    expect(page).toMatchObject({ lines: [], confidence: 0, engine: { name, languages: ['fra'] } });
    expect(engine.backend()).toBe(backend);
    await engine.close();
  },
);

test(
  'where the nets cannot be taken from a language file, tesseract.js reads, and it is told why',
  inWholeRunAlone('1 s'),
  async () => {
    const page = { lines: [], turn: 0, by: 'wasm' };
    const engine = engineOf({
      languageDir: folder,
      candidates: ['native', 'wasm'],
      createRoad: () => ({
        call: async (operation) => (operation === 'probe' ? { tookMs: 0 } : page) as never,
        warm: async () => undefined,
        close: async () => undefined,
        problem: () => null,
        ready: () => true,
      }),
    });
    await writeFile(join(folder, 'fra.traineddata'), Buffer.alloc(1000, 0x1f));
    expect(await engine.read(blank)).toMatchObject({ lines: [], engine: { name: 'tesseract.js' } });
    expect(engine.backend()).toBe('wasm');
    expect(engine.refused()).toMatchObject([{ backend: 'native', reason: expect.stringContaining('"fra"') }]);
    expect(engine.problem()).toBeNull();
    await engine.close();
  },
);

test(
  'the nets that were asked for by name are used or nothing is, and it is told why',
  inWholeRunAlone('1 s'),
  async () => {
    const engine = engineOf({ languageDir: folder, backend: 'native' });
    await writeFile(join(folder, 'fra.traineddata'), Buffer.alloc(1000, 0x1f));
    await expect(engine.read(blank)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(engine.problem()).toMatch(/CUSTOS_BACKEND asks for "native".*"fra"/);
    await engine.close();
  },
);

test('pixels that are not what they say are refused, and the recogniser goes on', inWholeRunAlone('1 s'), async () => {
  const engine = engineOf({ backend: 'native' });
  await expect(engine.read({ ...blank, width: 65 })).rejects.toMatchObject({ failure: 'bad_input' });
  expect((await engine.read(blank)).lines).toEqual([]);
  await engine.close();
});
