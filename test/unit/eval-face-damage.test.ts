import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { FACE_DAMAGES } from '../eval/face-damage.ts';
import { printFace } from '../eval/face-print.ts';
import { rawOf } from '../eval/raw-picture.ts';

const [WIDTH, HEIGHT, FACE] = [90, 120, 100];

/** Dark and light stripes of one pixel, so that each kind of damage removes something. */
const STRIPES = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => (Math.floor(i / 3) % 2 === 0 ? 40 : 220));
const file = () =>
  sharp(STRIPES, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();

/** A picture of one grey value after printing. */
async function printed(grey: number, face = FACE) {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(grey);
  return await printFace({ data, width: WIDTH, height: HEIGHT }, face);
}

function meanOf(data: Uint8Array, channel: number): number {
  const values = data.filter((_, i) => i % 3 === channel);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviationOf(data: Uint8Array): number {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
}

describe.each(FACE_DAMAGES)('$name', ({ damage }) => {
  test('keeps the size, gives the same each time and another picture than before', async () => {
    const bytes = await damage(await file(), FACE);
    expect(bytes.equals(await damage(await file(), FACE))).toBe(true);
    const { data, width, height } = await rawOf(bytes);
    expect({ width, height }).toEqual({ width: WIDTH, height: HEIGHT });
    expect(Buffer.from(data).equals(STRIPES)).toBe(false);
  });

  test('lays a picture upright that was taken sideways', async () => {
    const turned = await sharp(await file())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height } = await rawOf(await damage(turned, FACE));
    expect({ width, height }).toEqual({ width: HEIGHT, height: WIDTH });
  });
});

test('a face that has no more pixels than it is to have stays as it is', async () => {
  const small = FACE_DAMAGES[0];
  const { data } = await rawOf((await small?.damage(await file(), 33)) ?? Buffer.of());
  expect(Buffer.from(data).equals(STRIPES)).toBe(true);
});

test('a picture twice as large is blurred twice as far', async () => {
  const edge = (width: number) =>
    sharp({ create: { width, height: 8, channels: 3, background: '#000000' } })
      .composite([
        { input: { create: { width: width / 2, height: 8, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer();
  const widthOfEdge = async (width: number): Promise<number> => {
    const { data } = await rawOf((await FACE_DAMAGES[2]?.damage(await edge(width), FACE)) ?? Buffer.of());
    return data.slice(0, width * 3).filter((value) => value > 20 && value < 235).length / 3;
  };
  const [one, two] = [await widthOfEdge(500), await widthOfEdge(1000)];
  expect(two / one).toBeGreaterThan(1.8);
  expect(two / one).toBeLessThan(2.2);
});

describe('print', () => {
  test('black fades, white yellows, and what lies between keeps its order', async () => {
    const [black, grey, white] = [await printed(0), await printed(128), await printed(255)];
    const means = [black, grey, white].map(({ data }) => meanOf(data, 0));
    expect(means).toEqual([...means].sort((a, b) => a - b));
    expect(meanOf(black.data, 0)).toBeGreaterThan(10);
    expect(meanOf(white.data, 2)).toBeLessThan(meanOf(white.data, 0));
    expect(meanOf(black.data, 2)).toBeGreaterThan(meanOf(black.data, 0) + 10);
  });

  test('an even grey becomes dots whose pitch is a share of the face; from far they are as dark as the grey was', async () => {
    const [dots, white] = [await printed(128, 360), await printed(255, 360)];
    expect(deviationOf(dots.data)).toBeGreaterThan(1.5 * deviationOf(white.data));
    expect(Math.abs(meanOf(dots.data, 1) - meanOf((await printed(128, 90)).data, 1))).toBeLessThan(5);
  });
});
