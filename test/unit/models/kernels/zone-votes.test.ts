import { expect, test } from 'vitest';
import { KERNEL } from '../../../../models/mrz/locate/kernel.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import { drawNoise, putPlane, random, SIZES, seed } from './zone-fixture.ts';

/** Numbers row by row. */
interface Numbers {
  width: number;
  height: number;
  values: readonly number[];
}

const isInside = ({ width, height }: GreyImage | Numbers, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height;

function strokesOf(grey: GreyImage): Numbers {
  const { width, height } = grey;
  const values = Array.from(grey.values, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (!isInside(grey, x - 1, y - 1) || !isInside(grey, x + 1, y + 1)) return 0;
    const across = (grey.values[i + 1] ?? 0) - (grey.values[i - 1] ?? 0);
    return Math.min(64, Math.hypot(across, (grey.values[i + width] ?? 0) - (grey.values[i - width] ?? 0)));
  });
  return { width, height, values };
}

/** The mean over five by five pixels; pixels outside count as 0. */
function blurred(plane: Numbers): Numbers {
  const values = plane.values.map((_, i) => {
    let sum = 0;
    for (let y = -2; y <= 2; y++)
      for (let x = -2; x <= 2; x++)
        if (isInside(plane, (i % plane.width) + x, Math.floor(i / plane.width) + y))
          sum += plane.values[i + y * plane.width + x] ?? 0;
    return sum / 25;
  });
  return { ...plane, values };
}

/** Means of the doubled angle of a gradient and of its square, over twelve by twelve pixels around a square of four by four. */
function tensorAt({ width, height, values }: Numbers, column: number, row: number): [number, number, number] {
  let [even, odd, energy] = [0, 0, 0];
  for (let y = Math.max(1, 4 * row - 4); y < Math.min(height - 1, 4 * row + 8); y++)
    for (let i = y * width + 4 * column - 4; i < y * width + 4 * column + 8; i++) {
      const dx = (values[i + 1] ?? 0) - (values[i - 1] ?? 0);
      const dy = (values[i + width] ?? 0) - (values[i - width] ?? 0);
      even += dx * dx - dy * dy;
      odd += 2 * dx * dy;
      energy += dx * dx + dy * dy;
    }
  return [even / 144, odd / 144, energy / 144];
}

function votesOf(grey: GreyImage): number[] {
  const density = blurred(blurred(strokesOf(grey)));
  const votes = new Array<number>(12).fill(0);
  for (let row = 1; row < Math.floor(grey.height / 4) - 1; row++)
    for (let column = 1; column < Math.floor(grey.width / 4) - 1; column++) {
      const [even, odd, energy] = tensorAt(density, column, row);
      if (energy < 1) continue;
      const turn = Math.round(((Math.atan2(odd, even) * 90) / Math.PI + 90) / 15) % 12;
      votes[turn] = (votes[turn] ?? 0) + ((even * even + odd * odd) / energy ** 2) * Math.sqrt(energy);
    }
  return votes;
}

/** Noise with lines of strokes at some angle. */
function drawText(width: number, height: number): GreyImage {
  const grey = drawNoise(width, height);
  const [cos, sin] = [Math.cos(6 * random()), Math.sin(6 * random())];
  for (let i = 0; i < grey.values.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if ((x * sin + y * cos + 1000) % 24 < 8) grey.values[i] = (x * cos - y * sin + 1000) % 4 < 2 ? 30 : 220;
  }
  return grey;
}

test.each([...SIZES, [120, 91] as const])(
  'votes of a picture of %i by %i are for the turns that its strokes run along',
  (width, height) => {
    for (const grey of [drawNoise(width, height), drawText(width, height)]) {
      using scratch = KERNEL.borrow();
      const { at } = putPlane(scratch, grey);
      const votes = scratch.take(12 * 8);
      scratch.run.countVotes(at, width, height, scratch.take(scratch.run.countVotesWork(width, height)), votes);
      const counted = [...scratch.doubles(votes, 12)];
      const expected = votesOf(grey);
      const total = expected.reduce((a, b) => a + b, 0);
      for (const [i, vote] of expected.entries())
        expect(Math.abs((counted[i] ?? 0) - vote), `turn ${i}, seed ${seed}`).toBeLessThanOrEqual(1e-4 * total);
    }
  },
);
