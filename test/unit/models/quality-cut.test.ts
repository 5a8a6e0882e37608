import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import { CUT_TEXT_SIDE_PIXELS, findCutText } from '../../../models/quality/cut-text.ts';
import { measureQuality } from '../../../models/quality/measure.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { drawCard } from '../../support/specimens/card.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

/** A grey face is enough: these tests do not use it. */
const portrait = createCanvas(46, 59).toBuffer('image/png');
const { front, back } = await drawCard({ person: PEOPLE.clean, portrait });
/** Size of the drawn card in pixels. */
const [WIDTH, HEIGHT] = [1600, 1009];

interface Margins {
  left?: number;
  top?: number;
  right?: number;
  bottom?: number;
}

/** The picture without these margins (negative: with a table around it), turned by `degrees`, at the size of the search. */
async function look(picture: Buffer, margins: Margins = {}, degrees = 0): Promise<GreyImage> {
  const { left = 0, top = 0, right = 0, bottom = 0 } = margins;
  const table = { top: 400, left: 400, right: 400, bottom: 400, background: '#7a6a58' };
  const laid = await sharp(await sharp(picture).extend(table).png({ compressionLevel: 0 }).toBuffer())
    .rotate(degrees, { background: '#7a6a58' })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const [x, y] = [Math.round((laid.info.width - WIDTH) / 2), Math.round((laid.info.height - HEIGHT) / 2)];
  const part = { left: x + left, top: y + top, width: WIDTH - left - right, height: HEIGHT - top - bottom };
  const { data, info } = await sharp(await sharp(laid.data).extract(part).png({ compressionLevel: 0 }).toBuffer())
    .resize({ width: CUT_TEXT_SIDE_PIXELS, height: CUT_TEXT_SIDE_PIXELS, fit: 'inside' })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, values: data };
}

describe('text that runs into the edge of the picture', () => {
  test(
    'a whole card has none: cropped to its edges, and on a table, straight or turned',
    inWholeRunAlone('1 s'),
    async () => {
      for (const side of sampleOf('sides', [front, back], 1)) {
        expect(findCutText(await look(side))).toEqual({ letters: 0, side: null });
        const around = { left: -200, right: -200, top: -150, bottom: -150 };
        expect(findCutText(await look(side, around, 7))).toEqual({ letters: 0, side: null });
      }
    },
  );

  const CUTS: [string, Buffer, Margins, number][] = [
    ['left', back, { left: 160 }, 0],
    ['right', back, { right: 160 }, 0],
    ['left', back, { left: 240, right: -150, top: -100, bottom: -100 }, 4],
    ['right', back, { right: 240, left: -150, top: -100, bottom: -100 }, -4],
    ['left', front, { left: 640 }, 0],
    ['top', front, { top: 80 }, 0],
    ['bottom', back, { bottom: 110 }, 0],
  ];
  test.each(sampleOf('cards that are cut', CUTS, 1))(
    'a card cut at the %s shows it',
    async (side, picture, margins, degrees) => {
      const found = findCutText(await look(picture, margins, degrees));
      expect(found.side).toBe(side);
      expect(found.letters).toBeGreaterThanOrEqual(4);
    },
  );

  test('a pattern that fills the picture is no text, though its marks have the size of letters', () => {
    const cloth = (x: number, y: number): boolean => (x + y) % 18 < 9 && y % 14 < 11;
    const values = new Uint8Array(960 * 600).map((_, i) => (cloth(i % 960, Math.floor(i / 960)) ? 60 : 180));
    expect(findCutText({ width: 960, height: 600, values })).toEqual({ letters: 0, side: null });
  });

  test('the measures of a picture carry it', async () => {
    const { data, info } = await sharp(back)
      .extract({ left: 160, top: 0, width: WIDTH - 160, height: HEIGHT })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = { width: info.width, height: info.height, pixels: data };
    const { cutText, ...light } = await measureQuality(picture);
    expect(cutText?.side).toBe('left');
    expect(await measureQuality(picture, { cutText: false }), 'or does not, where it is not asked for').toEqual(light);
  });
});
