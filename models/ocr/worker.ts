import type { RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { preparePicture } from './picture.ts';

serveOperations(async () => ({
  prepare: async (image: RasterImage) => {
    const output = await preparePicture(image);
    return { output, transfer: [output.file.buffer] };
  },
}));
