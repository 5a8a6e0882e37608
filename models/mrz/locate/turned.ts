import type { GreyImage } from '../../quality/grey.ts';
import { shrinkGrey } from './grey.ts';

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
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(Math.abs(grey.width * cos) + Math.abs(grey.height * sin) - 1e-6);
  const height = Math.ceil(Math.abs(grey.width * sin) + Math.abs(grey.height * cos) - 1e-6);
  const toSource = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
    return [(grey.width - 1) / 2 + dx * cos - dy * sin, (grey.height - 1) / 2 + dx * sin + dy * cos];
  };
  const from = new Int32Array(height).fill(width);
  const to = new Int32Array(height);
  const values = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [x0, y0] = toSource(0, y);
    for (let x = 0; x < width; x++) {
      const [sx, sy] = [x0 + x * cos, y0 + x * sin];
      if (sx < -0.5 || sy < -0.5 || sx > grey.width - 0.5 || sy > grey.height - 0.5) continue;
      values[y * width + x] = sampleGrey(grey, sx, sy) + 0.5;
      if (x < (from[y] ?? 0)) from[y] = x;
      to[y] = x + 1;
    }
  }
  return { grey: { width, height, values }, from, to, toSource };
}

function unturned(grey: GreyImage): TurnedPicture {
  const from = new Int32Array(grey.height);
  const to = new Int32Array(grey.height).fill(grey.width);
  return { grey, from, to, toSource: (x, y) => [x, y] };
}

export function shrinkTurned(turned: TurnedPicture, factor: number): TurnedPicture {
  const grey = shrinkGrey(turned.grey, factor);
  const from = new Int32Array(grey.height);
  const to = new Int32Array(grey.height);
  for (let y = 0; y < grey.height; y++) {
    const row = Math.min(turned.grey.height - 1, Math.floor((y + 0.5) * factor));
    from[y] = Math.ceil((turned.from[row] ?? 0) / factor);
    to[y] = Math.min(grey.width, Math.floor((turned.to[row] ?? 0) / factor));
  }
  const toSource = (x: number, y: number): [number, number] =>
    turned.toSource((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5);
  return { grey, from, to, toSource };
}

/** The grey value between pixels, bilinear; outside, that of the nearest pixel. */
export function sampleGrey({ width, height, values }: GreyImage, x: number, y: number): number {
  const cx = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const cy = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  return between({ width, values }, cx, cy);
}

/** The same where the point lies at least a pixel inside of the picture. */
export function sampleInside({ width, values }: GreyImage, x: number, y: number): number {
  return between({ width, values }, x, y);
}

function between({ width, values }: Pick<GreyImage, 'width' | 'values'>, cx: number, cy: number): number {
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
