import type { Point } from '../ports.ts';
import { type Plane, takePlane } from '../quality/plane.ts';
import type { Slant } from './slant.ts';

/** A picture with level rows, as a view of its source. */
export interface Flattened {
  image: Plane;
  frame: FlatFrame;
}

/** The mapping of a flattened picture's pixels to its source. Plain numbers, so that it can move between threads. */
export interface FlatFrame {
  /** The source's size, in pixels. */
  width: number;
  height: number;
  slant: Slant;
  /** The flattened picture's upper left corner, relative to the source's centre. */
  left: number;
  top: number;
}

/**
 * Turns and fans a picture so that its rows of text are level, bilinear, into another place of the kernel's memory;
 * pixels outside the source get the nearest pixel's value.
 */
export function flatten(source: Plane, slant: Slant): Flattened {
  const frame = frameOf(source, slant);
  const image = takePlane(source.scratch, { width: -2 * frame.left, height: -2 * frame.top });
  const { cos, sin, fan } = turnOf(slant);
  const { sampleRow } = source.scratch.run;
  for (let row = 0; row < image.height; row++) {
    const v = row + frame.top;
    // A row of the flattened picture moves through its source in equal steps.
    const step = { x: cos - v * fan * sin, y: sin + v * fan * cos };
    const start = { x: frame.left * step.x - v * sin, y: frame.left * step.y + v * cos };
    const [x, y] = [start.x + source.width / 2, start.y + source.height / 2];
    const to = image.at + row * image.width;
    sampleRow(source.at, source.width, source.height, x, y, step.x, step.y, to, image.width);
  }
  return { image, frame };
}

/** Maps a point of the flattened picture to its source, in pixels. */
export function toSource({ width, height, slant, left, top }: FlatFrame, { x, y }: Point): Point {
  const { cos, sin, fan } = turnOf(slant);
  const u = x + left;
  const w = (y + top) * (1 + u * fan);
  return { x: u * cos - w * sin + width / 2, y: u * sin + w * cos + height / 2 };
}

/**
 * The rows meet in one point, which is 1 / fan from the centre on the middle row: along that row, which is turned by
 * atan(slope), it is 1 / cos as far away.
 */
function turnOf({ slope, fan }: Slant): { cos: number; sin: number; fan: number } {
  const angle = Math.atan(slope);
  return { cos: Math.cos(angle), sin: Math.sin(angle), fan: fan * Math.cos(angle) };
}

/** Large enough that no corner is lost. */
function frameOf({ width, height }: Plane, slant: Slant): FlatFrame {
  const { cos, sin, fan } = turnOf(slant);
  const corners = [-1, 1].flatMap((across) =>
    [-1, 1].map((down) => {
      const [x, y] = [(across * width) / 2, (down * height) / 2];
      const u = x * cos + y * sin;
      return { u, v: (y * cos - x * sin) / (1 + u * fan) };
    }),
  );
  const left = -Math.ceil(Math.max(...corners.map(({ u }) => Math.abs(u))));
  const top = -Math.ceil(Math.max(...corners.map(({ v }) => Math.abs(v))));
  return { width, height, slant, left, top };
}
