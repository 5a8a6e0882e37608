import type { FaceSearch, RasterImage } from '../ports.ts';
import { passageOf } from '../runtime/gate.ts';
import type { NetLoader } from '../runtime/nets.ts';
import { serveOperations } from '../runtime/serve.ts';
import { startNets } from '../runtime/start-nets.ts';
import { loadFaceNets } from './nets.ts';
import type { FaceWorkerData } from './options.ts';
import { probeNets } from './probe.ts';
import { createRecogniser } from './recognise.ts';

serveOperations(async ({ weightsDir, backend, gate }: FaceWorkerData) => {
  const nets = await loadFaceNets(throughGate(await startNets(backend, weightsDir), gate));
  const recognise = createRecogniser(nets);
  return {
    probe: async () => ({ output: await probeNets(nets) }),
    recognise: async ({ image, ...search }: { image: RasterImage } & FaceSearch) => ({
      output: await recognise(image, search),
    }),
  };
});

/** `loader`, whose native code is gone into through the gate. */
function throughGate(loader: NetLoader, gate: SharedArrayBuffer | undefined): NetLoader {
  if (gate === undefined) return loader;
  const passage = passageOf(gate);
  return {
    load: async (spec) => {
      const net = await passage(() => loader.load(spec));
      return { run: (input) => passage(() => net.run(input)) };
    },
  };
}
