import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createEngines, type EngineOptions } from '../../models/engines.ts';
import type { EngineState } from '../../models/ports.ts';
import { WEIGHTS } from '../../models/runtime/weights.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { codesOf, send, verify } from '../integration/drive.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, CARD_LINES, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEIGHTS_DIR = join(ROOT, 'models/weights');
const WORKER = new URL('./engines/faulty-worker.ts', import.meta.url);

/** Engines with model files of their own: the file that each needs to work, with this backend. */
const ENGINES = {
  text: { file: 'text/fra.traineddata.gz', backend: 'auto' },
  mrz: { file: 'face/tfjs-backend-wasm-simd.wasm', backend: 'wasm' },
  barcode: { file: 'barcode/zxing_reader.wasm', backend: 'auto' },
  face: { file: 'face/dlib.onnx', backend: 'native' },
} as const satisfies Partial<Record<EngineState['engine'], Pick<EngineOptions, 'backend'> & { file: string }>>;
type WithModels = keyof typeof ENGINES;

/** Ways to damage a model file. */
const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  missing: (path) => rmSync(path),
  'of another content': (path) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    replace(path, bytes);
  },
  'cut short': (path) => {
    const bytes = readFileSync(path);
    replace(path, bytes.subarray(0, bytes.length - 1));
  },
};

/** Removes the file first, because it may be a link to the real one. */
function replace(path: string, bytes: Buffer): void {
  rmSync(path);
  writeFileSync(path, bytes);
}

/** A weights folder like the real one. */
function linkWeights(folder: string): string {
  for (const { file } of WEIGHTS) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    symlinkSync(join(WEIGHTS_DIR, file), join(folder, file));
  }
  return folder;
}

/** The real engine under test. In place of the others, fake ones that find what a picture's content lists. */
function enginesWith(engine: WithModels, weightsDir: string, backend: NonNullable<EngineOptions['backend']>) {
  const { [engine]: _itself, ...scripts } = { text: WORKER, mrz: WORKER, barcode: WORKER, face: WORKER };
  return createEngines({
    weightsDir,
    // With this backend tesseract.js reads the text, whatever the scripts are.
    languages: engine === 'text' || backend === 'wasm' ? ['fra'] : [],
    workers: { text: 1, face: 1, image: 1, pdf: 1 },
    scripts: { ...scripts, image: WORKER, pdf: WORKER },
    backend,
    limits: LIMITS,
  });
}

const CELLS = (Object.keys(ENGINES) as WithModels[]).flatMap((engine) =>
  Object.keys(DAMAGES).map((damage) => [engine, damage] as const),
);

it.each(CELLS)(
  'the engine %s whose model file is %s verifies nobody, says what to do, and works when that is done',
  inWholeRunAlone('engines that are loaded twice'),
  async (engine, damage) => {
    using folder = tempFolder();
    const { file, backend } = ENGINES[engine];
    const weightsDir = linkWeights(folder.path);
    DAMAGES[damage]?.(join(weightsDir, file));
    await using server = await startTestServer({ engines: enginesWith(engine, weightsDir, backend) });
    const notReady = await send(server, '/readyz');
    expect(notReady).toMatchObject({ status: 503, body: { status: 'not_ready' } });
    expect(notReady.headers.get('retry-after')).toBe('1');
    const [missing, ...others] = notReady.body.missing;
    expect(others).toEqual([]);
    expect(missing).toMatch(new RegExp(`^The ${engine} engine failed\\. .*${file}.*npm start`));
    const record = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.errors)).toContain('engine_unavailable');
    expect(record.face_match.passed).toBeNull();
    expect(record.checks.watchlists.passed).toBeNull();
    const job = server.appliance.db.prepare('SELECT state, attempts, problem FROM jobs').get();
    expect(job).toEqual({ state: 'dead', attempts: 1, problem: 'engine_unavailable' });
    rmSync(join(weightsDir, file), { force: true });
    cpSync(join(WEIGHTS_DIR, file), join(weightsDir, file));
    await server.appliance.engines.warm();
    expect(await send(server, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready', missing: [] } });
  },
);

it(
  'the second text engine without its model file holds nothing up: what it would have read stays unread until the file is restored',
  inWholeRunAlone('5 s'),
  async () => {
    using folder = tempFolder();
    const file = 'ppocr/recognise.onnx';
    const weightsDir = linkWeights(folder.path);
    rmSync(join(weightsDir, file));
    const scripts = { image: WORKER, pdf: WORKER, text: WORKER, mrz: WORKER, barcode: WORKER, face: WORKER };
    const workers = { text: 1, face: 1, image: 1, pdf: 1 };
    const options: EngineOptions = { weightsDir, languages: [], workers, scripts, backend: 'native', limits: LIMITS };
    await using server = await startTestServer({ engines: createEngines(options) });
    const ready = async () => {
      const { status, body } = await send(server, '/readyz');
      expect([status, body.missing]).toEqual([200, []]);
      return (body.engines as EngineState[]).find(({ engine }) => engine === 'second_text');
    };
    const unnamed = { lines: CARD_LINES.filter((line) => !line.startsWith('Surname')), secondLines: CARD_LINES };
    const verifyUnnamed = () => verify(server, { files: cardAndSelfie({ card: unnamed }), applicant: ANNA });
    expect((await ready())?.state).toBe('unused');
    const record = await verifyUnnamed();
    expect([record.status, codesOf(record.errors)]).toEqual(['needs_review', ['name_not_compared']]);
    expect(record.checks.consistency.passed).not.toBe(true);
    expect(server.appliance.db.prepare('SELECT state, attempts, problem FROM jobs').get()).toEqual({
      state: 'done',
      attempts: 1,
      problem: null,
    });
    const told = await ready();
    expect(told).toMatchObject({ state: 'failed', problem: expect.stringMatching(`${file}.*npm start`) });
    cpSync(join(WEIGHTS_DIR, file), join(weightsDir, file));
    await verifyUnnamed();
    expect((await ready())?.state).toBe('ready');
  },
);

it('if the fastest backend is missing, the next one is used, and the reason is reported', {
  ...inWholeRunAlone('engines that are loaded'),
}, async () => {
  using folder = tempFolder();
  const weightsDir = linkWeights(folder.path);
  rmSync(join(weightsDir, ENGINES.face.file));
  await using server = await startTestServer({ engines: enginesWith('face', weightsDir, 'auto') });
  const { status, body } = await send(server, '/readyz');
  expect(status).toBe(200);
  const face = (body.engines as EngineState[]).find((state) => state.engine === 'face');
  expect(face).toMatchObject({ state: 'ready', backend: 'wasm' });
  expect(face?.refused?.find(({ backend }) => backend === 'native')?.reason).toContain(ENGINES.face.file);
  expect((await send(server, '/metrics')).text).toContain('custos_engine_backend{engine="face",backend="wasm"} 1');
});

it(
  'what no thread survives ends the process; the next start goes on (test/fault/kills)',
  skipUnless(process.platform === 'linux', 'other systems tell such an end otherwise'),
  async () => {
    const script = fileURLToPath(new URL('./engines/deadly.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const [code, signal] = await once(child, 'close');
    expect([code, signal, said]).toEqual([null, 'SIGSEGV', '']);
  },
);
