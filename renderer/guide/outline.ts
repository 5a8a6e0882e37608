export interface Point {
  x: number;
  y: number;
}

/** Four corners in shares of the frame, from the one nearest to its upper left clockwise. */
export type Outline = readonly [Point, Point, Point, Point];

/** The upright box around an outline, in shares of the frame. */
export function bounds(outline: Outline): { left: number; top: number; right: number; bottom: number } {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The lengths of its sides in pixels of a picture: upper, right, lower, left. */
export function sidesOf(outline: Outline, size: { width: number; height: number }): [number, number, number, number] {
  return outline.map((from, i) => {
    const to = outline[(i + 1) % 4] as Point;
    return Math.hypot((to.x - from.x) * size.width, (to.y - from.y) * size.height);
  }) as [number, number, number, number];
}

/** The largest distance of two outlines' corners, in shares of the frame. */
export function shiftOf(one: Outline, other: Outline): number {
  return Math.max(...one.map(({ x, y }, i) => Math.hypot(x - (other[i] as Point).x, y - (other[i] as Point).y)));
}

/** The outline between two, at a share of the way from `one` to `other`. */
export function between(one: Outline, other: Outline, share: number): Outline {
  return one.map(({ x, y }, i) => {
    const to = other[i] as Point;
    return { x: x + share * (to.x - x), y: y + share * (to.y - y) };
  }) as unknown as Outline;
}
