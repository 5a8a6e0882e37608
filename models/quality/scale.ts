import sharp from 'sharp';
import type { GreyImage } from '../pixels/grey.ts';
import type { RasterImage } from '../ports.ts';
import { greyOf } from './luma.ts';

/**
 * Returns a picture in grey with this many pixels on its longer side. Reduces in colour, because libvips has its fast
 * path only for three channels, and enlarges in grey.
 */
export async function scaleGrey(image: RasterImage, sidePixels: number): Promise<GreyImage> {
  if (Math.max(image.width, image.height) > sidePixels) return greyOf(await resize(image, 3, sidePixels));
  const { width, height, values } = greyOf(image);
  const larger = await resize({ width, height, pixels: values }, 1, sidePixels);
  return { width: larger.width, height: larger.height, values: larger.pixels };
}

async function resize(
  { width, height, pixels }: RasterImage,
  channels: 1 | 3,
  sidePixels: number,
): Promise<RasterImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels } })
    .resize({ width: sidePixels, height: sidePixels, fit: 'inside' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}
