import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadFaceNets } from '../../models/face/nets.ts';
import { createRecogniser } from '../../models/face/recognise.ts';
import { tf } from '../../models/runtime/tensorflow.ts';
import { startWasmNets } from '../../models/runtime/wasm-nets.ts';
import { cropFace, FACES } from '../support/faces.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('faces leave no tensor behind', async () => {
  const { fillWeights } = await import(join(ROOT, 'models/fill-weights.mjs'));
  await fillWeights(ROOT, { log: () => undefined });
  const recogniser = createRecogniser(await loadFaceNets(await startWasmNets(join(ROOT, 'models/weights'))));
  const { data, info } = await sharp(await cropFace(FACES.man, { size: 400 }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, pixels: data };
  const recognise = async (): Promise<number> => {
    const { faces } = await recogniser(image, { within: 'parts', turn: 0 });
    expect(faces.length).toBeGreaterThan(0);
    return tf.memory().numTensors;
  };
  const first = await recognise();
  for (let i = 0; i < 3; i++) expect(await recognise()).toBe(first);
});
