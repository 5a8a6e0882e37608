import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { createEngines } from '../../models/engines.ts';
import { createNativeNet } from '../../models/mrz/net/native-net.ts';
import { CLASSES, WINDOW_PIXELS } from '../../models/mrz/net/shape.ts';
import { createWasmNet } from '../../models/mrz/net/wasm-net.ts';
import { readNet } from '../../models/mrz/net/weights.ts';
import type { MrzRecognition } from '../../models/ports.ts';
import type { BackendChoice } from '../../models/runtime/backends.ts';
import { startTensorflow, tf } from '../../models/runtime/tensorflow.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { seededRandom } from '../support/random.ts';
import { td3Lines } from '../support/specimens/mrz.ts';
import { drawPassport } from '../support/specimens/passport.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { photograph } from '../support/specimens/photograph.ts';
import { PATIENT_LIMITS } from './engine-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEIGHTS = `${ROOT}/models/weights`;
/** For a logarithm of a probability. */
const TOLERANCE = 1e-4;

beforeAll(async () => {
  const { fillWeights } = await import(`${ROOT}/models/fill-weights.mjs`);
  await fillWeights(ROOT, { log: () => undefined });
});

test('WebAssembly and onnxruntime say the same of every window', async () => {
  await startTensorflow(WEIGHTS);
  const { weights } = readNet();
  const next = seededRandom(5);
  const windows = Float32Array.from({ length: 300 * WINDOW_PIXELS }, () => 3 * next() - 1.5);
  const expected = await createWasmNet(tf, weights).classify(windows);
  const given = await (await createNativeNet(weights)).classify(windows);
  expect(given).toHaveLength(300 * CLASSES);
  expect(expected.reduce((most, log, i) => Math.max(most, Math.abs(log - (given[i] ?? 0))), 0)).toBeLessThan(TOLERANCE);
});

test.each(['native', 'wasm', 'gpu'] as const)('asked for %s, the same zone is read', async (backend) => {
  const file = await photograph(await drawPassport(PEOPLE.accented, await cropFace(FACES.man)), 1);
  const { zone, used } = await readBy(backend, file);
  expect(used).toBe(backend === 'wasm' ? 'wasm' : 'native');
  expect(zone?.lines).toEqual(td3Lines(PEOPLE.accented));
});

async function readBy(backend: BackendChoice, file: Buffer): Promise<{ zone: MrzRecognition | null; used: unknown }> {
  const workers = { text: 1, face: 1, image: 1, pdf: 1 };
  const engines = createEngines({ weightsDir: WEIGHTS, languages: ['eng'], workers, backend, limits: PATIENT_LIMITS });
  try {
    const { image } = await engines.image.decode(file);
    const zone = await engines.mrz.read(image);
    return { zone, used: engines.states().find(({ engine }) => engine === 'mrz')?.backend };
  } finally {
    await engines.close();
  }
}
