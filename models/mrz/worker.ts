import type { RasterImage } from '../ports.ts';
import type { Backend } from '../runtime/nets.ts';
import { serveOperations } from '../runtime/serve.ts';
import type { Net } from './net/net.ts';
import { probeNet } from './net/probe.ts';
import type { LayerWeights } from './net/shape.ts';
import { readNet } from './net/weights.ts';
import { readMrz } from './recognise.ts';

/** The start parameters of the MRZ worker. */
interface MrzWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
  backend: Exclude<Backend, 'gpu'>;
}

serveOperations(async (data: MrzWorkerData) => {
  const { weights, version, probe } = readNet();
  const net = await startNet(data, weights);
  const model = { name: 'custos-mrz', version };
  return {
    probe: async () => ({ output: await probeNet(net, probe) }),
    read: async (image: RasterImage) => {
      const mrz = await readMrz(net, image);
      return { output: mrz && { ...mrz, model } };
    },
  };
});

/** Does not load the modules of the other backend. */
async function startNet({ weightsDir, backend }: MrzWorkerData, weights: readonly LayerWeights[]): Promise<Net> {
  if (backend === 'native') {
    const { createNativeNet } = await import('./net/native-net.ts');
    return createNativeNet(weights);
  }
  const { startTensorflow, tf } = await import('../runtime/tensorflow.ts');
  const { createWasmNet } = await import('./net/wasm-net.ts');
  await startTensorflow(weightsDir);
  return createWasmNet(tf, weights);
}
