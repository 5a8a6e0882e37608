import { expect, test } from 'vitest';
import { flatten, toSource } from '../../../../models/ocr/flatten.ts';
import { cutPart, groundOf } from '../../../../models/ocr/ground.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import type { Span } from '../../../../models/quality/ink.ts';
import { greyOf } from '../../../../models/quality/luma.ts';
import { copyPlane, putPlane } from '../../../../models/quality/plane.ts';
import { KERNEL } from '../../../../models/quality/text-kernel.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';

const seed = testSeed();
const random = seededRandom(seed);
const whole = (below: number): number => Math.floor(random() * below);

/** Sizes around those of vectors and of the squares in which the ground is measured. */
const SIZES = [
  [1, 1],
  [1, 50],
  [50, 1],
  [11, 13],
  [24, 24],
  [36, 37],
  [48, 60],
  [101, 75],
  [240, 130],
] as const;

/** Noise on light that falls off, with black places. */
function picture(width: number, height: number): GreyImage {
  const [bright, across, down, noise] = [80 + whole(176), random(), random(), 1 + whole(60)];
  const values = Uint8Array.from({ length: width * height }, (_, i) => {
    const light = bright - across * (i % width) - down * Math.floor(i / width);
    return Math.max(0, Math.min(255, random() < 0.02 ? 0 : light - whole(noise)));
  });
  return { width, height, values };
}

/** The grey value of a colour by its definition: weighted in linear light, then made grey again along straight lines between 256 points. */
function greyOfColour(colour: readonly number[]): number {
  const linear = (value: number): number =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const encoded = (share: number): number => (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
  const light = [0.2126, 0.7152, 0.0722].map((weight, i) => Math.round(linear(colour[i] ?? 0) * weight * 65535 * 256));
  const at = Math.min(255, (255 * (Math.floor(light.reduce((sum, part) => sum + part) / 256) + 0.5)) / 65536);
  const [from, to] = [0, 1].map((i) => Math.round(255 * encoded(Math.min(255, Math.floor(at) + i) / 255)));
  return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * (at - Math.floor(at)));
}

test(`grey is that of linear light, at any number of pixels (seed ${seed})`, () => {
  for (const width of [1, 3, 4, 5, 4_096, 4_097, 9_001]) {
    const dark = 1 + whole(256);
    const pixels = Uint8Array.from({ length: 3 * width }, (_, i) => (i < 3 ? 255 : whole(dark)));
    const expected = Uint8Array.from({ length: width }, (_, i) => greyOfColour([...pixels.subarray(3 * i, 3 * i + 3)]));
    expect(greyOf({ width, height: 1, pixels }).values).toEqual(expected);
  }
});

/** The brightness of a square of 24 pixels and half of each neighbour, using every second pixel: seven tenths of these do not exceed it. */
function brightnessOf({ width, height, values }: GreyImage, column: number, row: number): number {
  const taken: number[] = [];
  for (let y = Math.max(0, 24 * row - 12); y < Math.min(height, 24 * row + 36); y += 2)
    for (let x = Math.max(0, 24 * column - 12); x < Math.min(width, 24 * column + 36); x += 2)
      taken.push(values[y * width + x] ?? 0);
  return taken.toSorted((a, b) => a - b)[Math.ceil((7 * taken.length) / 10) - 1] ?? 0;
}

/** Computes each square only once, because a page has a thousand pixels for each. */
function brightnessIn(grey: GreyImage): (column: number, row: number) => number {
  const known = new Map<string, number>();
  return (column, row) => {
    const square = `${column}:${row}`;
    const value = known.get(square) ?? brightnessOf(grey, column, row);
    known.set(square, value);
    return value;
  };
}

/** Interpolates between the centres of the squares, with shares in 256ths. */
function groundAt(grey: GreyImage, brightness: (column: number, row: number) => number, x: number, y: number): number {
  const place = (at: number, length: number): [number, number, number] => {
    const count = Math.ceil(length / 24);
    const middle = Math.min(count - 1, Math.max(0, at / 24 - 0.5));
    const before = Math.floor(middle);
    return [before, Math.min(count - 1, before + 1), Math.round((middle - before) * 256)];
  };
  const [left, right, far] = place(x, grey.width);
  const [above, below, low] = place(y, grey.height);
  const mixed = (column: number): number => brightness(column, above) * (256 - low) + brightness(column, below) * low;
  return (mixed(left) * (256 - far) + mixed(right) * far) >> 16;
}

