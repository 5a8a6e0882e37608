import type { Box, Point, Quad } from '../ports.ts';

/** Returns the smallest box around some points, at least one. */
export function boxOfPoints(points: readonly Point[]): Box {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Returns the smallest box around some boxes, at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  return boxOfPoints(
    boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );
}

/** Returns whether a point is on the same side of all four edges. */
export function isInQuad(quad: Quad, { x, y }: Point): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % quad.length] ?? a;
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
  });
}

/** Maps each of the four corners. */
export function mapQuad([a, b, c, d]: Quad, to: (point: Point) => Point): Quad {
  return [to(a), to(b), to(c), to(d)];
}

/** Returns the part of a line between two shares of its length, 0..1 from its start. */
export function partOfQuad([topLeft, topRight, bottomRight, bottomLeft]: Quad, from: number, to: number): Quad {
  return [
    between(topLeft, topRight, from),
    between(topLeft, topRight, to),
    between(bottomLeft, bottomRight, to),
    between(bottomLeft, bottomRight, from),
  ];
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

/** Returns the middle of some numbers, of two the larger; 0 if there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
