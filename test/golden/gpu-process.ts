import { createFaceEngine } from '../../models/face/engine.ts';
import { loadFaceNets } from '../../models/face/nets.ts';
import { createRecogniser } from '../../models/face/recognise.ts';
import type { FaceReading, RasterImage } from '../../models/ports.ts';
import { Backends } from '../../models/runtime/backends.ts';
import { startOnnxNets } from '../../models/runtime/onnx-nets.ts';
import { WorkerPool } from '../../models/runtime/pool.ts';

/** The task of this process, which is started with the driver that its graphics library must use. */
export interface GpuOrder {
  weightsDir: string;
  /** `recognise`: embed faces on the graphics processor alone. `survive`: replace a backend that is killed during work. */
  task: 'recognise' | 'survive';
  images: { width: number; height: number; pixels: string }[];
}

export interface GpuAnswer {
  readings: FaceReading[];
  /** Backends in the order in which they were chosen. */
  chosen: string[];
  refused: string[];
}

const TIMEOUT_MS = 500_000;

process.once('message', async (order: GpuOrder) => {
  const images = order.images.map(({ pixels, ...size }) => ({ ...size, pixels: Buffer.from(pixels, 'base64') }));
  const answer = await (order.task === 'recognise' ? recognise : survive)(order.weightsDir, images);
  process.send?.(answer, () => process.exit(0));
});

async function recognise(weightsDir: string, images: RasterImage[]): Promise<GpuAnswer> {
  const look = createRecogniser(await loadFaceNets(startOnnxNets(weightsDir, 'webgpu')));
  const readings = [];
  for (const image of images) readings.push(await look(image, { within: 'whole', turn: 0 }));
  return { readings, chosen: ['gpu'], refused: [] };
}

async function survive(weightsDir: string, images: RasterImage[]): Promise<GpuAnswer> {
  const chosen: string[] = [];
  const backends = new Backends({
    name: 'face',
    choice: 'auto',
    probeTimeoutMs: TIMEOUT_MS,
    onChosen: (backend) => void chosen.push(backend),
    createPool: (backend) =>
      new WorkerPool({
        name: 'face',
        script: new URL('./killed-backend-worker.ts', import.meta.url),
        data: { weightsDir, backend, killed: 'gpu' },
        size: 1,
        queueMax: 4,
        loadTimeoutMs: TIMEOUT_MS,
      }),
  });
  const engine = createFaceEngine(backends, TIMEOUT_MS);
  const readings = [];
  for (const image of images) readings.push(await engine.recognise(image, { within: 'whole' }));
  const refused = backends.refused().map(({ backend, reason }) => `${backend}: ${reason}`);
  await backends.close();
  return { readings, chosen, refused };
}
