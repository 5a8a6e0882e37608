import sharp from 'sharp';

/**
 * Adds the same Gaussian noise to the three channels of each pixel, in place. The noise is the same on every run.
 * @param pixels RGB, three bytes a pixel
 * @param deviation standard deviation in grey values
 */
export function addGrain(pixels: Uint8Array, deviation: number): void {
  const next = createUniform(1);
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const noise = deviation * gaussian(next);
    for (let channel = 0; channel < 3; channel++) {
      const value = (pixels[i + channel] ?? 0) + noise;
      pixels[i + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
}

/** A picture out of focus (JPEG in, JPEG out). At a deviation of 10 pixels no letter of a drawn card can be read. */
export async function blur(picture: Buffer, deviationPixels = 10): Promise<Buffer> {
  return sharp(picture).blur(deviationPixels).jpeg({ quality: 90 }).toBuffer();
}

/** The same picture as a phone delivers it: as wide as asked, with the grain of its sensor, lightly compressed (JPEG). */
export async function toPhoto(picture: Buffer, widthPixels: number): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize({ width: widthPixels })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(data, 8);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Box and Muller's transform of two uniform numbers. */
function gaussian(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Numbers in 0..1 from a seed: mulberry32. */
function createUniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
