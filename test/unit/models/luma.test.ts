import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { RasterImage } from '../../../models/ports.ts';
import { greyOf } from '../../../models/quality/luma.ts';
import { scaleGrey } from '../../../models/quality/scale.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const seed = testSeed();
const random = seededRandom(seed);

function noise(width: number, height: number): RasterImage {
  return { width, height, pixels: Uint8Array.from({ length: width * height * 3 }, () => Math.floor(256 * random())) };
}

async function greyByLibrary({ width, height, pixels }: RasterImage): Promise<Uint8Array> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer();
}

test(`the grey of colours is the library's, to one value in a few pixels of a hundred (seed ${seed})`, async () => {
  const image = noise(500, 400);
  const greys = new Uint8Array(256 * 3).map((_, i) => Math.floor(i / 3));
  image.pixels.set(greys);
  const [ours, wanted] = [greyOf(image).values, await greyByLibrary(image)];
  expect(ours.subarray(0, 256)).toEqual(Uint8Array.from({ length: 256 }, (_, value) => value));
  const differences = ours.map((value, i) => Math.abs(value - (wanted[i] ?? 0)));
  expect(Math.max(...new Set(differences))).toBeLessThanOrEqual(1);
  expect(differences.filter((difference) => difference > 0).length).toBeLessThan(0.02 * ours.length);
});

test('white is white and black is black, in a picture of one pixel too', () => {
  const pixels = Uint8Array.from([255, 255, 255, 0, 0, 0]);
  expect([...greyOf({ width: 2, height: 1, pixels }).values]).toEqual([255, 0]);
  expect(greyOf({ width: 1, height: 1, pixels: pixels.subarray(0, 3) }).values).toHaveLength(1);
});

test.each([
  ['made smaller', 90, 60, 30, { width: 30, height: 20 }],
  ['made larger', 30, 60, 120, { width: 60, height: 120 }],
  ['as large', 40, 10, 40, { width: 40, height: 10 }],
])('%s it has the side that is asked for, and as many values as pixels', async (_, width, height, side, size) => {
  const grey = await scaleGrey(noise(width, height), side);
  expect(grey).toMatchObject(size);
  expect(grey.values).toHaveLength(size.width * size.height);
});
