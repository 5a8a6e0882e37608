/** Shapes on a field of 32 × 32 units, y downwards, as `renderer/styles/icon.svg` has it. */
export type Shape = (x: number, y: number) => boolean;
type Point = readonly [x: number, y: number];

/** Steps into which a curve is cut: at 1024 pixels a step is still under half a pixel off. */
const CURVE_STEPS = 24;

function curve(from: Point, first: Point, second: Point, to: Point): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, step) => {
    const t = (step + 1) / CURVE_STEPS;
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3] as const;
    const at = (axis: 0 | 1): number =>
      weights[0] * from[axis] + weights[1] * first[axis] + weights[2] * second[axis] + weights[3] * to[axis];
    return [at(0), at(1)];
  });
}

/** The outline of the shield. */
export const SHIELD: readonly Point[] = [
  [16, 6],
  [24, 9.2],
  [24, 15.5],
  ...curve([24, 15.5], [24, 20.5], [20.7, 24.2], [16, 26]),
  ...curve([16, 26], [11.3, 24.2], [8, 20.5], [8, 15.5]),
  [8, 9.2],
];

/** The tick in the shield. */
export const TICK: readonly Point[] = [
  [12.3, 15.9],
  [15, 18.6],
  [19.9, 13.4],
];

/** What lies within an outline, by the number of its sides to the right of the point. */
export function within(outline: readonly Point[]): Shape {
  const all = sides(outline, true);
  return (x, y) => {
    let inside = false;
    for (const [[ax, ay], [bx, by]] of all) {
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
    return inside;
  };
}

/** A line of `width` along the points, with round ends and corners. */
export function line(points: readonly Point[], width: number, closed = false): Shape {
  const parts = sides(points, closed);
  const reach = width / 2;
  return (x, y) => parts.some(([a, b]) => isNear(x, y, a, b, reach));
}

export function disc([cx, cy]: Point, radius: number): Shape {
  return (x, y) => Math.hypot(x - cx, y - cy) <= radius;
}

/** A square over the whole field, with round corners. */
export function plate(radius: number): Shape {
  return (x, y) => {
    const dx = Math.max(radius - x, x - (32 - radius), 0);
    const dy = Math.max(radius - y, y - (32 - radius), 0);
    return x >= 0 && y >= 0 && x <= 32 && y <= 32 && Math.hypot(dx, dy) <= radius;
  };
}

/** A shape made larger from the middle of the field. */
export function larger(shape: Shape, by: number): Shape {
  return (x, y) => shape(16 + (x - 16) / by, 16 + (y - 16) / by);
}

function sides(points: readonly Point[], closed: boolean): (readonly [Point, Point])[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1] ?? (closed ? points[0] : undefined);
    return next ? [[point, next] as const] : [];
  });
}

/** Whether a point is no farther than `reach` from the part of a line between `a` and `b`. */
function isNear(x: number, y: number, [ax, ay]: Point, [bx, by]: Point, reach: number): boolean {
  // Most points are nowhere near: they are told so without a division.
  if (x < Math.min(ax, bx) - reach || x > Math.max(ax, bx) + reach) return false;
  if (y < Math.min(ay, by) - reach || y > Math.max(ay, by) + reach) return false;
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  const [ex, ey] = [x - ax - along * dx, y - ay - along * dy];
  return ex * ex + ey * ey <= reach * reach;
}
