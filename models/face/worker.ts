import type { FaceSearch, RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { startNets } from '../runtime/start-nets.ts';
import { loadFaceNets } from './nets.ts';
import type { FaceWorkerData } from './options.ts';
import { probeNets } from './probe.ts';
import { createRecogniser } from './recognise.ts';

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
