import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { busyAreas } from '../../../models/barcode/areas.ts';
import { hasBars, seekFinders } from '../../../models/barcode/finders.ts';
import { KERNEL } from '../../../models/barcode/kernel.ts';
import { makeLayers, putGrey } from '../../../models/barcode/layers.ts';
import type { Box, RasterImage } from '../../../models/ports.ts';
import { type DrawnFormat, drawBarcode } from '../../support/specimens/barcode.ts';

const SIZE = { width: 900, height: 700 };
const TEXT = 'NOBODY 0123456789';
/** The reader's thresholds take in so much around a symbol, in pixels. */
const REACH = 20;

interface Drawing {
  scale?: number;
  degrees?: number;
  negative?: boolean;
  blurPixels?: number;
  left?: number;
  top?: number;
}

/** A symbol on a plain ground, and where it lies. */
async function draw(format: DrawnFormat, drawing: Drawing = {}): Promise<{ image: RasterImage; box: Box }> {
  const { scale = 3, degrees = 0, negative = false, blurPixels = 0, left = 150, top = 100 } = drawing;
  const symbol = await sharp(await drawBarcode(format, TEXT, scale))
    .flatten()
    .negate(negative ? { alpha: false } : false)
    .rotate(degrees, { background: negative ? 'black' : 'white' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const ground = sharp({ create: { ...SIZE, channels: 3, background: negative ? 'black' : 'white' } });
  const flat = await ground
    .composite([{ input: symbol.data, left, top }])
    .png()
    .toBuffer();
  const soft = blurPixels > 0 ? sharp(flat).blur(blurPixels) : sharp(flat);
  const pixels = await soft.removeAlpha().toColourspace('srgb').raw().toBuffer();
  const { width, height } = symbol.info;
  return { image: { ...SIZE, pixels }, box: { x: left, y: top, width, height } };
}

/** A page of print. */
function drawText(): RasterImage {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  context.fillStyle = 'black';
  for (let line = 0; line < 12; line++) {
    context.font = `${14 + 3 * line}px sans-serif`;
    context.fillText('Port-Clair, 14 rue des Tilleuls  LEMARCHAL<<JULIEN<<<<', 40, 50 + 52 * line);
  }
  return { ...SIZE, pixels: Uint8Array.from(canvas.data().filter((_, i) => i % 4 !== 3)) };
}

/** What a picture may hold, and the parts of it that are not plain. */
function look(image: RasterImage): {
  formats: string[];
  bars: boolean;
  areas: Box[];
  points: Record<string, number[]>;
} {
  using scratch = KERNEL.borrow();
  const layers = makeLayers(scratch, putGrey(scratch, image), image.width, image.height) ?? [];
  const finders = layers.flatMap((layer) => seekFinders(scratch, layer) ?? []);
  return {
    formats: [...new Set(finders.map(({ format }) => format))].sort(),
    bars: layers.some((layer) => hasBars(scratch, layer)),
    areas: busyAreas(scratch, layers),
    points: Object.fromEntries(finders.map(({ format, x, y }) => [format, [x, y]])),
  };
}

const LAID: [string, Drawing][] = [
  ['upright', {}],
  ['on its side', { degrees: 90 }],
  ['on its head', { degrees: 180 }],
  ['aslant by 3 degrees', { degrees: 3 }],
  ['small and soft', { scale: 2, blurPixels: 0.7 }],
  ['large', { scale: 8 }],
];

describe.each(LAID)('a symbol that is %s', (_, drawing) => {
  test.each(['QRCode', 'Aztec', 'PDF417'] as const)('%s has its finder', async (format) => {
    const { image } = await draw(format, format === 'PDF417' && drawing.scale === 8 ? { scale: 4 } : drawing);
    expect(look(image).formats).toContain(format);
  });

  test.each(['Code128', 'Code39'] as const)('%s has its bars', async (format) => {
    const { image } = await draw(format, { ...drawing, scale: Math.min(2, drawing.scale ?? 2) });
    expect(look(image).bars).toBe(true);
  });
});

test.each(['QRCode', 'Aztec'] as const)('%s light on dark has its finder, where it is', async (format) => {
  const { image, box } = await draw(format, { negative: true, scale: 5 });
  const [x = 0, y = 0] = look(image).points[format] ?? [];
  expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(true);
});

test('a page of print has none, and a plain ground has nothing at all', () => {
  const { formats, bars } = look(drawText());
  expect({ formats, bars }).toEqual({ formats: [], bars: false });
  const pixels = Uint8Array.from({ length: 3 * SIZE.width * SIZE.height }, (_, i) => 200 - Math.floor(i / 40_000));
  expect(look({ ...SIZE, pixels })).toEqual({ formats: [], bars: false, areas: [], points: {} });
});

test.each([
  [150, 100],
  [401, 333],
  [0, 0],
  [700, 600],
])('a symbol at %i, %i lies in one area, which the reader sees as it sees the picture', async (left, top) => {
  const { image, box } = await draw('DataMatrix', { left, top });
  const { areas } = look(image);
  expect(areas).toHaveLength(1);
  const [area] = areas as [Box];
  // Drawn symbols have a quiet zone, which is plain.
  expect(area.x).toBeLessThanOrEqual(Math.max(0, box.x + 3 - REACH));
  expect(area.y).toBeLessThanOrEqual(Math.max(0, box.y + 3 - REACH));
  expect(area.x + area.width).toBeGreaterThanOrEqual(Math.min(SIZE.width, box.x + box.width - 6 + REACH));
  expect(area.y + area.height).toBeGreaterThanOrEqual(Math.min(SIZE.height, box.y + box.height - 6 + REACH));
  expect(area.width * area.height).toBeLessThan(0.25 * SIZE.width * SIZE.height);
  // Blocks of 8 pixels at full size and at a third; lines 16 pixels apart from the middle.
  expect([area.x % 24, area.y % 24]).toEqual([0, 0]);
  const middle = (from: number, length: number): number => from + Math.floor(length / 2);
  expect(Math.abs(middle(area.x, area.width) - middle(0, SIZE.width)) % 16).toBe(0);
  expect(Math.abs(middle(area.y, area.height) - middle(0, SIZE.height)) % 16).toBe(0);
});
