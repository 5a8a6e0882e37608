import { restrictLoaders } from '../image/restrict.ts';
import { createFrameMeter, type FrameInput } from '../liveness/frame.ts';
import type { FaceSearch, RasterImage } from '../ports.ts';
import type { Backend } from '../runtime/nets.ts';
import { serveOperations } from '../runtime/serve.ts';
import { startNets } from '../runtime/start-nets.ts';
import { type FaceNetsChoice, loadFaceNets } from './nets.ts';
import { probeNets } from './probe.ts';
import { createRecogniser } from './recognise.ts';

/** The start parameters of the face worker. */
export interface FaceWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
  backend: Backend;
  /** The nets for face recognition; by default the shipped ones. */
  faceNets?: FaceNetsChoice;
}

restrictLoaders();

serveOperations(async ({ weightsDir, backend, faceNets }: FaceWorkerData) => {
  const nets = await loadFaceNets(await startNets(backend, weightsDir), faceNets);
  const recognise = createRecogniser(nets);
  const measureFrame = createFrameMeter(nets);
  return {
    probe: async () => ({ output: await probeNets(nets) }),
    recognise: async ({ image, ...search }: { image: RasterImage } & FaceSearch) => ({
      output: await recognise(image, search),
    }),
    measureFrame: async (frame: FrameInput) => {
      const output = await measureFrame(frame);
      return { output, transfer: output.face === null ? [] : [output.face.points.buffer as ArrayBuffer] };
    },
  };
});
