import { shrinkGrey } from './grey.ts';
import type { MrzScratch } from './kernel.ts';
import { type Plane, takePlane } from './plane.ts';

/** A turned picture, with the part of each row that shows the picture and not the empty area next to it. */
export interface TurnedPicture {
  grey: Plane;
  /** For each row: the first column inside, and the column after the last. */
  extents: Int32Array<ArrayBuffer>;
  /** Maps a pixel of the turned picture to the original. */
  toSource(x: number, y: number): [x: number, y: number];
}

/**
 * Returns `grey` turned so that text which runs `degrees` clockwise from horizontal becomes horizontal; bilinear, and large enough for every pixel.
 */
export function turnGrey(scratch: MrzScratch, grey: Plane, degrees: number): TurnedPicture {
  if (degrees === 0) return { grey, extents: wholeRows(grey), toSource: (x, y) => [x, y] };
  if (degrees === 90) return turnedByQuarter(scratch, grey);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(Math.abs(grey.width * cos) + Math.abs(grey.height * sin) - 1e-6);
  const height = Math.ceil(Math.abs(grey.width * sin) + Math.abs(grey.height * cos) - 1e-6);
  const toSource = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - (width - 1) / 2, y - (height - 1) / 2];
    return [(grey.width - 1) / 2 + dx * cos - dy * sin, (grey.height - 1) / 2 + dx * sin + dy * cos];
  };
  const extents = new Int32Array(2 * height);
  for (let y = 0; y < height; y++) {
    const [x0, y0] = toSource(0, y);
    const [left, right] = [insideFrom(x0, cos, grey.width), insideFrom(y0, sin, grey.height)];
    const from = Math.min(width, Math.max(0, left[0], right[0]));
    extents.set([from, Math.max(from, Math.min(width, left[1], right[1]))], 2 * y);
  }
  const turned = takePlane(scratch, width, height);
  const rows = scratch.put(new Uint8Array(extents.buffer));
  scratch.run.turn(grey.at, grey.width, grey.height, cos, sin, rows, width, height, turned.at);
  scratch.release(rows);
  return { grey: turned, extents, toSource };
}

/** Returns the range of steps in which `begin` + step * `slope` is between the first pixel's outer edge and the last one's. */
function insideFrom(begin: number, slope: number, length: number): [number, number] {
  if (Math.abs(slope) < 1e-9) return begin < -0.5 || begin > length - 0.5 ? [0, 0] : [0, Infinity];
  const ends = [(-0.5 - begin) / slope, (length - 0.5 - begin) / slope];
  return [Math.ceil(Math.min(...ends)), Math.floor(Math.max(...ends)) + 1];
}

function wholeRows({ width, height }: Plane): Int32Array<ArrayBuffer> {
  return new Int32Array(2 * height).map((_, i) => (i % 2) * width);
}

/** Turns by a quarter: vertical becomes horizontal. */
function turnedByQuarter(scratch: MrzScratch, { width, height, at }: Plane): TurnedPicture {
  const grey = takePlane(scratch, height, width);
  scratch.run.turnQuarter(at, width, height, grey.at);
  return { grey, extents: wholeRows(grey), toSource: (x, y) => [width - 1 - y, x] };
}

/** Returns the same at two thirds of its size. */
export function shrinkTurned(scratch: MrzScratch, turned: TurnedPicture): TurnedPicture {
  const factor = 3 / 2;
  // Two pixels for three; drops the rest.
  const grey = shrinkGrey(scratch, turned.grey, 3, 2, 2);
  const extents = new Int32Array(2 * grey.height);
  for (let y = 0; y < grey.height; y++) {
    const row = Math.min(turned.grey.height - 1, Math.floor((y + 0.5) * factor));
    extents[2 * y] = Math.ceil((turned.extents[2 * row] as number) / factor);
    extents[2 * y + 1] = Math.min(grey.width, Math.floor((turned.extents[2 * row + 1] as number) / factor));
  }
  const toSource = (x: number, y: number): [number, number] =>
    turned.toSource((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5);
  return { grey, extents, toSource };
}
