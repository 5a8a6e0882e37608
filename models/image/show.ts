import sharp from 'sharp';
import type { RasterImage, Showing } from '../ports.ts';
import { turnImage } from './turn.ts';

/** Print of seven pixels' height stays as sharp as it is; a page of a megapixel has about 200 kB. */
const JPEG_QUALITY = 85;

/** `image` turned, cut to the part that is shown, made smaller where it is too wide, as a JPEG file in a buffer of its own. */
export async function showImage(
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
