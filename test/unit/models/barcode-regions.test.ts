import sharp from 'sharp';
import { expect, test } from 'vitest';
import { directionOf, findRegions } from '../../../models/barcode/regions.ts';
import { KERNEL } from '../../../models/barcode/search.ts';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import type { Box } from '../../../models/ports.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { drawBarcode } from '../../support/specimens/barcode.ts';

/** A symbol turned by `degrees` on a grey ground of 1,600 x 1,400 pixels, centred at 900, 600, and as soft as a lens makes it. */
async function pictureOf(degrees: number, scale: number): Promise<GreyImage> {
  const turned = await sharp(await drawBarcode('PDF417', 'A licence of nobody. '.repeat(2), scale))
    .rotate(degrees, { background: '#808080' })
    .toBuffer({ resolveWithObject: true });
  const ground = sharp({ create: { width: 1600, height: 1400, channels: 3, background: '#808080' } });
  const left = Math.round(900 - turned.info.width / 2);
  const top = Math.round(600 - turned.info.height / 2);
  const sharpPicture = await ground
    .composite([{ input: turned.data, left, top }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { data, info } = await sharp(sharpPicture).greyscale().blur(1.5).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, values: data.filter((_, i) => i % info.channels === 0) };
}

function regionsOf({ width, height, values }: GreyImage): Box[] {
  using scratch = KERNEL.borrow();
  return findRegions(scratch, { at: scratch.put(values), width, height });
}

test.each(sampleOf('degrees of a symbol', [0, 20, 45, -30], 1))(
  'a symbol that lies at %i degrees is found where it is',
  inWholeRunAlone('1 s'),
  async (degrees) => {
    const regions = regionsOf(await pictureOf(degrees, 4));
    const { x = 0, y = 0, width = 0, height = 0 } = regions[0] ?? {};
    expect(Math.abs(x + width / 2 - 900)).toBeLessThan(40);
    expect(Math.abs(y + height / 2 - 600)).toBeLessThan(40);
  },
);

test.each(sampleOf('degrees of a direction', [0, 7, 20, -30], 1))(
  'its direction is reported: %i degrees',
  async (degrees) => {
    const { skew, agreement } = directionOf(await pictureOf(degrees, 7));
    expect(Math.abs(skew - degrees)).toBeLessThan(3);
    expect(agreement).toBeGreaterThan(0.6);
  },
);

test('a plain ground and a frame are no symbols', () => {
  const [width, height] = [1200, 900];
  const values = new Uint8Array(width * height).fill(200);
  expect(regionsOf({ width, height, values })).toEqual([]);
  expect(directionOf({ width, height, values })).toEqual({ skew: 0, agreement: 0 });
  for (let y = 100; y < 800; y++) for (let x = 100; x < 1100; x++) values[y * width + x] = 40;
  expect(regionsOf({ width, height, values })).toEqual([]);
});
