import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { areasAround } from '../../../models/barcode/areas.ts';
import { hasBars, type Place, seekFinders, seekLegs } from '../../../models/barcode/finders.ts';
import { KERNEL } from '../../../models/barcode/kernel.ts';
import { makeLayers, putGrey } from '../../../models/barcode/layers.ts';
import type { Box, RasterImage } from '../../../models/ports.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { type DrawnFormat, drawBarcode } from '../../support/specimens/barcode.ts';
import { write } from '../../support/specimens/paper.ts';

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
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const ground = sharp({ create: { ...SIZE, channels: 3, background: negative ? 'black' : 'white' } });
  const flat = await ground
    .composite([{ input: symbol.data, left, top }])
    .png({ compressionLevel: 0 })
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
  for (let line = 0; line < 12; line++) {
    const style = { sizePixels: 14 + 3 * line, color: 'black' };
    write({ canvas, context }, 'Port-Clair, 14 rue des Tilleuls  LEMARCHAL<<JULIEN<<<<', 40, 50 + 52 * line, style);
  }
  return { ...SIZE, pixels: Uint8Array.from(canvas.data().filter((_, i) => i % 4 !== 3)) };
}

/** What a picture may hold, and where. */
function look(image: RasterImage): { formats: string[]; bars: boolean; places: Place[] } {
  using scratch = KERNEL.borrow();
  const layers = makeLayers(scratch, putGrey(scratch, image), image.width, image.height) ?? [];
  const places = layers.flatMap((layer) => [
    ...(seekFinders(scratch, layer) ?? []),
    ...(seekLegs(scratch, layer) ?? []),
  ]);
  return {
    formats: [...new Set(places.map(({ format }) => format))].sort(),
    bars: layers.some((layer) => hasBars(scratch, layer)),
    places,
  };
}

function holds(outer: Box, inner: Box): boolean {
  const right = Math.min(SIZE.width, inner.x + inner.width);
  const bottom = Math.min(SIZE.height, inner.y + inner.height);
  return outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.width >= right && outer.y + outer.height >= bottom;
}

const LAID: [string, Drawing][] = [
  ['upright', {}],
  ['on its side', { degrees: 90 }],
  ['on its head', { degrees: 180 }],
  ['aslant by 3 degrees', { degrees: 3 }],
  ['small and soft', { scale: 2, blurPixels: 0.7 }],
  ['large', { scale: 8 }],
];

describe.each(sampleOf('how symbols lie', LAID, 1))('a symbol that is %s', (_, drawing) => {
  test.each(['QRCode', 'Aztec', 'PDF417', 'DataMatrix'] as const)('%s has its finder', async (format) => {
    const { image } = await draw(format, format === 'PDF417' && drawing.scale === 8 ? { scale: 4 } : drawing);
    expect(look(image).formats).toContain(format);
  });

  test.each(['Code128', 'Code39'] as const)('%s has its bars', async (format) => {
    const { image } = await draw(format, { ...drawing, scale: Math.min(2, drawing.scale ?? 2) });
    expect(look(image).bars).toBe(true);
  });
});

test.each(['QRCode', 'Aztec', 'DataMatrix'] as const)(
  '%s light on dark has its place, which holds it',
  async (format) => {
    for (const negative of [false, true]) {
      const { image, box } = await draw(format, { negative, scale: 5 });
      const places = look(image).places.filter((place) => place.format === format);
      // Drawn symbols have a quiet zone of their own, which no place needs to hold.
      const inner = { x: box.x + 20, y: box.y + 20, width: box.width - 40, height: box.height - 40 };
      expect(places.some((place) => holds(place, inner))).toBe(true);
    }
  },
);

test('a Data Matrix at any angle has its place', async () => {
  for (const degrees of [17, 45, 120, 290]) {
    const { image } = await draw('DataMatrix', { degrees, scale: 4 });
    expect(look(image).formats, `${degrees}`).toContain('DataMatrix');
  }
});

test('a page of print has none, and a plain ground has nothing at all', inWholeRunAlone('1 s'), () => {
  const { formats, bars } = look(drawText());
  expect({ formats, bars }).toEqual({ formats: [], bars: false });
  const pixels = Uint8Array.from({ length: 3 * SIZE.width * SIZE.height }, (_, i) => 200 - Math.floor(i / 40_000));
  expect(look({ ...SIZE, pixels })).toEqual({ formats: [], bars: false, places: [] });
});

describe('areas', () => {
  test.each([
    [150, 100, 90, 60],
    [401, 333, 30, 30],
    [0, 0, 50, 40],
    [840, 640, 60, 60],
    [47, 49, 700, 20],
  ])('around a place at %i, %i the reader sees what it sees in the picture', (x, y, width, height) => {
    const areas = areasAround([{ x, y, width, height }], SIZE);
    expect(areas).toHaveLength(1);
    const [area] = areas as [Box];
    const [left, top] = [Math.max(0, x - REACH), Math.max(0, y - REACH)];
    expect(holds(area, { x: left, y: top, width: x + width + REACH - left, height: y + height + REACH - top })).toBe(
      true,
    );
    expect(area.x + area.width).toBeLessThanOrEqual(SIZE.width);
    expect(area.y + area.height).toBeLessThanOrEqual(SIZE.height);
    // Blocks of 8 pixels at full size and at a third; lines 16 pixels apart from the middle.
    expect([area.x % 24, area.y % 24]).toEqual([0, 0]);
    const middle = (from: number, length: number): number => from + Math.floor(length / 2);
    expect(Math.abs(middle(area.x, area.width) - middle(0, SIZE.width)) % 16).toBe(0);
    expect(Math.abs(middle(area.y, area.height) - middle(0, SIZE.height)) % 16).toBe(0);
  });

  test('do not overlap, and are the whole picture where they are most of it', () => {
    const far = [
      { x: 20, y: 20, width: 60, height: 60 },
      { x: 700, y: 500, width: 60, height: 60 },
    ];
    expect(areasAround(far, SIZE)).toHaveLength(2);
    expect(areasAround([...far, { x: 90, y: 90, width: 30, height: 30 }], SIZE)).toHaveLength(2);
    expect(areasAround([...far, { x: 30, y: 30, width: 800, height: 620 }], SIZE)).toEqual([{ x: 0, y: 0, ...SIZE }]);
    expect(areasAround([], SIZE)).toEqual([]);
  });
});
