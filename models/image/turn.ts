import sharp from 'sharp';
import type { RasterImage, Turn } from '../ports.ts';

/** Returns `image` turned clockwise by these degrees; itself if there is nothing to turn. */
export async function turnImage(image: RasterImage, turn: Turn): Promise<RasterImage> {
  if (turn === 0) return image;
  const { width, height, pixels } = image;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .rotate(turn)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}
