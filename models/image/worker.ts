import type { MeasureOptions, RasterImage, Showing } from '../ports.ts';
import { measureQuality } from '../quality/measure.ts';
import { serveOperations } from '../runtime/serve.ts';
import { decodeImage } from './decode.ts';
import { readHeader } from './header.ts';
import { restrictLoaders } from './loaders.ts';
import type { PictureWorkerData } from './options.ts';
import { showImage } from './show.ts';

restrictLoaders();

serveOperations(async (limits: PictureWorkerData) => ({
  inspect: async (head: Uint8Array) => ({ output: await readHeader(head, limits.imagePixelsMax) }),
  decode: async (file: Uint8Array) => {
    const output = await decodeImage(file, limits);
    return { output, transfer: [output.image.pixels.buffer as ArrayBuffer] };
  },
  show: async ({ image, showing }: { image: RasterImage; showing: Showing }) => {
    const output = await showImage(image, showing);
    return { output, transfer: [output.buffer] };
  },
  measure: async ({ image, options }: { image: RasterImage; options: MeasureOptions }) => ({
    output: await measureQuality(image, options),
  }),
}));
