import type { GreyImage } from '../../quality/grey.ts';
import { bendAt, type Track } from './track.ts';
import { sampleGrey, sampleInside } from './turned.ts';

/** How a line is to be laid out straight. */
export interface Layout {
  /** Rows of the result; the line's middle runs through the middle of them. */
  rows: number;
  /** Pixels of the picture for one pixel of the result, along the line and across. */
  stepAlong: number;
  stepAcross: number;
  /** Along the track, in pixels of the picture. */
  from: number;
  to: number;
}

/** More samples than this along and across a pixel of the result gain nothing. */
const SAMPLES_MAX = 3;

/** The line laid out straight from the picture's own pixels, each pixel the mean of the area it covers; borders repeat. */
export function straighten(grey: GreyImage, track: Track, layout: Layout): GreyImage {
  const { rows, stepAlong, stepAcross } = layout;
  const width = Math.max(1, Math.round((layout.to - layout.from) / stepAlong));
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(Math.max(stepAlong, stepAcross))));
  const values = new Uint8Array(width * rows);
  const sums = new Float32Array(rows);
  const angle = (track.degrees * Math.PI) / 180;
  const column: Column = { cos: Math.cos(angle), sin: Math.sin(angle), step: stepAcross / samples, samples, sums };
  for (let x = 0; x < width; x++) {
    sums.fill(0);
    for (let i = 0; i < samples; i++) {
      const t = layout.from + (x + (i + 0.5) / samples) * stepAlong;
      const top = bendAt(track, t) - (rows / 2) * stepAcross + column.step / 2;
      addColumn(grey, track.x + t * column.cos - top * column.sin, track.y + t * column.sin + top * column.cos, column);
    }
    for (let y = 0; y < rows; y++) values[y * width + x] = (sums[y] as number) / (samples * samples) + 0.5;
  }
  return { width, height: rows, values };
}

/** How a column runs across the line, and the sums of its rows. */
interface Column {
  cos: number;
  sin: number;
  /** Pixels of the picture from one sample to the next. */
  step: number;
  samples: number;
  sums: Float32Array;
}

/** Adds the samples from (`x`, `y`) on. Most columns lie inside of the picture, where no sample is held against its borders. */
function addColumn(grey: GreyImage, x: number, y: number, { cos, sin, step, samples, sums }: Column): void {
  const count = sums.length * samples;
  const [right, down] = [-step * sin, step * cos];
  const inside = isInside(grey, x, y) && isInside(grey, x + count * right, y + count * down);
  for (let row = 0; row < sums.length; row++) {
    let sum = 0;
    if (inside) for (let i = 0; i < samples; i++, x += right, y += down) sum += sampleInside(grey, x, y);
    else for (let i = 0; i < samples; i++, x += right, y += down) sum += sampleGrey(grey, x, y);
    sums[row] = (sums[row] as number) + sum;
  }
}

/** A pixel's distance from the borders is kept: sums of many steps are not exact. */
function isInside({ width, height }: GreyImage, x: number, y: number): boolean {
  return x >= 1 && y >= 1 && x <= width - 3 && y <= height - 3;
}
