import { expect, test } from 'vitest';
import { KERNEL } from '../../../models/barcode/kernel.ts';
import { type Layer, makeLayers, putGrey } from '../../../models/barcode/layers.ts';
import { searchGrey } from '../../../models/barcode/search.ts';
import type { GreyImage } from '../../../models/quality/grey.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const seed = testSeed();
console.info(`CUSTOS_TEST_SEED=${seed}`);
const random = seededRandom(seed);
const below = (end: number): number => Math.floor(end * random());

/** Noise in patches of some brightness, some of them so even that they are plain ground. */
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

function plainThird(grey: GreyImage): GreyImage {
  const [width, height] = [Math.floor(grey.width / 3), Math.floor(grey.height / 3)];
  const values = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [3 * (i % width), 3 * Math.floor(i / width)];
    let sum = 4;
    for (let j = 0; j < 9; j++) sum += at(grey, x + (j % 3), y + Math.floor(j / 3));
    return sum / 9;
  });
  return { width, height, values };
}

/** The middle of each block's values, or 0 where they are within 24. */
function plainBlocks(grey: GreyImage, columns: number, rows: number): number[] {
  return Array.from({ length: columns * rows }, (_, i) => {
    const x = Math.min(8 * (i % columns), grey.width - 8);
    const y = Math.min(8 * Math.floor(i / columns), grey.height - 8);
    const values = Array.from({ length: 64 }, (_, j) => at(grey, x + (j % 8), y + (j >> 3)));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return high - low > 24 ? (high + low) >> 1 : 0;
  });
}

function plainThresholds(blocks: readonly number[], columns: number, rows: number): number[] {
  const clamp = (value: number, end: number): number => Math.min(Math.max(value, 2), end - 3);
  const smooth = blocks.map((own, i) => {
    const [left, top] = [clamp(i % columns, columns), clamp(Math.floor(i / columns), rows)];
    const all = [own, own];
    for (let j = 0; j < 25; j++)
      all.push(blocks[(top + Math.floor(j / 5) - 2) * columns + left + (j % 5) - 2] as number);
    const busy = all.filter((value) => value > 0);
    return busy.length > 0 ? Math.floor(busy.reduce((sum, value) => sum + value, 0) / busy.length) : 0;
  });
  const last = smooth.findLast((value) => value > 0) ?? 0;
  return smooth.map((value, i) => value || (smooth.slice(i).find((next) => next > 0) ?? last));
}

function expectBits(grey: GreyImage, layer: Layer, bytes: (place: number, length: number) => Uint8Array): void {
  const { columns, rows, stride, width, height } = layer;
  expect([width, height]).toEqual([grey.width, grey.height]);
  expect(Buffer.compare(bytes(layer.grey, width * height), grey.values)).toBe(0);
  const blocks = plainBlocks(grey, columns, rows);
  expect([...bytes(layer.blocks, columns * rows)]).toEqual(blocks);
  const thresholds = plainThresholds(blocks, columns, rows);
  const blockOf = (place: number, length: number): number =>
    place >= length - 8 ? Math.ceil(length / 8) - 1 : Math.floor(place / 8);
  const bits = bytes(layer.bits, stride * height);
  let wrong = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const threshold = thresholds[blockOf(y, height) * columns + blockOf(x, width)] as number;
      const bit = ((bits[y * stride + (x >> 3)] as number) >> (x & 7)) & 1;
      if (bit !== (at(grey, x, y) <= threshold ? 1 : 0)) wrong++;
    }
  }
  expect(wrong).toBe(0);
}

test.each([
  [40, 40],
  [64, 48],
  [131, 77],
  [203, 125],
  [521, 150],
])('grey values, blocks and bits of %i x %i pixels are what is defined, in each layer', (width, height) => {
  const image = noise(width, height);
  using scratch = KERNEL.borrow();
  const layers = makeLayers(scratch, putGrey(scratch, image), width, height);
  expect(layers).toHaveLength(width > 500 ? 2 : 1);
  const bytes = (place: number, length: number): Uint8Array => scratch.bytes(place, length);
  let grey = plainGrey(image);
  for (const layer of layers ?? []) {
    expectBits(grey, layer, bytes);
    grey = plainThird(grey);
  }
});

test('of a picture with too few blocks there are no layers', () => {
  using scratch = KERNEL.borrow();
  expect(makeLayers(scratch, putGrey(scratch, noise(39, 200)), 39, 200)).toBeNull();
  expect(makeLayers(scratch, putGrey(scratch, noise(1, 1)), 1, 1)).toBeNull();
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
  // Two roundings of values, and shares in 256ths.
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
