import type { FaceSearch, RasterImage } from '../ports.ts';
import type { Backend } from '../runtime/nets.ts';
import { serveOperations } from '../runtime/serve.ts';
import { startNets } from '../runtime/start-nets.ts';
import { type FaceNetsChoice, loadFaceNets } from './nets.ts';
import { probeNets } from './probe.ts';
import { createRecogniser } from './recognise.ts';

/** What the worker of the face engine is told when it starts. */
export interface FaceWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
  backend: Backend;
  /** What faces are recognised by; the shipped nets unless told otherwise. */
  faceNets?: FaceNetsChoice;
}

serveOperations(async ({ weightsDir, backend, faceNets }: FaceWorkerData) => {
  const nets = await loadFaceNets(await startNets(backend, weightsDir), faceNets);
  const recognise = createRecogniser(nets);
  return {
    probe: async () => ({ output: await probeNets(nets) }),
    recognise: async ({ image, ...search }: { image: RasterImage } & FaceSearch) => ({
      output: await recognise(image, search),
    }),
  };
});
