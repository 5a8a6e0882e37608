import type { Box, Point, Quad } from '../ports.ts';

/** The smallest box around some, at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The four corners, each led elsewhere. */
export function mapQuad([a, b, c, d]: Quad, to: (point: Point) => Point): Quad {
  return [to(a), to(b), to(c), to(d)];
}

/** The middle one of some numbers, of two the larger; 0 where there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
