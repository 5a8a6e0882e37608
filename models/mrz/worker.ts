import type { RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { startTensorflow, tf } from '../runtime/tensorflow.ts';
import { createNet } from './net/forward.ts';
import { readNet } from './net/weights.ts';
import type { MrzWorkerData } from './options.ts';
import { readZone } from './zone.ts';

serveOperations(async ({ weightsDir }: MrzWorkerData) => {
  await startTensorflow(weightsDir);
  const { weights, version } = readNet();
  const net = createNet(tf, weights);
  const model = { name: 'custos-mrz', version };
  return {
    read: async (image: RasterImage) => {
      const zone = readZone(net, image);
      return { output: zone && { ...zone, model } };
    },
  };
});
