import sharp from 'sharp';
import type { MeasureOptions, RasterImage, Showing, WordPlace } from '../ports.ts';
import { measureQuality } from '../quality/measure.ts';
import { measureText } from '../quality/text.ts';
import { dropBytes, ownedBytes } from '../runtime/owned.ts';
import { serveOperations } from '../runtime/serve.ts';
import { toShared } from '../runtime/shared-memory.ts';
import { decodeImage } from './decode.ts';
import { readHeader } from './header.ts';
import type { DecodeInput, PictureWorkerData } from './options.ts';
import { restrictLoaders } from './restrict.ts';
import { turnImage } from './turn.ts';

/** Text of seven pixels' height stays as sharp as it is; a page of a megapixel has about 200 kB. */
const JPEG_QUALITY = 85;

/** Returns `image` turned, cropped to the shown part and reduced if it is too wide, as a JPEG file in its own buffer. */
async function showImage(
  image: RasterImage,
  { turn, crop, widthPixelsMax }: Showing,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, pixels } = await turnImage(image, turn);
  const whole = sharp(pixels, { raw: { width, height, channels: 3 } });
  const part = crop ? whole.extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height }) : whole;
  const file = await part
    .resize({ width: widthPixelsMax, withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return new Uint8Array(file);
}

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
  decodeJpeg2000: async (file: Uint8Array) => {
    // Loaded with the first such picture: most appliances never see one.
    const { decodeJpeg2000 } = await import('./jpeg2000.ts');
    const { pixels, ...size } = await decodeJpeg2000(file, limits);
    const output = { ...size, pixels: ownedBytes(pixels) };
    dropBytes(pixels);
    return { output, transfer: [output.pixels.buffer as ArrayBuffer] };
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
