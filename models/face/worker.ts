import { turnImage } from '../image/turn.ts';
import type { Face, FaceReading, FaceSearch, RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { startTensorflow } from '../runtime/tensorflow.ts';
import { findFaces } from './detect.ts';
import { loadEmbedder } from './embed.ts';
import { HUMAN_VERSION, loadHuman } from './human.ts';
import type { FaceWorkerData } from './options.ts';

/** Counts up whenever the same face would give another embedding, since old ones must not be compared with new ones. */
const PREPARATION = 2;
const MODEL = { name: '@vladmandic/human faceres, aligned', version: `${HUMAN_VERSION}+custos.${PREPARATION}` };

serveOperations(async ({ weightsDir }: FaceWorkerData) => {
  await startTensorflow(weightsDir);
  const detect = await loadHuman();
  const embed = await loadEmbedder();
  return {
    recognise: async ({ image: asItLies, within, turn }: { image: RasterImage } & FaceSearch) => {
      const image = await turnImage(asItLies, turn);
      const faces: Face[] = [];
      for (const { landmarks, ...face } of await findFaces(image, detect, within)) {
        faces.push({ ...face, embedding: await embed(image, landmarks) });
      }
      const output: FaceReading = { faces, model: MODEL };
      return { output };
    },
  };
});
