import type { Point, Quad } from '../../ports.ts';

/**
 * The middle of a line of capitals in the picture: from the point (`x`, `y`) it runs `t` pixels in the direction `degrees` clockwise from rightwards
 * and deviates from it by `bend` (c0 + c1 t + c2 t^2) downwards, relative to the text.
 */
export interface Track {
  x: number;
  y: number;
  degrees: number;
  bend: readonly [number, number, number];
  /** The start and end of the text, as `t`. */
  from: number;
  to: number;
  /** Height of the capitals in pixels. */
  capitals: number;
}

export function bendAt({ bend: [c0, c1, c2] }: Track, t: number): number {
  return c0 + t * (c1 + t * c2);
}

/** Returns the point `n` pixels below the middle of the line at `t`. */
export function pointAt(track: Track, t: number, n: number): Point {
  const angle = (track.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const down = bendAt(track, t) + n;
  return { x: track.x + t * cos - down * sin, y: track.y + t * sin + down * cos };
}

/** Returns the position of a picture's point along the track. */
export function alongTrack({ x, y, degrees }: Track, point: Point): number {
  const angle = (degrees * Math.PI) / 180;
  return (point.x - x) * Math.cos(angle) + (point.y - y) * Math.sin(angle);
}

/** Returns the straight track between two points. */
export function trackBetween(left: Point, right: Point, capitals: number): Track {
  const [dx, dy] = [right.x - left.x, right.y - left.y];
  const half = Math.hypot(dx, dy) / 2;
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  const [x, y] = [(left.x + right.x) / 2, (left.y + right.y) / 2];
  return { x, y, degrees, bend: [0, 0, 0], from: -half, to: half, capitals };
}

/** Returns the same line, with direction and origin chosen so that `bend` holds only curl. */
export function levelTrack(track: Track): Track {
  const middle = (track.from + track.to) / 2;
  const origin = pointAt(track, middle, 0);
  const slope = track.bend[1] + 2 * track.bend[2] * middle;
  const stretch = Math.hypot(1, slope);
  return {
    ...origin,
    degrees: track.degrees + (Math.atan(slope) * 180) / Math.PI,
    bend: [0, 0, track.bend[2] / stretch],
    from: (track.from - middle) * stretch,
    to: (track.to - middle) * stretch,
    capitals: track.capitals,
  };
}

/** Returns the line `distance` pixels below (above if negative), with the same length and curl. */
export function besideTrack(track: Track, distance: number): Track {
  const [c0, c1, c2] = track.bend;
  return { ...track, bend: [c0 + distance, c1, c2] };
}

/** Returns the corners of the line from `from` to `to`, as high as its capitals. */
export function quadOf(track: Track): Quad {
  const half = track.capitals / 2;
  return [
    pointAt(track, track.from, -half),
    pointAt(track, track.to, -half),
    pointAt(track, track.to, half),
    pointAt(track, track.from, half),
  ];
}
