import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import { cosineOf } from '../../models/face/compare.ts';
import { createFaceEngine, FACE_WORKER } from '../../models/face/engine.ts';
import { FACE_NETS, type FaceNetName, type FaceNets, loadFaceNets } from '../../models/face/nets.ts';
import { type ProbeAnswers, sampleNets } from '../../models/face/probe.ts';
import { createRecogniser, type RecogniseFaces } from '../../models/face/recognise.ts';
import type { RasterImage } from '../../models/ports.ts';
import { Backends } from '../../models/runtime/backends.ts';
import type { Backend, NetLoader } from '../../models/runtime/nets.ts';
import { startOnnxNets } from '../../models/runtime/onnx-nets.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';
import { mayHaveGraphics, startNets } from '../../models/runtime/start-nets.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { cropFace, FACES, type FacePlace } from '../support/faces.ts';
import { seededRandom } from '../support/random.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEIGHTS = `${ROOT}/models/weights`;
/** For every number that a net returns: absolute, and relative for numbers over 1. */
const TOLERANCE = 1e-4;
/** Share of the largest number of a result. The detector returns pixels up to 750 where no face is, and its sums are exact only in proportion. */
const TOLERANCE_OF_LARGEST = 1e-6;
const COSINE_MIN = 0.9999;
const SEEDS = [1, 2, 3];
/** Of a net's input: the lowest value and the range above it. */
const RANGES: Partial<Record<FaceNetName, [low: number, range: number]>> = {
  detector: [-1, 2],
  dlib: [-0.5, 1],
  mobilefacenet: [-1, 2],
  faceres: [-124, 255],
};
const LOAD_TIMEOUT_MS = 120_000;

let wasm: Required<FaceNets>;
let native: Required<FaceNets>;
beforeAll(async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
  wasm = await loadEvery(await startNets('wasm', WEIGHTS));
  native = await loadEvery(await startNets('native', WEIGHTS));
});

/** The nets of every choice; the shipped ones recognise faces. */
async function loadEvery(loader: NetLoader): Promise<Required<FaceNets>> {
  const others = await loadFaceNets(loader, 'dlib+faceres');
  return { ...others, ...(await loadFaceNets(loader)) } as Required<FaceNets>;
}

