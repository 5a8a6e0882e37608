import { describe, expect, test } from 'vitest';
import { glareShare } from '../../../../models/pixels/glare.ts';
import { countGreys, type GreyImage, varianceOfLaplacian } from '../../../../models/pixels/grey.ts';
import { cropRaster } from '../../../../models/quality/crop.ts';
import { hasPlainEdges } from '../../../../models/quality/edges.ts';
import { CLEAR, WINDOW_RADIUS_PIXELS } from '../../../../models/quality/ink.ts';
import { greyOf } from '../../../../models/quality/luma.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';

const seed = testSeed();
console.info(`CUSTOS_TEST_SEED=${seed}`);
const random = seededRandom(seed);
const below = (end: number): number => Math.floor(end * random());

const SIZES = [
  [1, 1],
  [2, 5],
  [3, 3],
  [17, 3],
  [10, 11],
  [64, 40],
  [131, 77],
] as const;

function noise(width: number, height: number): GreyImage {
  return { width, height, values: Uint8Array.from({ length: width * height }, () => below(256)) };
}

describe.each(SIZES)('of a picture of %i x %i', (width, height) => {
  test('greys are counted, each value by itself', () => {
    const grey = noise(width, height);
    const counts = new Uint32Array(256);
    for (const value of grey.values) counts[value] = (counts[value] ?? 0) + 1;
    expect(countGreys(grey.values)).toEqual(counts);
  });

  test('the variance of the Laplacian is that of its values', () => {
    const { values } = noise(width, height);
    const at = (x: number, y: number): number => values[y * width + x] as number;
    const found: number[] = [];
    for (let y = 1; y < height - 1; y++)
      for (let x = 1; x < width - 1; x++)
        found.push(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
    const mean = found.reduce((sum, value) => sum + value, 0) / Math.max(1, found.length);
    const squares = found.reduce((sum, value) => sum + value * value, 0) / Math.max(1, found.length);
    expect(varianceOfLaplacian({ width, height, values })).toBe(squares - mean * mean);
  });
});

/** Glare by its definition: every blob of four neighbours, pixel by pixel. */
function plainGlare({ width, height, values }: GreyImage): number {
  const burnt = new Set([...values.keys()].filter((i) => (values[i] as number) >= 250));
  let found = 0;
  for (const start of burnt) {
    const blob = [start];
    burnt.delete(start);
    for (const i of blob) {
      const x = i % width;
      for (const next of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width])
        if (burnt.delete(next)) blob.push(next);
    }
    const [xs, ys] = [blob.map((i) => i % width), blob.map((i) => Math.floor(i / width))];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [share, fill] = [blob.length / values.length, blob.length / ((right - left + 1) * (bottom - top + 1))];
    const inside = left > 0 && top > 0 && right < width - 1 && bottom < height - 1;
    if (inside && share >= 0.0005 && share <= 0.15 && fill >= 0.5) found += blob.length;
  }
  return found / values.length;
}

test('glare is that of blobs found pixel by pixel, whatever their shapes', () => {
  let [some, none] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const [width, height] = [1 + below(round % 5 === 0 ? 4 : 70), 1 + below(70)];
    const grey = noise(width, height);
    const limit = 256 * random();
    // Discs, half of them with holes, over specks.
    for (let i = 0; i < grey.values.length; i++)
      grey.values[i] = (grey.values[i] as number) < limit ? 249 : 250 + below(6);
    for (let disc = below(5); disc > 0; disc--) {
      const [x, y, radius, hole] = [below(width), below(height), below(12), below(2) * below(8)];
      for (let i = 0; i < grey.values.length; i++) {
        const distance = Math.hypot((i % width) - x, Math.floor(i / width) - y);
        if (distance <= radius + 1) grey.values[i] = distance <= radius && distance >= hole ? 255 : 100;
      }
    }
    const expected = plainGlare(grey);
    expect(glareShare(grey), `${width} x ${height}`).toBe(expected);
    if (expected > 0) some++;
    else none++;
  }
  expect(Math.min(some, none)).toBeGreaterThan(5);
});

/** The same for edges: every pixel near an edge is compared with all pixels of its part of the strip and of the two parts beside it. */
function arePlain(image: { width: number; height: number; pixels: Uint8Array }, sidePixels: number): boolean {
  const { width, height } = image;
  const scale = Math.max(width, height) / sidePixels;
  const [depth, reach] = [Math.ceil(4 * scale) + 2, Math.ceil(WINDOW_RADIUS_PIXELS * scale) + 2];
  const strip = depth + reach;
  if (Math.min(width, height) < strip) return false;
  const { values } = greyOf(cropRaster(image, { x: 0, y: 0, width, height }));
  const sides = [
    { length: width, at: (along: number, inward: number) => inward * width + along },
    { length: width, at: (along: number, inward: number) => (height - 1 - inward) * width + along },
    { length: height, at: (along: number, inward: number) => along * width + inward },
    { length: height, at: (along: number, inward: number) => along * width + width - 1 - inward },
  ];
  return sides.every(({ length, at }) => {
    for (let along = 0; along < length; along++) {
      const part = Math.floor(along / reach);
      let ground = 0;
      for (let near = Math.max(0, (part - 1) * reach); near < Math.min(length, (part + 2) * reach); near++)
        for (let inward = 0; inward < strip; inward++) ground = Math.max(ground, values[at(near, inward)] as number);
      for (let inward = 0; inward < depth; inward++) {
        const value = values[at(along, inward)] as number;
        if (value < ground - (CLEAR.contrastMin - 6) && value < (CLEAR.meanShareMax + 0.04) * ground) return false;
      }
    }
    return true;
  });
}

test('edges are plain where no pixel of theirs is much darker than what is around it', () => {
  const found = { plain: 0, other: 0 };
  for (let round = 0; round < 40; round++) {
    const [width, height] = [30 + below(80), 30 + below(80)];
    const [ground, spread] = [60 + below(190), below(40)];
    const pixels = Uint8Array.from({ length: 3 * width * height }, () => Math.max(0, ground - below(spread + 1)));
    for (let spot = below(4); spot > 0; spot--) pixels.fill(below(256), 3 * below(width * height)).fill(ground, 3000);
    const image = { width, height, pixels };
    const side = 40 + below(80);
    const expected = arePlain(image, side);
    expect(hasPlainEdges(image, side), `${width} x ${height} at ${side}`).toBe(expected);
    found[expected ? 'plain' : 'other']++;
  }
  expect(Math.min(found.plain, found.other)).toBeGreaterThan(3);
});
