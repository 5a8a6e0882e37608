import type { Box, Point, Quad, Turn } from '../../../models/ports.ts';
import type { BoxShare } from '../types.ts';

/** A picture's size in pixels, as it was passed to the engines. */
export interface PictureSize {
  width: number;
  height: number;
}

const DIGITS = 4;

/** Returns `box`, in pixels of the picture turned by `turn`, as shares of that turned picture. Anything outside it is cut off. */
export function shareOf(box: Box, size: PictureSize, turn: Turn): BoxShare {
  const onSide = turn === 90 || turn === 270;
  const [width, height] = onSide ? [size.height, size.width] : [size.width, size.height];
  const [left, right] = [share(box.x, width), share(box.x + box.width, width)];
  const [top, bottom] = [share(box.y, height), share(box.y + box.height, height)];
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) };
}

/**
 * Returns the smallest upright box around `quad` as shares of the picture turned by `turn`. `quad` is in pixels of the picture as
 * it was passed to the engines. Returns undefined if all of it lies outside the picture.
 */
export function shareOfQuad(quad: Quad, size: PictureSize, turn: Turn): BoxShare | undefined {
  const points = quad.map((point) => turned(point, size, turn));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = shareOf({ x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }, size, turn);
  return box.width > 0 && box.height > 0 ? box : undefined;
}

function turned({ x, y }: Point, { width, height }: PictureSize, turn: Turn): Point {
  if (turn === 90) return { x: height - y, y: x };
  if (turn === 180) return { x: width - x, y: height - y };
  return turn === 270 ? { x: y, y: width - x } : { x, y };
}

/** Converts a box of the picture turned by `from` into a box of the same picture turned by `to`. */
export function turnShare({ x, y, width, height }: BoxShare, from: Turn, to: Turn): BoxShare {
  const [right, low] = [rounded(1 - x - width), rounded(1 - y - height)];
  switch ((to - from + 360) % 360) {
    case 90:
      return { x: low, y: x, width: height, height: width };
    case 180:
      return { x: right, y: low, width, height };
    case 270:
      return { x: y, y: right, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}

/** Returns the intersection of two boxes over their union, 0..1: 1 if they are the same. */
export function sharedOf(a: BoxShare, b: BoxShare): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}

function share(pixels: number, of: number): number {
  return rounded(Math.min(1, Math.max(0, pixels / of)));
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
