import type { Point } from '../ports.ts';
import type { GreyImage } from '../quality/grey.ts';
import type { Slant } from './slant.ts';

/** A picture whose rows lie level, as a window on the one it was made from. */
export interface Flattened {
  image: GreyImage;
  frame: FlatFrame;
}

/** How the pixels of a flattened picture lie in its source. Plain numbers, so that it can move between threads. */
export interface FlatFrame {
  /** Of the source, in pixels. */
  width: number;
  height: number;
  slant: Slant;
  /** The flattened picture's upper left corner, from the source's middle. */
  left: number;
  top: number;
}

/** Turns and fans a picture so that its rows of text lie level; what lay outside of it takes the nearest pixel's value. */
export function flatten(source: GreyImage, slant: Slant): Flattened {
  const frame = frameOf(source, slant);
  const [width, height] = [-2 * frame.left, -2 * frame.top];
  const values = new Uint8Array(width * height);
  const { cos, sin, fan } = turnOf(slant);
  for (let row = 0; row < height; row++) {
    const v = row + frame.top;
    // Along a row of the flattened picture its source is gone through in equal steps.
    const step = { x: cos - v * fan * sin, y: sin + v * fan * cos };
    const start = { x: frame.left * step.x - v * sin, y: frame.left * step.y + v * cos };
    sampleRow(values.subarray(row * width, (row + 1) * width), source, start, step);
  }
  return { image: { width, height, values }, frame };
}

/** Where a point of the flattened picture lies in its source, in pixels of it. */
export function toSource({ width, height, slant, left, top }: FlatFrame, { x, y }: Point): Point {
  const { cos, sin, fan } = turnOf(slant);
  const u = x + left;
  const w = (y + top) * (1 + u * fan);
  return { x: u * cos - w * sin + width / 2, y: u * sin + w * cos + height / 2 };
}

/**
 * The rows meet in one point, on the middle row at 1 / fan from the centre: seen along that row, which is turned by
 * atan(slope), it lies 1 / cos as far off.
 */
function turnOf({ slope, fan }: Slant): { cos: number; sin: number; fan: number } {
  const angle = Math.atan(slope);
  return { cos: Math.cos(angle), sin: Math.sin(angle), fan: fan * Math.cos(angle) };
}

/** Large enough that no corner is lost. */
function frameOf({ width, height }: GreyImage, slant: Slant): FlatFrame {
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

/** Bilinear; x and y from the middle. */
function sampleRow(to: Uint8Array, { width, height, values }: GreyImage, start: Point, step: Point): void {
  const startX = start.x + width / 2;
  const startY = start.y + height / 2;
  for (let i = 0; i < to.length; i++) {
    const atX = clamp(startX + i * step.x, width - 1);
    const atY = clamp(startY + i * step.y, height - 1);
    const column = Math.min(Math.floor(atX), width - 2);
    const row = Math.min(Math.floor(atY), height - 2);
    const right = atX - column;
    const at = row * width + column;
    const above = (values[at] as number) * (1 - right) + (values[at + 1] as number) * right;
    const below = (values[at + width] as number) * (1 - right) + (values[at + width + 1] as number) * right;
    const down = atY - row;
    to[i] = above * (1 - down) + below * down;
  }
}

function clamp(value: number, max: number): number {
  return value < 0 ? 0 : value > max ? max : value;
}
