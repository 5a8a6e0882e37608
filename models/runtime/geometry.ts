import type { Box, Point, Quad } from '../ports.ts';

/** The smallest box around some points, at least one. */
export function boxOfPoints(points: readonly Point[]): Box {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The smallest box around some, at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  return boxOfPoints(
    boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );
}

/** The four corners, each led elsewhere. */
export function mapQuad([a, b, c, d]: Quad, to: (point: Point) => Point): Quad {
  return [to(a), to(b), to(c), to(d)];
}

/** The middle one of some numbers, of two the larger; 0 where there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
