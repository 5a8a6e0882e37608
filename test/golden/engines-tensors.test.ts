import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findFaces } from '../../models/face/detect.ts';
import { loadEmbedder } from '../../models/face/embed.ts';
import { loadHuman } from '../../models/face/human.ts';
import { startTensorflow, tf } from '../../models/runtime/tensorflow.ts';
import { cropFace, FACES } from '../support/faces.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('faces leave no tensor behind', async () => {
  const { fillWeights } = await import(join(ROOT, 'models/fill-weights.mjs'));
  await fillWeights(ROOT, { log: () => undefined });
  await startTensorflow(join(ROOT, 'models/weights'));
  const detect = await loadHuman();
  const embed = await loadEmbedder();
  const { data, info } = await sharp(await cropFace(FACES.man, { size: 400 }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, pixels: data };
  const recognise = async (): Promise<number> => {
    const faces = await findFaces(image, detect);
    for (const face of faces) await embed(image, face.landmarks);
    expect(faces.length).toBeGreaterThan(0);
    return tf.memory().numTensors;
  };
  const first = await recognise();
  for (let i = 0; i < 3; i++) expect(await recognise()).toBe(first);
});
