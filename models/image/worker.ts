import type { MeasureOptions, RasterImage, Showing, WordPlace } from '../ports.ts';
import { measureQuality } from '../quality/measure.ts';
import { measureText } from '../quality/text.ts';
import { dropBytes, ownedBytes } from '../runtime/owned.ts';
import { serveOperations } from '../runtime/serve.ts';
import { toShared } from '../runtime/shared-memory.ts';
import { decodeImage } from './decode.ts';
import { readHeader } from './header.ts';
import { restrictLoaders } from './loaders.ts';
import type { DecodeInput, PictureWorkerData } from './options.ts';
import { showImage } from './show.ts';

restrictLoaders();

serveOperations(async (limits: PictureWorkerData) => ({
  inspect: async (head: Uint8Array) => ({ output: await readHeader(head, limits.imagePixelsMax) }),
  decode: async ({ file, lent, memory }: DecodeInput) => {
    const { image, ...decoded } = await decodeImage(file, limits);
    const pixels = lent ? toShared(image.pixels, memory) : ownedBytes(image.pixels);
    dropBytes(image.pixels);
    return {
      output: { image: { ...image, pixels }, ...decoded },
      transfer: lent ? [] : [pixels.buffer as ArrayBuffer],
    };
  },
  show: async ({ image, showing }: { image: RasterImage; showing: Showing }) => {
    const output = await showImage(image, showing);
    return { output, transfer: [output.buffer] };
  },
  measure: async ({ image, options }: { image: RasterImage; options: MeasureOptions }) => ({
    output: await measureQuality(image, options),
  }),
  measureText: async ({
    image,
    words,
    glare,
  }: {
    image: RasterImage;
    words: readonly WordPlace[];
    glare: boolean;
  }) => ({
    output: await measureText(image, words, glare),
  }),
}));
