import type { Box, Turn } from '../../../models/ports.ts';
import type { BoxShare } from '../types.ts';

/** Of a picture in pixels, as it was handed to the engines. */
export interface PictureSize {
  width: number;
  height: number;
}

const DIGITS = 4;

/** `box`, in pixels of the picture turned by `turn`, as shares of that turned picture; what juts out of it is cut off. */
export function shareOf(box: Box, size: PictureSize, turn: Turn): BoxShare {
  const onSide = turn === 90 || turn === 270;
  const [width, height] = onSide ? [size.height, size.width] : [size.width, size.height];
  const [left, right] = [share(box.x, width), share(box.x + box.width, width)];
  const [top, bottom] = [share(box.y, height), share(box.y + box.height, height)];
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) };
}

function share(pixels: number, of: number): number {
  return rounded(Math.min(1, Math.max(0, pixels / of)));
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
