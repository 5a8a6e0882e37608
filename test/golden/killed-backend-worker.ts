import { loadFaceNets } from '../../models/face/nets.ts';
import type { FaceWorkerData } from '../../models/face/options.ts';
import { probeNets } from '../../models/face/probe.ts';
import { createRecogniser } from '../../models/face/recognise.ts';
import type { FaceSearch, RasterImage } from '../../models/ports.ts';
import { serveOperations } from '../../models/runtime/serve.ts';
import { startNets } from '../../models/runtime/start-nets.ts';

/** The face worker whose native backend is killed in the middle of a face: it is found, and not yet embedded. */
serveOperations(async ({ weightsDir, backend }: FaceWorkerData) => {
  const nets = await loadFaceNets(await startNets(backend, weightsDir));
  const killed = { run: () => process.exit(9) };
  const recognise = createRecogniser(backend === 'native' ? { ...nets, embedder: killed } : nets);
  return {
    probe: async () => ({ output: await probeNets(nets) }),
    recognise: async ({ image, ...search }: { image: RasterImage } & FaceSearch) => ({
      output: await recognise(image, search),
    }),
  };
});
