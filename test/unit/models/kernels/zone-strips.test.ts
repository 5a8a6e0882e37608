import { expect, test } from 'vitest';
import { KERNEL } from '../../../../models/mrz/locate/kernel.ts';
import { createPyramid, levelOf } from '../../../../models/mrz/locate/pyramid.ts';
import { profileOf, ROWS, sumStrokes } from '../../../../models/mrz/locate/sight.ts';
import { straighten } from '../../../../models/mrz/locate/straighten.ts';
import { cutStrip } from '../../../../models/mrz/locate/strip.ts';
import { pointAt, type Track } from '../../../../models/mrz/locate/track.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import { inWholeRunAlone } from '../../../support/long.ts';
import { copyPlane, drawNoise, farthest, HALF, putPlane, random, seed, valueAt } from './zone-fixture.ts';

/** A picture of noise and a track across it, which may leave the picture. */
function drawTrack(): { image: GreyImage; track: Track } {
  const [width, height] = [100 + Math.floor(100 * random()), 100 + Math.floor(100 * random())];
  const bend = [4 * random(), 0.1 * random(), 0.001 * random()] as const;
  const [from, to] = [-80 * random() - 20, 80 * random() + 20];
  const [x, y] = [width * (0.2 + 0.6 * random()), height * (0.2 + 0.6 * random())];
  return {
    image: drawNoise(width, height),
    track: { x, y, degrees: 360 * random(), bend, from, to, capitals: 5 + 20 * random() },
  };
}

const toColours = ({ width, height, values }: GreyImage): { width: number; height: number; pixels: Uint8Array } => ({
  width,
  height,
  pixels: Uint8Array.from({ length: 3 * values.length }, (_, i) => values[Math.floor(i / 3)] ?? 0),
});

test('a line laid out straight has the values that lie along it', inWholeRunAlone('1 s'), () => {
  for (let round = 0; round < 12; round++) {
    using scratch = KERNEL.borrow();
    const { image, track } = drawTrack();
    const pyramid = createPyramid(scratch, toColours(image));
    const [stepAlong, stepAcross, rows] = [0.4 + 2 * random(), 0.4 + 2 * random(), 1 + Math.floor(40 * random())];
    const layout = { rows, stepAlong, stepAcross, from: track.from, to: track.to };
    const line = copyPlane(scratch, straighten(pyramid, track, layout));
    const { grey, scale } = levelOf(pyramid, Math.max(0, Math.round(Math.log2(Math.max(stepAlong, stepAcross)))));
    const source = copyPlane(scratch, grey);
    expect(line.width).toBe(Math.max(1, Math.round((track.to - track.from) / stepAlong)));
    const off = farthest(line.values, (i) => {
      const t = track.from + ((i % line.width) + 0.5) * stepAlong;
      const { x, y } = pointAt(track, t, (Math.floor(i / line.width) - (rows - 1) / 2) * stepAcross);
      return valueAt(source, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5);
    });
    expect(off, `round ${round}, seed ${seed}`).toBeLessThanOrEqual(HALF);
  }
});

test('strokes are summed up in parts, the last one shorter', () => {
  for (const width of [1, 2, 24, 25, 26, 41, 42, 50, 51, 75, 130]) {
    using scratch = KERNEL.borrow();
    const grey = drawNoise(width, ROWS);
    const strokes = sumStrokes(scratch, putPlane(scratch, grey));
    for (let from = 0; from < strokes.parts; from++) {
      const [begin, end] = [25 * from, Math.min(width, 25 * from + 50)];
      const to = Math.min(strokes.parts, from + 2);
      const expected = Array.from({ length: ROWS }, (_, y) => {
        let sum = 0;
        for (let x = begin; x < Math.min(end, width - 1); x++)
          sum += Math.abs((grey.values[y * width + x + 1] ?? 0) - (grey.values[y * width + x] ?? 0));
        return Math.fround(sum / (end - begin));
      });
      expect(profileOf(strokes, from, to), `width ${width}, seed ${seed}`).toEqual(expected);
    }
  }
});

test('columns and differences are summed up at any width', inWholeRunAlone('1 s'), () => {
  for (const [width, rows] of [
    [1, 1],
    [15, 20],
    [16, 3],
    [37, 20],
    [700, 20],
  ] as const) {
    using scratch = KERNEL.borrow();
    const { values } = drawNoise(width, rows + 1);
    const plane = putPlane(scratch, { width, height: rows + 1, values });
    const to = scratch.take(2 * width + 32);
    scratch.run.sumColumns(plane.at, width, rows, to);
    const columns = Array.from({ length: width }, (_, x) =>
      values.slice(0, rows * width).reduce((sum, value, i) => sum + (i % width === x ? value : 0), 0),
    );
    expect([...new Uint16Array(scratch.bytes(to, 2 * width).slice().buffer)], `seed ${seed}`).toEqual(columns);
    for (const offset of [1, width]) {
      const count = width * rows - 1;
      const differences = [...values.subarray(0, count)].map((value, i) => Math.abs((values[i + offset] ?? 0) - value));
      const expected = differences.reduce((a, b) => a + b, 0);
      expect(scratch.run.sumDifferences(plane.at, count, offset), `seed ${seed}`).toBe(expected);
    }
  }
});

/** For each column: the mean and the standard deviation of its pixels and of the 60 columns on both sides. */
function spreadsOf({ width, values }: GreyImage): { mean: number; spread: number }[] {
  const columns = Array.from({ length: width }, (_, x) => [...values.filter((_, i) => i % width === x)]);
  return columns.map((_, x) => {
    const around = columns.slice(Math.max(0, x - 60), x + 61).flat();
    const mean = around.reduce((a, b) => a + b, 0) / around.length;
    return { mean, spread: Math.sqrt(around.reduce((a, b) => a + (b - mean) ** 2, 0) / around.length) };
  });
}

test('a strip has the same mean and spread everywhere along it', inWholeRunAlone('1 s'), () => {
  for (let round = 0; round < 3; round++) {
    using scratch = KERNEL.borrow();
    const { image, track } = drawTrack();
    const pyramid = createPyramid(scratch, toColours(image));
    const pitch = 1.06 * track.capitals;
    const [from, to] = [track.from - 2 * pitch, track.to + 2 * pitch];
    const layout = { rows: 32, stepAlong: pitch / 20, stepAcross: track.capitals / 19.5, from, to };
    const line = copyPlane(scratch, straighten(pyramid, track, layout));
    const strip = copyPlane(scratch, cutStrip(pyramid, track, pitch));
    const spreads = spreadsOf(line);
    const off = farthest(strip.values, (i) => {
      const { mean = 0, spread = 0 } = spreads[i % line.width] ?? {};
      const even = 140 + (((line.values[i] ?? 0) - mean) * 45) / Math.max(5, spread);
      return Math.max(0, Math.min(255, even - 0.5));
    });
    expect(off, `round ${round}, seed ${seed}`).toBeLessThanOrEqual(HALF);
  }
});
