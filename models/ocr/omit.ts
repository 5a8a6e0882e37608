import type { Point, Quad, RasterImage, Turn } from '../ports.ts';
import type { Span } from '../quality/ink.ts';
import { isInQuad, mapQuad } from '../runtime/geometry.ts';
import { type FlatFrame, toSource } from './flatten.ts';

/** How much an omitted part is widened on each side, in its heights: letters extend beyond their line. */
const MARGIN_HEIGHTS = 0.35;

/** Maps `quad` of an unturned picture to the same picture turned clockwise. */
export function turnQuad(quad: Quad, { width, height }: Pick<RasterImage, 'width' | 'height'>, turn: Turn): Quad {
  const turned = ({ x, y }: Point): Point => {
    if (turn === 90) return { x: height - y, y: x };
    if (turn === 180) return { x: width - x, y: height - y };
    return turn === 270 ? { x: y, y: width - x } : { x, y };
  };
  return mapQuad(quad, turned);
}

/** The position of the picture that is read in the one that `quads` refer to. */
interface Placed {
  scale: number;
  frame?: FlatFrame;
}

/** Returns whether a mark, in pixels of the picture that is read, has its middle in one of `quads`, of the original. */
export function insideOf(quads: readonly Quad[], { scale, frame }: Placed): (mark: Span) => boolean {
  const wide = quads.map(widen);
  return ({ left, right, top, bottom }) => {
    const read = { x: (left + right + 1) / 2, y: (top + bottom + 1) / 2 };
    const { x, y } = frame ? toSource(frame, read) : read;
    return wide.some((quad) => isInQuad(quad, { x: x / scale, y: y / scale }));
  };
}

/** Widens along and across the line by the same length. */
function widen([a, b, c, d]: Quad): Quad {
  const [length, height] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y)];
  const by = MARGIN_HEIGHTS * height;
  const along = { x: ((b.x - a.x) / length) * by, y: ((b.y - a.y) / length) * by };
  const down = { x: ((d.x - a.x) / height) * by, y: ((d.y - a.y) / height) * by };
  const moved = ({ x, y }: Point, right: number, below: number): Point => ({
    x: x + right * along.x + below * down.x,
    y: y + right * along.y + below * down.y,
  });
  return [moved(a, -1, -1), moved(b, 1, -1), moved(c, 1, 1), moved(d, -1, 1)];
}
