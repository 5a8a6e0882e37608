import sharp from 'sharp';
import { seededRandom } from '../random.ts';

/**
 * Adds the same Gaussian noise to the three channels of each pixel, in place. One seed always gives the same noise.
 * @param pixels RGB, three bytes per pixel
 * @param deviation standard deviation in grey values
 */
export function addGrain(pixels: Uint8Array, deviation: number, seed = 1): void {
  const next = seededRandom(seed);
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const noise = deviation * gaussian(next);
    for (let channel = 0; channel < 3; channel++) {
      const value = (pixels[i + channel] ?? 0) + noise;
      pixels[i + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
}

/** Adds noise as `addGrain` does, of its own in each channel, as the pixels of a sensor see one colour each. */
export function addColourGrain(pixels: Uint8Array, deviation: number, seed = 1): void {
  const next = seededRandom(seed);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = Math.max(0, Math.min(255, Math.round((pixels[i] as number) + deviation * gaussian(next))));
}

/** The picture out of focus (JPEG in, JPEG out). At a deviation of 10 pixels no letter of a drawn card is readable. */
export async function blur(picture: Buffer, deviationPixels = 10): Promise<Buffer> {
  return sharp(picture).blur(deviationPixels).jpeg({ quality: 90 }).toBuffer();
}

/** The same picture as a phone delivers it: at the requested width, with the grain of its sensor, lightly compressed (JPEG). */
export async function toPhoto(picture: Buffer, widthPixels: number, grain = 8): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize({ width: widthPixels })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(data, grain);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** The picture turned clockwise by whole quarters (JPEG in, JPEG out). */
export async function turnPicture(picture: Buffer, degrees: 90 | 180 | 270): Promise<Buffer> {
  return sharp(picture).rotate(degrees).jpeg({ quality: 92 }).toBuffer();
}

/** Box and Muller's transform of two uniform numbers. */
function gaussian(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}
