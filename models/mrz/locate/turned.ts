import type { GreyImage } from '../../quality/grey.ts';
import { shrinkToTwoThirds } from './grey.ts';

/** A picture that was turned, with the part of each row that shows the picture and not the void beside it. */
export interface TurnedPicture {
  grey: GreyImage;
  /** First column of each row that is inside, and the column after the last. */
  from: Int32Array;
  to: Int32Array;
  /** Where a pixel of the turned picture lies in the one that was turned. */
  toSource(x: number, y: number): [x: number, y: number];
}

/**
 * `grey` turned so that text which runs `degrees` clockwise of horizontal becomes horizontal; bilinear, and as large as
 * it takes to hold every pixel.
 */
export function turnGrey(grey: GreyImage, degrees: number): TurnedPicture {
  if (degrees === 0) return unturned(grey);
  if (degrees === 90) return turnedByQuarter(grey);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(Math.abs(grey.width * cos) + Math.abs(grey.height * sin) - 1e-6);
  const height = Math.ceil(Math.abs(grey.width * sin) + Math.abs(grey.height * cos) - 1e-6);
  const toSource = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
    return [(grey.width - 1) / 2 + dx * cos - dy * sin, (grey.height - 1) / 2 + dx * sin + dy * cos];
  };
  const from = new Int32Array(height);
  const to = new Int32Array(height);
  const values = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [x0, y0] = toSource(0, y);
    const [left, right] = [insideFrom(x0, cos, grey.width), insideFrom(y0, sin, grey.height)];
    from[y] = Math.max(0, left[0], right[0]);
    to[y] = Math.max(from[y] as number, Math.min(width, left[1], right[1]));
    for (let x = from[y] as number, at = y * width + x; x < (to[y] as number); x++, at++)
      values[at] = sampleGrey(grey, x0 + x * cos, y0 + x * sin) + 0.5;
  }
  return { grey: { width, height, values }, from, to, toSource };
}

/** From which step on, and before which, `begin` + step * `slope` lies between the first pixel's outer edge and the last one's. */
function insideFrom(begin: number, slope: number, length: number): [number, number] {
  if (Math.abs(slope) < 1e-9) return begin < -0.5 || begin > length - 0.5 ? [0, 0] : [0, Infinity];
  const ends = [(-0.5 - begin) / slope, (length - 0.5 - begin) / slope];
  return [Math.ceil(Math.min(...ends)), Math.floor(Math.max(...ends)) + 1];
}

function unturned(grey: GreyImage): TurnedPicture {
  const from = new Int32Array(grey.height);
  const to = new Int32Array(grey.height).fill(grey.width);
  return { grey, from, to, toSource: (x, y) => [x, y] };
}

/** What runs downwards becomes horizontal. */
function turnedByQuarter(grey: GreyImage): TurnedPicture {
  const [width, height] = [grey.height, grey.width];
  const values = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0, from = height - 1 - y; x < width; x++, at++, from += height)
      values[at] = grey.values[from] as number;
  const from = new Int32Array(height);
  const to = new Int32Array(height).fill(width);
  return { grey: { width, height, values }, from, to, toSource: (x, y) => [height - 1 - y, x] };
}

/** The same at two thirds of its size. */
export function shrinkTurned(turned: TurnedPicture): TurnedPicture {
  const factor = 3 / 2;
  const grey = shrinkToTwoThirds(turned.grey);
  const from = new Int32Array(grey.height);
  const to = new Int32Array(grey.height);
  for (let y = 0; y < grey.height; y++) {
    const row = Math.min(turned.grey.height - 1, Math.floor((y + 0.5) * factor));
    from[y] = Math.ceil((turned.from[row] as number) / factor);
    to[y] = Math.min(grey.width, Math.floor((turned.to[row] as number) / factor));
  }
  const toSource = (x: number, y: number): [number, number] =>
    turned.toSource((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5);
  return { grey, from, to, toSource };
}

/** The grey value between pixels, bilinear; outside, that of the nearest pixel. */
export function sampleGrey({ width, height, values }: GreyImage, x: number, y: number): number {
  const cx = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const cy = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const x0 = cx | 0;
  const y0 = cy | 0;
  const fx = cx - x0;
  const at = y0 * width + x0;
  const above = values[at] as number;
  const below = values[at + width] as number;
  const top = above + ((values[at + 1] as number) - above) * fx;
  const bottom = below + ((values[at + width + 1] as number) - below) * fx;
  return top + (bottom - top) * (cy - y0);
}
