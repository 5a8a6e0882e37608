import type { RasterImage } from '../ports.ts';
import { measureQuality } from '../quality/measure.ts';
import { serveOperations } from '../runtime/serve.ts';
import { decodeImage } from './decode.ts';
import { readHeader } from './header.ts';
import { restrictLoaders } from './loaders.ts';
import type { PictureWorkerData } from './options.ts';

restrictLoaders();

serveOperations(async (limits: PictureWorkerData) => ({
  inspect: async (head: Uint8Array) => ({ output: await readHeader(head, limits.imagePixelsMax) }),
  decode: async (file: Uint8Array) => {
    const output = await decodeImage(file, limits);
    return { output, transfer: [output.image.pixels.buffer as ArrayBuffer] };
  },
  measure: async (image: RasterImage) => ({ output: await measureQuality(image) }),
}));
