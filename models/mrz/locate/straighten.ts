import type { GreyImage } from '../../quality/grey.ts';
import { bendAt, type Track } from './track.ts';
import { sampleGrey } from './turned.ts';

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
  for (let x = 0; x < width; x++) {
    sums.fill(0);
    for (let i = 0; i < samples; i++) {
      addColumn(grey, track, layout.from + (x + (i + 0.5) / samples) * stepAlong, layout, samples, sums);
    }
    for (let y = 0; y < rows; y++) values[y * width + x] = (sums[y] ?? 0) / (samples * samples) + 0.5;
  }
  return { width, height: rows, values };
}

function addColumn(
  grey: GreyImage,
  track: Track,
  t: number,
  layout: Layout,
  samples: number,
  sums: Float32Array,
): void {
  const angle = (track.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = layout.stepAcross / samples;
  const top = bendAt(track, t) - (layout.rows / 2) * layout.stepAcross + step / 2;
  const [x0, y0] = [track.x + t * cos - top * sin, track.y + t * sin + top * cos];
  let [x, y] = [x0, y0];
  for (let row = 0; row < layout.rows; row++) {
    let sum = 0;
    for (let i = 0; i < samples; i++, x -= step * sin, y += step * cos) sum += sampleGrey(grey, x, y);
    sums[row] = (sums[row] ?? 0) + sum;
  }
}
