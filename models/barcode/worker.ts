import { ZXING_WASM_VERSION } from 'zxing-wasm/reader';
import type { BarcodeReading, RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { readPicture } from './read.ts';
import { startReader } from './reader.ts';

/** The start parameters of the barcode worker. */
interface BarcodeWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
}

const ENGINE = { name: 'zxing-wasm', version: ZXING_WASM_VERSION };

serveOperations(async ({ weightsDir }: BarcodeWorkerData) => {
  await startReader(weightsDir);
  return {
    read: async (image: RasterImage) => {
      const output: BarcodeReading = { barcodes: await readPicture(image), engine: ENGINE };
      return { output };
    },
  };
});
