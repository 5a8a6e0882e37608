import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildBand } from '../../../models/mrz/locate/band.ts';
import { KERNEL } from '../../../models/mrz/locate/kernel.ts';
import { createPyramid } from '../../../models/mrz/locate/pyramid.ts';
import type { LineStrip } from '../../../models/mrz/locate/strip.ts';
import { STRIP_HEIGHT, STRIP_PITCH, turnStrip } from '../../../models/mrz/locate/strip.ts';
import { trackBetween } from '../../../models/mrz/locate/track.ts';
import { locateBands } from '../../../models/mrz/locate.ts';
import type { Point, RasterImage } from '../../../models/ports.ts';
import { td1Lines, td3Lines } from '../../support/specimens/mrz.ts';
import { layPaper, printMrz, toJpeg, write } from '../../support/specimens/paper.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const PERSON = PEOPLE.clean;
const SIZE = { width: 800, height: 504 };
const MARGIN = 44;
const TOP = 330;

/** The lower part of a document, with a line of other text above the MRZ. */
async function drawZone(lines: readonly string[]): Promise<Buffer> {
  const paper = layPaper(SIZE.width, SIZE.height, '#f3f6f8', '#e3ebf1');
  write(paper, 'Date of issue: 12.05.2021', 60, 120, { sizePixels: 26 });
  await printMrz(paper, lines, MARGIN, TOP);
  return toJpeg(paper);
}

async function toImage(picture: Sharp): Promise<RasterImage> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Both ends of the centre line of each printed line, in a picture turned around its centre. */
function printedEnds(lines: readonly string[], image: RasterImage, degrees: number): [Point, Point][] {
  const pitch = (SIZE.width - 2 * MARGIN) / (lines[0]?.length ?? 1);
  const angle = (degrees * Math.PI) / 180;
  const turn = (x: number, y: number): Point => {
    const [dx, dy] = [x - SIZE.width / 2, y - SIZE.height / 2];
    return {
      x: image.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: image.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  };
  return lines.map((_, row) => {
    const y = TOP + row * pitch * (5 / 3) + pitch * (52 / 48 - 0.48);
    return [turn(MARGIN, y), turn(SIZE.width - MARGIN, y)];
  });
}

/** The distance of a point from the start of the strip, along its line and across it, in heights of the strip's capitals. */
function placeIn(
  { quad: [topLeft, topRight, , bottomLeft] }: LineStrip,
  point: Point,
): { along: number; across: number } {
  const capitals = Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y);
  const angle = Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x);
  const [dx, dy] = [point.x - (topLeft.x + bottomLeft.x) / 2, point.y - (topLeft.y + bottomLeft.y) / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { along: (dx * cos + dy * sin) / capitals, across: (dy * cos - dx * sin) / capitals };
}

/** The first and last row that is clearly darker than the paper, between two columns. */
function inkedRows({ width, values }: LineStrip, from: number, to: number): [number, number] {
  const rows = Array.from({ length: STRIP_HEIGHT }, (_, y) => {
    let sum = 0;
    for (let x = from; x < to; x++) sum += values[y * width + x] ?? 0;
    return sum / (to - from);
  });
  const paper = Math.max(...rows);
  const inked = rows.map((value) => paper - value > 0.3 * (paper - Math.min(...rows)));
  return [inked.indexOf(true), inked.lastIndexOf(true)];
}

function expectStraight(strip: LineStrip): void {
  const count = 4;
  const [begin, end] = [4 * STRIP_PITCH, strip.width - 5 * STRIP_PITCH];
  for (let i = 0; i < count; i++) {
    const at = begin + ((end - begin) * i) / count;
    const [top, bottom] = inkedRows(strip, Math.round(at), Math.round(at + (end - begin) / count));
    expect(Math.abs((top + bottom) / 2 - (STRIP_HEIGHT - 1) / 2)).toBeLessThanOrEqual(2);
    expect(bottom - top + 1).toBeGreaterThanOrEqual(16);
    expect(bottom - top + 1).toBeLessThanOrEqual(24);
  }
}

async function turned(picture: Buffer, degrees: number): Promise<RasterImage> {
  return toImage(sharp(picture).rotate(degrees, { background: '#6b5d4f' }));
}

