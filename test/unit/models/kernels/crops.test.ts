import { expect, test } from 'vitest';
import { type CropForm, Crops, type Similarity } from '../../../../models/face/crops.ts';
import type { RasterImage } from '../../../../models/ports.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';

/** The value of one colour at a position, where whole numbers are the centres of pixels. The surroundings of the picture are black. */
function valueAt({ width, height, pixels }: RasterImage, x: number, y: number, colour: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, low] = [x - left, y - top];
  const at = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= height ? 0 : (pixels[3 * (row * width + column) + colour] ?? 0);
  if (left >= 0 && top >= 0 && x < width - 1 && y < height - 1) {
    const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * right;
    const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * right;
    return upper + (lower - upper) * low;
  }
  const above = (1 - right) * (1 - low) * at(left, top) + right * (1 - low) * at(left + 1, top);
  return above + (1 - right) * low * at(left, top + 1) + right * low * at(left + 1, top + 1);
}

function halve(image: RasterImage): RasterImage {
  const [width, height] = [Math.ceil(image.width / 2), Math.ceil(image.height / 2)];
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y] = [2 * (Math.floor(i / 3) % width), 2 * Math.floor(i / 3 / width)];
    const at = (column: number, row: number): number =>
      image.pixels[
        3 * (Math.min(row, image.height - 1) * image.width + Math.min(column, image.width - 1)) + (i % 3)
      ] as number;
    return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1) + 2) >> 2;
  });
  return { width, height, pixels };
}

/** The crop computed by its definition, value by value. */
function plainCrop(picture: RasterImage, map: Similarity, size: number, form: Required<CropForm>): Float32Array {
  let [image, { a, b, dx, dy }] = [picture, map];
  while (Math.hypot(a, b) > 2) [image, a, b, dx, dy] = [halve(image), a / 2, b / 2, dx / 2, dy / 2];
  return Float32Array.from({ length: size * size * 3 }, (_, i) => {
    const [place, channel] = [Math.floor(i / 3) % size, i % 3];
    const [row, column] = [Math.floor(i / 3 / size), form.mirrored ? size - 1 - place : place];
    const x = a * 0.5 - b * (row + 0.5) + dx - 0.5 + a * column;
    const y = b * 0.5 + a * (row + 0.5) + dy - 0.5 + b * column;
    const colour = form.blueFirst ? 2 - channel : channel;
    return (valueAt(image, x, y, colour) - (form.less[colour] as number)) * form.gain;
  });
}

/** For values 0..255: weights are rounded to 2^14ths, and values to 32 bits several times. */
const ERROR_MAX = 255 / 2 ** 15 + 2e-4;

test('crops of any picture, turn, scale and form are what is defined', () => {
  const seed = testSeed();
  console.info(`CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(end * random());
  for (let round = 0; round < 60; round++) {
    const [width, height] = [1 + below(round % 3 === 0 ? 5 : 90), 1 + below(round % 4 === 0 ? 5 : 90)];
    const pixels = Uint8Array.from({ length: width * height * 3 }, () => below(256));
    const image = { width, height, pixels };
    using crops = new Crops(image, 40);
    for (let crop = 0; crop < 3; crop++) {
      const size = 1 + below(40);
      const [scale, turn] = [0.1 + 6 * random() ** 2, below(3) === 0 ? 0 : 7 * random()];
      const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)];
      const [dx, dy] = [width * random() - (a - b) * size * random(), height * random() - (a + b) * size * random()];
      const less = [255 * random(), 255 * random(), 255 * random()] as const;
      const form = { less, gain: random(), blueFirst: below(2) === 0, mirrored: below(2) === 0 };
      const expected = plainCrop(image, { a, b, dx, dy }, size, form);
      const made = crops.square({ a, b, dx, dy }, size, form);
      expect(made.length).toBe(expected.length);
      const error = made.reduce((most, value, i) => Math.max(most, Math.abs(value - (expected[i] as number))), 0);
      const told = `${width} x ${height}, crop of ${size}, ${JSON.stringify({ a, b, dx, dy, form })}`;
      expect(error, told).toBeLessThanOrEqual(form.gain * ERROR_MAX);
    }
  }
});
