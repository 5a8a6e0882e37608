import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_WORKER } from '../../../models/image/engine.ts';
import { glareShare } from '../../../models/pixels/glare.ts';
import {
  countGreys,
  type GreyImage,
  meanGrey,
  quantileGrey,
  varianceOfLaplacian,
} from '../../../models/pixels/grey.ts';
import type { RasterImage } from '../../../models/ports.ts';
import { createQualityEngine } from '../../../models/quality/engine.ts';
import { measureQuality } from '../../../models/quality/measure.ts';
import { WorkerPool } from '../../../models/runtime/pool.ts';
import { inWholeRunAlone } from '../../support/long.ts';

function greyImage(width: number, height: number, value: (x: number, y: number) => number): GreyImage {
  const values = new Uint8Array(width * height).map((_, i) => value(i % width, Math.floor(i / width)));
  return { width, height, values };
}

/** A drawn page of text on grey: sharp strokes as in a document. */
async function drawPage(change: (page: Sharp) => Sharp = (page) => page): Promise<RasterImage> {
  const [width, height] = [960, 600];
  const drawn = Buffer.alloc(width * height * 3, 0xbb);
  for (let i = 0; i < 240; i++) {
    const [left, top] = [40 + (i % 20) * 45, 40 + Math.floor(i / 20) * 45];
    const bytes = 3 * (8 + (i % 7) * 4);
    for (let y = top; y < top + 4 + (i % 5) * 4; y++)
      drawn.fill(0x22, (y * width + left) * 3, (y * width + left) * 3 + bytes);
  }
  const page = sharp(drawn, { raw: { width, height, channels: 3 } });
  const { data, info } = await change(page).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

test('brightness is the mean grey value', () => {
  expect(meanGrey(countGreys(greyImage(4, 2, (x) => (x < 2 ? 0 : 100)).values))).toBe(50);
  expect(meanGrey(countGreys(new Uint8Array()))).toBe(0);
});

test('the variance of the Laplacian of one bright pixel is what the kernel gives by hand', () => {
  const dot = greyImage(5, 5, (x, y) => (x === 2 && y === 2 ? 10 : 0));
  // Over the 9 inner pixels: -40 once, 10 four times, 0 four times; the mean is 0.
  expect(varianceOfLaplacian(dot)).toBeCloseTo((1600 + 4 * 100) / 9, 9);
  expect(varianceOfLaplacian(greyImage(5, 5, () => 77))).toBe(0);
  expect(varianceOfLaplacian(greyImage(2, 9, (x) => x * 100))).toBe(0);
});

test('a blurred page falls under the threshold of blur, a sharp one stays over it', async () => {
  const sharpPage = await measureQuality(await drawPage());
  const blurred = await measureQuality(await drawPage((page) => page.blur(4)));
  expect(sharpPage.sharpness).toBeGreaterThan(400);
  expect(blurred.sharpness).toBeLessThan(300);
});

test('the size of the picture does not change what is measured by much', async () => {
  const small = await measureQuality(await drawPage());
  const large = await measureQuality(await drawPage((page) => page.resize(1920)));
  expect(large.sharpness / small.sharpness).toBeGreaterThan(0.5);
  expect(large.sharpness / small.sharpness).toBeLessThan(2);
  expect(large.brightness).toBeCloseTo(small.brightness, 0);
});

test('a darkened page is dark', async () => {
  expect((await measureQuality(await drawPage())).brightness).toBeGreaterThan(100);
  expect((await measureQuality(await drawPage((page) => page.linear(0.3)))).brightness).toBeLessThan(70);
});

test('glare is a compact burnt-out blob inside the picture, not print and not a white sheet', () => {
  const disc = (x: number, y: number): boolean => (x - 50) ** 2 + (y - 40) ** 2 < 100;
  expect(glareShare(greyImage(100, 80, (x, y) => (disc(x, y) ? 255 : 120)))).toBeCloseTo((Math.PI * 100) / 8000, 2);
  expect(glareShare(greyImage(100, 80, () => 255)), 'all white').toBe(0);
  expect(glareShare(greyImage(100, 80, (x) => (x < 10 ? 255 : 120))), 'a sheet at the border').toBe(0);
  const diagonal = (x: number, y: number): boolean => x > 5 && x < 75 && Math.abs(x - y) < 2;
  expect(glareShare(greyImage(100, 80, (x, y) => (diagonal(x, y) ? 255 : 120))), 'a thin line').toBe(0);
  expect(glareShare(greyImage(100, 80, (x, y) => (x === 50 && y === 40 ? 255 : 120))), 'a speck').toBe(0);
  expect(glareShare({ width: 0, height: 0, values: new Uint8Array() })).toBe(0);
});

test('the darkest hundredth: black print on white is dark, the same washed out is not', async () => {
  expect(quantileGrey(countGreys(greyImage(100, 10, (x) => (x === 0 ? 7 : 200)).values), 0.01)).toBe(7);
  expect(quantileGrey(countGreys(greyImage(100, 10, (x) => x).values), 0.5)).toBe(49);
  expect(quantileGrey(countGreys(new Uint8Array()), 0.5)).toBe(0);
  expect((await measureQuality(await drawPage())).darkest).toBeLessThan(60);
  expect((await measureQuality(await drawPage((page) => page.linear(0.4, 150)))).darkest).toBeGreaterThan(140);
});

const createPool = (): WorkerPool =>
  new WorkerPool({
    name: 'image',
    script: PICTURE_WORKER,
    data: { imagePixelsMax: 50_000_000, workingSidePixelsMax: 3_000 },
    size: 1,
    queueMax: 10,
    loadTimeoutMs: 60_000,
  });

test('the engine measures in a worker and leaves the picture to its owner', inWholeRunAlone('1 s'), async () => {
  const pool = createPool();
  try {
    const page = await drawPage();
    const before = page.pixels.length;
    expect(await createQualityEngine(pool, 20_000).measure(page)).toEqual(await measureQuality(page));
    expect(page.pixels.length).toBe(before);
  } finally {
    await pool.close();
  }
});

test('text is measured before the pictures that wait for the same worker', async () => {
  const pool = createPool();
  try {
    const engine = createQualityEngine(pool, 20_000);
    const page = await drawPage();
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    await pool.warm();
    await Promise.all([
      engine.measure(page).then(note('running')),
      engine.measure(page).then(note('waits')),
      engine.measureText(page, [], { glare: false }).then(note('text')),
    ]);
    expect(order).toEqual(['running', 'text', 'waits']);
  } finally {
    await pool.close();
  }
});
