import type { Face, FaceReading, RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { findFaces } from './detect.ts';
import { loadEmbedder } from './embed.ts';
import { HUMAN_VERSION, loadHuman } from './human.ts';
import type { FaceWorkerData } from './options.ts';
import { startTensorflow } from './tensorflow.ts';

const MODEL = { name: '@vladmandic/human faceres, aligned', version: HUMAN_VERSION };

serveOperations(async ({ weightsDir }: FaceWorkerData) => {
  await startTensorflow(weightsDir);
  const detect = await loadHuman();
  const embed = await loadEmbedder();
  return {
    recognise: async (image: RasterImage) => {
      const faces: Face[] = [];
      for (const { landmarks, ...face } of await findFaces(image, detect)) {
        faces.push({ ...face, embedding: await embed(image, landmarks) });
      }
      const output: FaceReading = { faces, model: MODEL };
      return { output };
    },
  };
});