async function picture(place: FacePlace, size?: number): Promise<RasterImage> {
  const { data, info } = await sharp(await cropFace(place, { ...(size && { size }) }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** The largest difference between the results of two backends, as a share of the tolerance. */
async function largestDifference(
  name: FaceNetName,
  inputs: Float32Array[],
  other: Required<FaceNets>,
): Promise<number> {
  let largest = 0;
  for (const input of inputs) {
    const [expected, given] = [await wasm[name].run(input), await other[name].run(input)];
    for (const [i, values] of expected.entries()) {
      const least = TOLERANCE_OF_LARGEST * values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (const [n, value] of values.entries()) {
        const difference = Math.abs(value - (given[i]?.[n] ?? Number.NaN));
        largest = Math.max(largest, difference / Math.max(least, TOLERANCE * Math.max(1, Math.abs(value))));
      }
    }
  }
  return largest;
}

/** Every input that a net receives while it looks at the faces. */
async function inputsOf(name: FaceNetName, images: RasterImage[]): Promise<Float32Array[]> {
  const inputs: Float32Array[] = [];
  const seen = {
    run: (input: Float32Array) => {
      inputs.push(input.slice());
      return wasm[name].run(input);
    },
  };
  const choice = name === 'faceres' ? name : wasm.choice;
  const recognise = createRecogniser({ ...wasm, choice, [name]: seen });
  for (const image of images) await recognise(image, { within: 'whole', turn: 0 });
  return inputs;
}

test.each(Object.keys(FACE_NETS) as FaceNetName[])(
  'every result of the %s is equal, on noise and on faces',
  async (name) => {
    const { size } = FACE_NETS[name];
    const noise = SEEDS.map((seed) => {
      const next = seededRandom(seed);
      const [low, range] = RANGES[name] ?? [0, 1];
      return Float32Array.from({ length: size * size * 3 }, () => low + range * next());
    });
    const faces = await inputsOf(name, [await picture(FACES.man), await picture(FACES.woman, 300)]);
    expect(faces.length).toBeGreaterThan(1);
    expect(await largestDifference(name, [...noise, ...faces], native)).toBeLessThan(1);
  },
);

test('whole pictures give the same faces by both, upright, turned and small', async () => {
  const [a, b]: RecogniseFaces[] = [createRecogniser(wasm), createRecogniser(native)];
  const images = await Promise.all([
    ...Object.values(FACES).map((place) => picture(place)),
    picture(FACES.woman, 120),
    turned(FACES.man, 25),
    turned(FACES.stranger, -12),
  ]);
  for (const image of images) {
    const search = { within: 'parts', turn: 0 } as const;
    const [expected, given] = [await a?.(image, search), await b?.(image, search)];
    expect(given?.model).toEqual(expected?.model);
    expect(expected?.faces.length).toBeGreaterThan(0);
    for (const [i, face] of (expected?.faces ?? []).entries()) {
      const { embedding, ...others } = given?.faces[i] ?? { embedding: [] };
      expect(cosineOf(face.embedding, embedding)).toBeGreaterThan(COSINE_MIN);
      const { embedding: _, ...wanted } = face;
      expect(others).toEqual(wanted);
    }
  }
});

async function turned(place: FacePlace, degrees: number): Promise<RasterImage> {
  const { data, info } = await sharp(await cropFace(place, { size: 500 }))
    .rotate(degrees, { background: '#606060' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

test('what the test at start expects is what WebAssembly gives', async () => {
  const expected = JSON.parse(readFileSync(`${ROOT}/models/face/probe.json`, 'utf8')) as ProbeAnswers;
  const given = { ...(await sampleNets({ ...wasm, choice: 'faceres' })), ...(await sampleNets(wasm)) };
  for (const name of Object.keys(FACE_NETS) as FaceNetName[]) {
    expect(expected[name]?.length).toBeGreaterThan(0);
    for (const [i, values] of (expected[name] ?? []).entries()) {
      for (const [n, value] of values.entries())
        expect(Math.abs((given[name]?.[i]?.[n] ?? 0) - value)).toBeLessThan(TOLERANCE * Math.max(1, Math.abs(value)));
    }
  }
});

test('a backend that is killed in the middle of a face costs one more try, and the answer is right', async () => {
  const chosen: Backend[] = [];
  const backends = new Backends({
    name: 'face',
    choice: 'auto',
    probeTimeoutMs: LOAD_TIMEOUT_MS,
    onChosen: (backend) => void chosen.push(backend),
    createPool: (backend) =>
      new WorkerPool({
        name: 'face',
        script: new URL('./killed-backend-worker.ts', import.meta.url),
        data: { weightsDir: WEIGHTS, backend, killed: 'native' },
        size: 1,
        queueMax: 4,
        loadTimeoutMs: LOAD_TIMEOUT_MS,
      }),
  });
  try {
    const image = await picture(FACES.man);
    const { faces } = await createFaceEngine(backends, LOAD_TIMEOUT_MS).recognise(image);
    const [expected] = (await createRecogniser(wasm)(image, { within: 'parts', turn: 0 })).faces;
    expect(faces[0]?.embedding).toEqual(expected?.embedding);
    expect(chosen).toEqual(['native', 'wasm']);
    expect(backends.refused().find(({ backend }) => backend === 'native')?.reason).toContain('failed during use');
  } finally {
    await backends.close();
  }
});

test('a worker that is ended inside of a net, again and again, takes nothing with it', async () => {
  const image = await picture(FACES.man, 300);
  for (let round = 0; round < 8; round++) {
    const pool = new WorkerPool({
      name: 'face',
      script: FACE_WORKER,
      data: { weightsDir: WEIGHTS, backend: 'native' },
      size: 1,
      queueMax: 4,
      loadTimeoutMs: LOAD_TIMEOUT_MS,
    });
    await pool.warm();
    const call = pool.call('recognise', { image, within: 'parts', turn: 0 }, { timeoutMs: LOAD_TIMEOUT_MS });
    const ended = expect(call).rejects.toMatchObject({ failure: 'crashed' });
    for (let turn = 0; turn < round * 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    await pool.close();
    await ended;
  }
});

test('a graphics processor gives the same, or the provider says why it cannot', async () => {
  const nets = await loadEvery(startOnnxNets(WEIGHTS, 'webgpu')).catch((error: unknown) => error as Error);
  if (nets instanceof Error) {
    expect(nets).toMatchObject({ name: 'EngineError', failure: 'unavailable' });
    expect(nets.message).toMatch(/adapter|WebGPU/i);
    return;
  }
  for (const name of Object.keys(FACE_NETS) as FaceNetName[])
    expect(await largestDifference(name, await inputsOf(name, [await picture(FACES.man)]), nets)).toBeLessThan(10);
});

test.runIf(!mayHaveGraphics())(
  'a backend that is asked for and cannot work says so, and nothing else is used',
  async () => {
    const workers = { text: 1, face: 1, image: 1, pdf: 1 };
    const engines = createEngines({ weightsDir: WEIGHTS, languages: ['fra'], workers, backend: 'gpu', limits: LIMITS });
    try {
      await expect(engines.face.recognise(await picture(FACES.man, 200))).rejects.toMatchObject({
        failure: 'unavailable',
      });
      expect(engines.states().find(({ engine }) => engine === 'face')).toEqual({
        engine: 'face',
        state: 'failed',
        problem:
          'CUSTOS_BACKEND asks for "gpu", which cannot work here (This computer has no usable graphics processor.). Set it to "auto".',
      });
    } finally {
      await engines.close();
    }
  },
);
