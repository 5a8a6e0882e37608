import { expect, test } from 'vitest';
import { KERNEL, putGrey, searchGrey } from '../../../models/barcode/search.ts';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const seed = testSeed();
console.info(`CUSTOS_TEST_SEED=${seed}`);
const random = seededRandom(seed);
const below = (end: number): number => Math.floor(end * random());

/** Noise in patches of different brightness, some of them so even that they count as plain ground. */
function noise(width: number, height: number) {
  const patches = Array.from({ length: 64 }, () => ({ base: below(200), range: random() < 0.4 ? 20 : 120 }));
  const pixels = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const { base, range } = patches[(Math.floor(x / 29) % 8) + 8 * (Math.floor(y / 23) % 8)] as (typeof patches)[0];
    return Math.min(255, base + below(range));
  });
  return { width, height, pixels };
}

const at = ({ width, values }: GreyImage, x: number, y: number): number => values[y * width + x] as number;

function plainGrey({ width, height, pixels }: ReturnType<typeof noise>): GreyImage {
  const values = Uint8Array.from({ length: width * height }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * i, 3 * i + 3);
    return (306 * red + 601 * green + 117 * blue + 512) >> 10;
  });
  return { width, height, values };
}

test.each([
  [1, 1],
  [40, 40],
  [131, 77],
  [521, 150],
])("the grey values of %i x %i pixels are the reader's", (width, height) => {
  const image = noise(width, height);
  using scratch = KERNEL.borrow();
  const values = scratch.bytes(putGrey(scratch, image), width * height);
  expect(Buffer.compare(values, plainGrey(image).values)).toBe(0);
});

test.each([
  [97, 61, 90],
  [203, 150, 121],
  [150, 203, 68],
  [64, 64, 63],
])('%i x %i pixels made smaller to %i a side are the means of what they cover', async (width, height, side) => {
  const image = noise(width, height);
  const grey = plainGrey(image);
  using scratch = KERNEL.borrow();
  const small = await searchGrey(scratch, putGrey(scratch, image), image, side);
  expect(Math.max(small.width, small.height)).toBe(side);
  const values = scratch.bytes(small.at, small.width * small.height);
  const [across, down] = [width / small.width, height / small.height];
  const share = (i: number, from: number, factor: number): number =>
    Math.max(0, Math.min(from + 1, (i + 1) * factor) - Math.max(from, i * factor));
  let furthest = 0;
  values.forEach((value, i) => {
    const [x, y] = [i % small.width, Math.floor(i / small.width)];
    let sum = 0;
    for (let row = Math.floor(y * down); row < Math.min(height, (y + 1) * down); row++)
      for (let column = Math.floor(x * across); column < Math.min(width, (x + 1) * across); column++)
        sum += share(x, column, across) * share(y, row, down) * at(grey, column, row);
    furthest = Math.max(furthest, Math.abs(value - sum / across / down));
  });
  // Values are rounded twice, and shares are in 256ths.
  expect(furthest).toBeLessThan(3);
});

test.each([
  [16, 16],
  [48, 33],
  [95, 64],
])('edges of the blocks of %i x %i pixels are as strong as defined', (width, height) => {
  const image = noise(width, height);
  const grey = plainGrey(image);
  using scratch = KERNEL.borrow();
  const place = putGrey(scratch, image);
  const [columns, rows] = [Math.floor(width / 16), Math.floor(height / 16)];
  const to = scratch.take(4 * columns * rows);
  scratch.run.edgeStrengths(place, width, height, to);
  const sums = new Array<number>(columns * rows).fill(0);
  for (let y = 1; y < Math.min(height - 1, 16 * rows); y++) {
    for (let x = 1; x < Math.min(width - 1, 16 * columns); x++) {
      const block = (y >> 4) * columns + (x >> 4);
      const [dx, dy] = [at(grey, x + 1, y) - at(grey, x - 1, y), at(grey, x, y + 1) - at(grey, x, y - 1)];
      sums[block] = (sums[block] as number) + Math.hypot(dx, dy);
    }
  }
  const strengths = scratch.floats(to, columns * rows);
  sums.forEach((sum, i) => {
    expect(Math.abs((strengths[i] as number) / sum - 1)).toBeLessThan(1e-4);
  });
});
