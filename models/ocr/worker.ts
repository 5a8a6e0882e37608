import type { Quad, RasterImage } from '../ports.ts';
import { serveOperations } from '../runtime/serve.ts';
import { preparePicture } from './picture.ts';

serveOperations(async () => ({
  prepare: async ({ image, omitted }: { image: RasterImage; omitted: readonly Quad[] }) => {
    const output = await preparePicture(image, omitted);
    return { output, transfer: [output.file.buffer] };
  },
}));
