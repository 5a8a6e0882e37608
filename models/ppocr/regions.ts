import type { Point } from '../ports.ts';
import type { Strip } from './strip.ts';

/** The detector's probability that a pixel belongs to a row, 0..1, row by row. */
export interface ChanceMap {
  width: number;
  height: number;
  values: Float32Array;
}

/** PaddleOCR's own numbers (`det_db_thresh`, `det_db_box_thresh`, `det_db_unclip_ratio` and `min_size`). */
const PIXEL_CHANCE_MIN = 0.3;
const REGION_CHANCE_MIN = 0.5;
/** The net is trained to find the core of a row: its region is widened by this many times its area divided by its perimeter. */
const WIDENED = 1.5;
const SIDE_PIXELS_MIN = 3;
/** More than any card or passport page has; noise may produce more. The widest are kept. */
const REGIONS_MAX = 200;
/** A region this many times as high as wide is vertical, and is not read. */
const ON_END_RATIO = 2;

/**
 * Returns the rows of text that the detector (Liao and others, "Real-time scene text detection with differentiable
 * binarization", 2020) found, in pixels of its map.
 */
export function findStrips(map: ChanceMap): Strip[] {
  const strips: Strip[] = [];
  const seen = new Uint8Array(map.values.length);
  for (let at = 0; at < map.values.length; at++) {
    if (seen[at] === 1 || !isInk(map, at)) continue;
    const { edge, chance } = follow(map, at, seen);
    if (chance < REGION_CHANCE_MIN) continue;
    const tight = leastRectangle(hullOf(edge));
    if (Math.min(tight.width, tight.height) < SIDE_PIXELS_MIN || tight.height > ON_END_RATIO * tight.width) continue;
    const more = (WIDENED * tight.width * tight.height) / (tight.width + tight.height);
    strips.push({ ...tight, width: tight.width + more, height: tight.height + more });
  }
  return strips.toSorted((a, b) => b.width - a.width).slice(0, REGIONS_MAX);
}

const isInk = ({ values }: ChanceMap, at: number): boolean => (values[at] as number) > PIXEL_CHANCE_MIN;

/** Returns the pixels connected to one (eight neighbours): the first and last of each of their rows, and their mean probability. */
function follow(map: ChanceMap, start: number, seen: Uint8Array): { edge: Point[]; chance: number } {
  const { width, height, values } = map;
  const rows = new Map<number, { from: number; to: number }>();
  const waiting = [start];
  seen[start] = 1;
  let [sum, count] = [0, 0];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    sum += values[at] as number;
    count++;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, { from: x, to: x });
    else [row.from, row.to] = [Math.min(row.from, x), Math.max(row.to, x)];
    for (let near = Math.max(0, y - 1); near <= Math.min(height - 1, y + 1); near++)
      for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++) {
        const next = near * width + beside;
        if (seen[next] === 1 || !isInk(map, next)) continue;
        seen[next] = 1;
        waiting.push(next);
      }
  }
  const edge = [...rows].flatMap(([y, { from, to }]) =>
    [from, to + 1].flatMap((x) => [
      { x, y },
      { x, y: y + 1 },
    ]),
  );
  return { edge, chance: sum / count };
}

/** Returns the convex hull (Andrew's monotone chain), clockwise in a picture. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (from: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of from) {
      while (chain.length > 1 && turns(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const turns = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Returns the rectangle of least area around a hull: one of its sides is on a side of the hull. */
function leastRectangle(hull: readonly Point[]): Strip {
  let least: Strip | null = null;
  for (const [i, { x, y }] of hull.entries()) {
    const next = hull[(i + 1) % hull.length] as Point;
    const angle = levelled(Math.atan2(next.y - y, next.x - x));
    const found = around(hull, angle);
    if (least === null || found.width * found.height < least.width * least.height) least = found;
  }
  return least ?? { centre: { x: 0, y: 0 }, width: 0, height: 0, angle: 0 };
}

/** Returns the angle of the same side of a rectangle, or of the perpendicular one, within an eighth of a turn of level. */
const levelled = (angle: number): number => angle - (Math.round(angle / (Math.PI / 2)) * Math.PI) / 2;

function around(points: readonly Point[], angle: number): Strip {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map(({ x, y }) => x * cos + y * sin);
  const across = points.map(({ x, y }) => y * cos - x * sin);
  const [from, to, top, bottom] = [Math.min(...along), Math.max(...along), Math.min(...across), Math.max(...across)];
  const [u, v] = [(from + to) / 2, (top + bottom) / 2];
  return { centre: { x: u * cos - v * sin, y: u * sin + v * cos }, width: to - from, height: bottom - top, angle };
}
