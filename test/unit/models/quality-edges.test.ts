import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { RasterImage } from '../../../models/ports.ts';
import { CUT_TEXT_SIDE_PIXELS } from '../../../models/quality/cut-text.ts';
import { hasPlainEdges } from '../../../models/quality/edges.ts';
import { markInk } from '../../../models/quality/ink.ts';
import { scaleGrey } from '../../../models/quality/scale.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { seededRandom } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { drawCard } from '../../support/specimens/card.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const { front } = await drawCard({ person: PEOPLE.clean, portrait: createCanvas(46, 59).toBuffer('image/png') });
const SEED = 20;
/** The columns and rows within which a cut row of text begins. */
const EDGE = 3;

/** The drawn card without `left` and `top` pixels, scaled to `width` pixels. */
async function part(left: number, top: number, width: number): Promise<RasterImage> {
  const { data, info } = await sharp(await sharp(front).extract({ left, top, width: 1200, height: 800 }).toBuffer())
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

async function inkAtEdges(image: RasterImage): Promise<number> {
  const { width, height, ink } = markInk(await scaleGrey(image, CUT_TEXT_SIDE_PIXELS));
  const isNear = (i: number): boolean =>
    Math.min(i % width, width - 1 - (i % width)) < EDGE ||
    Math.min(Math.floor(i / width), height - 1 - Math.floor(i / width)) < EDGE;
  return ink.filter((is, i) => is === 1 && isNear(i)).length;
}

test(`edges are called plain only where no ink is at them (seed ${SEED})`, inWholeRunAlone('1 s'), async () => {
  const random = seededRandom(SEED);
  const found = { plain: 0, ink: 0 };
  for (let i = 0; i < rounds(12, 5); i++) {
    const image = await part(Math.floor(400 * random()), Math.floor(200 * random()), 700 + Math.floor(900 * random()));
    const ink = await inkAtEdges(image);
    if (hasPlainEdges(image, CUT_TEXT_SIDE_PIXELS)) expect(ink, `part ${i}`).toBe(0);
    else if (ink > 0) found.ink++;
  }
  expect(found.ink).toBeGreaterThan(rounds(3, 0));
});

test('a whole card has plain edges, at any size; one dark stroke at any of them is seen', async () => {
  for (const width of [600, 1600]) {
    const { data, info } = await sharp(front).resize({ width }).raw().toBuffer({ resolveWithObject: true });
    const image = { width: info.width, height: info.height, pixels: new Uint8Array(data) };
    expect(hasPlainEdges(image, CUT_TEXT_SIDE_PIXELS), `${width}`).toBe(true);
    const [across, down] = [info.width - 1, info.height - 1];
    for (const [x, y] of [
      [0, down >> 1],
      [across, down >> 1],
      [across >> 1, 0],
      [across >> 1, down],
    ] as const) {
      const marked = { ...image, pixels: image.pixels.slice() };
      marked.pixels.fill(40, 3 * (y * info.width + x), 3 * (y * info.width + x + 1));
      expect(hasPlainEdges(marked, CUT_TEXT_SIDE_PIXELS), `${width}: ${x}, ${y}`).toBe(false);
    }
  }
});

test(
  'light that falls off along an edge is plain, and a picture that is all edge is not',
  inWholeRunAlone('1 s'),
  () => {
    const [width, height] = [1200, 800];
    const pixels = Uint8Array.from(
      { length: 3 * width * height },
      (_, i) => 90 + Math.floor((150 * (Math.floor(i / 3) % width)) / width),
    );
    expect(hasPlainEdges({ width, height, pixels }, CUT_TEXT_SIDE_PIXELS)).toBe(true);
    expect(hasPlainEdges({ width: 4, height: 4, pixels: new Uint8Array(48).fill(200) }, CUT_TEXT_SIDE_PIXELS)).toBe(
      false,
    );
  },
);