describe('finding the lines of a zone', () => {
  const card = drawZone(td1Lines(PERSON));

  test.each([0, 8, 45, 90, 133, 180, 270, 341])('three lines of a card turned by %d degrees', async (degrees) => {
    const image = await turned(await card, degrees);
    const [band] = locateBands(image);
    const offDegrees = ((band?.angleDegrees ?? 90) - degrees + 540) % 360;
    expect(Math.abs(offDegrees - 180)).toBeLessThan(1);
    for (const [left, right] of printedEnds(td1Lines(PERSON), image, degrees)) {
      const strip = band?.strips.find((line) => Math.abs(placeIn(line, left).across) < 0.5);
      if (strip === undefined) expect.fail('a line was not found');
      expect(Math.abs(placeIn(strip, left).across)).toBeLessThan(0.12);
      expect(Math.abs(placeIn(strip, right).across)).toBeLessThan(0.12);
      expect(placeIn(strip, left).along).toBeGreaterThan(-1);
      expect(placeIn(strip, right).along).toBeLessThan((strip.width - 3 * STRIP_PITCH) / STRIP_PITCH);
      expectStraight(strip);
    }
  });

  test('two lines of a passport, 7 pixels high in a picture of 380', async () => {
    const picture = sharp(await drawZone(td3Lines(PERSON))).resize({ width: 380 });
    const [band] = locateBands(await toImage(picture));
    expect(band?.strips).toHaveLength(2);
    for (const strip of band?.strips ?? []) {
      expectStraight(strip);
      expect(strip.width).toBeGreaterThan(46 * STRIP_PITCH);
    }
  });

  test('a line that was missed, and the ends of those of which a part was seen', async () => {
    const lines = td1Lines(PERSON);
    const image = await turned(await card, 8);
    const ends = printedEnds(lines, image, 8);
    const pitch = (SIZE.width - 2 * MARGIN) / 30;
    const seen = [ends[0], ends[2]].map((line) => {
      if (line === undefined) expect.fail('three lines were drawn');
      const [left, right] = line;
      const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
      return trackBetween(middle, right, pitch);
    });
    using scratch = KERNEL.borrow();
    const band = buildBand(createPyramid(scratch, image), seen);
    expect(band?.strips).toHaveLength(3);
    for (const [i, strip] of (band?.strips ?? []).entries()) {
      const [left, right] = ends[i] ?? expect.fail('three lines were drawn');
      expect(Math.abs(placeIn(strip, left).across)).toBeLessThan(0.12);
      expect(placeIn(strip, left).along).toBeGreaterThan(-1);
      expect(placeIn(strip, right).along).toBeLessThan((strip.width - 3 * STRIP_PITCH) / STRIP_PITCH);
    }
  });

  test('small print in a large picture', async () => {
    const small = await sharp(await drawZone(td3Lines(PERSON)))
      .resize({ width: 420 })
      .rotate(17, { background: '#6b5d4f' })
      .toBuffer();
    const table = sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#6b5d4f' } });
    const [band] = locateBands(
      await toImage(
        sharp(
          await table
            .composite([{ input: small, left: 1500, top: 300 }])
            .png()
            .toBuffer(),
        ),
      ),
    );
    expect(band?.angleDegrees).toBeCloseTo(17, 0);
    expect(band?.strips.length).toBeGreaterThanOrEqual(2);
  });

  test('curled paper gives straight lines', async () => {
    const flat = await toImage(sharp(await drawZone(td3Lines(PERSON))));
    const [band] = locateBands(curl(flat, 14));
    expect(band?.strips).toHaveLength(2);
    for (const strip of band?.strips ?? []) expectStraight(strip);
  });

  test('pale print under a shadow comes out with full contrast', async () => {
    const image = await toImage(sharp(await card));
    for (let i = 0; i < image.pixels.length; i++) {
      const light = 1 - (0.6 * ((i / 3) % image.width)) / image.width;
      image.pixels[i] = light * (150 + 0.25 * (image.pixels[i] ?? 0));
    }
    const [band] = locateBands(image);
    expect(band?.strips).toHaveLength(3);
    for (const strip of band?.strips ?? []) {
      const text = strip.values.filter(
        (_, i) => i % strip.width > 3 * STRIP_PITCH && i % strip.width < strip.width - 4 * STRIP_PITCH,
      );
      expect(Math.max(...text) - Math.min(...text)).toBeGreaterThan(120);
      expectStraight(strip);
    }
  });

  test('empty paper shows none', () => {
    const image = { width: 600, height: 400, pixels: new Uint8Array(600 * 400 * 3).fill(230) };
    expect(locateBands(image)).toEqual([]);
  });

  test('a row of other text, though of even pitch, is too little for a zone', async () => {
    const paper = layPaper(SIZE.width, SIZE.height, '#f3f6f8', '#f3f6f8');
    write(paper, 'The holder of this card may stay and work in here', 40, 200, { sizePixels: 28 });
    expect(locateBands(await toImage(sharp(await toJpeg(paper))))).toEqual([]);
  });

  test('a frame of a drawing is no line of text', async () => {
    const paper = layPaper(SIZE.width, SIZE.height, '#ffffff', '#ffffff');
    for (const y of [200, 230, 260]) paper.context.strokeRect(40, y, 700, 0.5);
    const image = await toImage(sharp(await toJpeg(paper)).rotate(6, { background: '#ffffff' }));
    expect(locateBands(image)).toEqual([]);
  });
});

test('a strip turned twice is itself; turned once it begins where it ended', () => {
  const at = (x: number, y: number): Point => ({ x, y });
  const values = Uint8Array.from({ length: 3 * STRIP_HEIGHT }, (_, i) => i);
  const strip: LineStrip = { width: 3, height: 32, values, quad: [at(0, 0), at(9, 0), at(9, 4), at(0, 4)] };
  const once = turnStrip(strip);
  expect(once.quad).toEqual([at(9, 4), at(0, 4), at(0, 0), at(9, 0)]);
  expect(once.values[0]).toBe(3 * STRIP_HEIGHT - 1);
  expect(turnStrip(once)).toEqual(strip);
});

/** Lifts the middle of a picture by `lift` pixels, like a page that does not lie flat. */
function curl({ width, height, pixels }: RasterImage, lift: number): RasterImage {
  const curled = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = Math.min(height - 1, Math.round(y + lift * (1 - (2 * (x / width) - 1) ** 2)));
      for (let c = 0; c < 3; c++) curled[(y * width + x) * 3 + c] = pixels[(from * width + x) * 3 + c] ?? 0;
    }
  }
  return { width, height, pixels: curled };
}
