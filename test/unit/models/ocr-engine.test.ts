import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTextEngine, type TextEngineOptions } from '../../../models/ocr/engine.ts';
import { inWholeRunAlone, isWholeRun, sampleOf } from '../../support/long.ts';

const FRENCH = fileURLToPath(new URL('../../../node_modules/@tesseract.js-data/fra/4.0.0_best_int', import.meta.url));
const BROKEN = new URL('data:text/javascript,throw new Error("no nets here")');
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

test(
  'missing language data is reported immediately, and the sentence names the language',
  inWholeRunAlone('1 s'),
  async () => {
    const engine = engineOf({ languageDir: folder });
    await expect(engine.warm()).rejects.toMatchObject({ name: 'EngineError', failure: 'unavailable' });
    expect(engine.problem()).toContain('"fra"');
    expect(engine.ready()).toBe(false);
    await expect(engine.read(blank)).rejects.toMatchObject({ failure: 'unavailable' });
    await engine.close();
  },
);

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

test('closing ends a call in flight, and may be done twice', inWholeRunAlone('1 s'), async () => {
  const engine = engineOf({ backend: 'wasm' });
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
// The second reader takes two seconds to load.
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
  'if the nets are not available, tesseract.js reads, and the reason is reported',
  inWholeRunAlone('2 s'),
  async () => {
    const engine = engineOf({ nativeScript: BROKEN });
    expect(await engine.read(blank)).toMatchObject({ lines: [], engine: { name: 'tesseract.js' } });
    expect(engine.backend()).toBe('wasm');
    expect(engine.refused()).toMatchObject([{ backend: 'native', reason: expect.stringContaining('no nets here') }]);
    expect(engine.problem()).toBeNull();
    await engine.close();
  },
);

test(
  'nets that were requested by name are used, or nothing is and the reason is reported',
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
