import { loadFaceNets } from '../../models/face/nets.ts';
import { probeNets } from '../../models/face/probe.ts';
import { createRecogniser } from '../../models/face/recognise.ts';
import type { FaceWorkerData } from '../../models/face/worker.ts';
import type { FaceSearch, RasterImage } from '../../models/ports.ts';
import type { Backend } from '../../models/runtime/nets.ts';
import { startOnnxNets } from '../../models/runtime/onnx-nets.ts';
import { serveOperations } from '../../models/runtime/serve.ts';
import { startNets } from '../../models/runtime/start-nets.ts';

/** The face worker, in which one backend is killed in the middle of a face: the face is found, but not yet embedded. */
serveOperations(async ({ weightsDir, backend, killed }: FaceWorkerData & { killed: Backend }) => {
  const nets = await loadFaceNets(
    backend === 'gpu' ? startOnnxNets(weightsDir, 'webgpu') : await startNets(backend, weightsDir),
  );
  const deadly = { run: () => process.exit(9) };
  const recognise = createRecogniser(backend === killed ? { ...nets, dlib: deadly } : nets);
  return {
    // An imitated graphics processor would lose because it is slow, which is not what this test checks.
    probe: async () => ({ output: backend === 'gpu' ? { tookMs: 0 } : await probeNets(nets) }),
    recognise: async ({ image, ...search }: { image: RasterImage } & FaceSearch) => ({
      output: await recognise(image, search),
    }),
  };
});
