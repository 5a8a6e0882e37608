import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { cosineOf } from '../../models/face/compare.ts';
import { loadFaceNets } from '../../models/face/nets.ts';
import { createRecogniser, type RecogniseFaces } from '../../models/face/recognise.ts';
import type { RasterImage } from '../../models/ports.ts';
import { mayHaveGraphics, startNets } from '../../models/runtime/start-nets.ts';
import { WEIGHTS_DIR } from '../../models/runtime/weights.ts';
import { cropFace, FACES } from '../support/faces.ts';
import { skipUnless } from '../support/skip.ts';
import type { GpuAnswer, GpuOrder } from './gpu-process.ts';

/** Chromium brings a driver that imitates a graphics processor (SwiftShader), and the library that loads it. */
const SOFTWARE_DRIVER = '/usr/lib/chromium/vk_swiftshader_icd.json';
const COSINE_MIN = 0.9999;

const hasSoftware = process.platform === 'linux' && existsSync(SOFTWARE_DRIVER);
const gpu = skipUnless(
  hasSoftware || (process.platform === 'linux' && mayHaveGraphics()),
  `no graphics processor, and none is imitated: ${SOFTWARE_DRIVER} is not there (install Chromium)`,
);

async function picture(place: (typeof FACES)[keyof typeof FACES], size: number): Promise<RasterImage> {
  const { data, info } = await sharp(await cropFace(place, { size }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Uses its own process, since a graphics library reads its driver from the environment that the process was started with. */
async function askGpu(task: GpuOrder['task'], images: RasterImage[]): Promise<GpuAnswer> {
  const driver = hasSoftware ? { VK_ICD_FILENAMES: SOFTWARE_DRIVER, LD_LIBRARY_PATH: dirname(SOFTWARE_DRIVER) } : {};
  const child = fork(fileURLToPath(new URL('./gpu-process.ts', import.meta.url)), [], {
    env: { ...process.env, ...driver },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const order: GpuOrder = {
    task,
    weightsDir: WEIGHTS_DIR,
    images: images.map(({ pixels, ...size }) => ({ ...size, pixels: Buffer.from(pixels).toString('base64') })),
  };
  try {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the process with the graphics processor ended with ${code} and no answer`);
    });
    child.send(order);
    const [answer] = await Promise.race([once(child, 'message'), ended]);
    return answer as GpuAnswer;
  } finally {
    child.kill('SIGKILL');
  }
}

let wasm: RecogniseFaces;
beforeAll(async () => {
  wasm = createRecogniser(await loadFaceNets(await startNets('wasm', WEIGHTS_DIR)));
});
const SELFIE = { within: 'whole', turn: 0 } as const;

test('a graphics processor gives the faces that WebAssembly gives', gpu, async () => {
  const image = await picture(FACES.man, 400);
  const [expected] = (await wasm(image, SELFIE)).faces;
  const { readings } = await askGpu('recognise', [image]);
  const [face, ...others] = readings[0]?.faces ?? [];
  expect(others).toEqual([]);
  expect(cosineOf(face?.embedding ?? [], expected?.embedding ?? [])).toBeGreaterThan(COSINE_MIN);
  expect({ ...face, embedding: [] }).toEqual({ ...expected, embedding: [] });
});

test('one that is killed in the middle of a face costs one more try, and the answer is right', {
  ...gpu,
}, async () => {
  const image = await picture(FACES.woman, 400);
  const [expected] = (await wasm(image, SELFIE)).faces;
  const { readings, chosen, refused } = await askGpu('survive', [image, image]);
  expect(chosen).toEqual(['gpu', 'native']);
  expect(refused).toEqual([expect.stringMatching(/^gpu: It failed during use/)]);
  for (const { faces } of readings) {
    expect(faces).toHaveLength(1);
    expect(cosineOf(faces[0]?.embedding ?? [], expected?.embedding ?? [])).toBeGreaterThan(COSINE_MIN);
  }
});
