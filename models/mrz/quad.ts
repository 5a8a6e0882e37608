import type { Point, Quad } from '../ports.ts';

/** The part of a line between two shares of its length, 0..1 from where it begins. */
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