const inside = ({ left, right, top, bottom }: Span, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

test(`a part that is cut out has what is kept of it, evenly lit, and is white elsewhere (seed ${seed})`, () => {
  let kept = 0;
  for (const [width, height] of SIZES) {
    const grey = picture(width, height);
    using scratch = KERNEL.borrow();
    const ground = groundOf(putPlane(scratch, grey));
    const brightness = brightnessIn(grey);
    const page = { left: 0, top: 0, right: width - 1, bottom: height - 1 };
    const drawn = [0, 4, 8].map((count) => {
      const [left, top] = [whole(width) - 8, whole(height) - 8];
      const part = { left, top, right: left + whole(width) + 8, bottom: top + whole(height) + 8 };
      const spans = Array.from({ length: count }, (): Span => {
        const [x, y] = [left + whole(width) - 5, top + whole(height) - 5];
        return { left: x, top: y, right: x + whole(90), bottom: y + whole(90) };
      });
      return { part, spans };
    });
    // Also the whole page, since drawn parts and spans may cover little of it.
    for (const { part, spans } of [...drawn, { part: page, spans: [page] }]) {
      const image = cutPart(ground, part, spans);
      const expected = image.values.map((_, i) => {
        const [x, y] = [part.left + (i % image.width), part.top + Math.floor(i / image.width)];
        if (!inside(page, x, y) || !spans.some((span) => inside(span, x, y))) return 255;
        const [value, light] = [grey.values[y * width + x] ?? 0, groundAt(grey, brightness, x, y)];
        return value >= light ? 255 : Math.trunc((value * 255) / light);
      });
      expect([image.width, image.height]).toEqual([part.right - part.left + 1, part.bottom - part.top + 1]);
      expect(image.values, `${width} by ${height}: ${JSON.stringify({ part, spans })}`).toEqual(expected);
      kept += expected.filter((value) => value < 255).length;
    }
  }
  expect(kept).toBeGreaterThan(1000);
});

test(`a flattened picture is bilinear at each pixel (seed ${seed})`, () => {
  const grey = picture(61, 43);
  const slant = { slope: 0.3 * random() - 0.15, fan: 0.002 * random() - 0.001 };
  using scratch = KERNEL.borrow();
  const { image, frame } = flatten(putPlane(scratch, grey), slant);
  const { width, values } = copyPlane(image);
  const errors = Array.from(values, (value, i) => {
    const at = toSource(frame, { x: i % width, y: Math.floor(i / width) });
    const x = Math.min(grey.width - 1, Math.max(0, at.x));
    const y = Math.min(grey.height - 1, Math.max(0, at.y));
    const pixel = (column: number, row: number): number => {
      const [right, down] = [Math.min(grey.width - 1, column), Math.min(grey.height - 1, row)];
      return (grey.values[down * grey.width + right] ?? 0) * (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    };
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const sum = pixel(column, row) + pixel(column + 1, row) + pixel(column, row + 1) + pixel(column + 1, row + 1);
    return Math.abs(value + 0.5 - sum);
  });
  // The value is truncated to a whole number.
  expect(Math.max(...errors)).toBeLessThanOrEqual(0.5 + 1e-6);
});

/** Counts the feet at each height of the middle, spreads each over three rows, squares the counts and adds them up. Feet outside are ignored. */
function sumOf(x: Float64Array, y: Float64Array, height: number, fan: number, slope: number): number {
  const rows = new Array<number>(2 * height + 4).fill(0);
  for (const [i, across] of x.entries()) {
    const stretch = 1 / (1 + across * fan);
    const at = Math.floor((y[i] ?? 0) * stretch + height + 2.5 - slope * (across * stretch));
    if (at > 2 && at < rows.length - 3) rows[at] = (rows[at] ?? 0) + 1;
  }
  return rows.reduce((sum, count, i) => sum + ((rows[i - 1] ?? 0) + 2 * count + (rows[i + 1] ?? 0)) ** 2, 0);
}

test(`the sums of feet are those of their heights, whatever is outside (seed ${seed})`, () => {
  for (const [count, height] of [
    [1, 1],
    [30, 40],
    [31, 45],
    [500, 301],
  ] as const) {
    const x = Float64Array.from({ length: count }, () => 3 * height * (random() - 0.5));
    const y = Float64Array.from({ length: count }, () => 3 * height * (random() - 0.5));
    const slopes = Float64Array.from({ length: 9 }, () => random() - 0.5);
    const fan = (random() - 0.5) / height;
    using scratch = KERNEL.borrow();
    const [across, down, at] = [x, y, slopes].map((numbers) => scratch.put(new Uint8Array(numbers.buffer)));
    const [sums, work] = [scratch.take(8 * slopes.length), scratch.take(scratch.run.feetWorkBytes(count, height))];
    const places = [across, down, at] as [number, number, number];
    scratch.run.sumFeet(places[0], places[1], count, height, fan, places[2], slopes.length, sums, work);
    const found = new Float64Array(scratch.bytes(sums, 8 * slopes.length).slice().buffer);
    expect(found, `${count} feet`).toEqual(slopes.map((slope) => sumOf(x, y, height, fan, slope)));
  }
});
