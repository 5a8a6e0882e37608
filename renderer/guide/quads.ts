import { crossing, type Line } from './lines.ts';
import type { Point } from './outline.ts';
import { areaOf, type Size, shapeOf } from './shape.ts';

/** Opposite sides differ by less than 35 degrees. */
const OPPOSITE_COS = 0.82;
/** A document covers at least this share of the frame. */
const AREA_MIN = 0.06;
/** No side may have less of an edge than this share of its length. */
const COVERED_MIN = 0.25;
/** Corners are rounded and fingers hold them: this share of a side at each end does not count. */
const ROUNDED = 0.06;
/** An edge of the document ends at its corner: from 2 to so many pixels beyond it are looked at. */
const BEYOND = 12;
/** Weights of what speaks for a quadrilateral, fitted to tell right from wrong on the tuned half of `test/eval/corners.ts`. */
const WEIGHTS = { covered: -4.5, least: 15.8, mixed: 7, beyond: -10.9, size: 2.7, odd: -15.8, alike: 8 };
/** So many quadrilaterals are judged closely. */
const QUADS_MAX = 48;

interface Quad {
  corners: readonly Point[];
  score: number;
}

/** The most promising quadrilaterals of four lines, by how much of an edge lies along their sides. Their corners run clockwise on the screen. */
export function quadsOf(frame: Size, lines: readonly Line[]): (readonly Point[])[] {
  const quads: Quad[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = (): void => {
    quads.sort((a, b) => b.score - a.score).splice(QUADS_MAX);
    if (quads.length === QUADS_MAX) least = (quads.at(-1) as Quad).score;
  };
  visitFours(frame, lines, (sides, corners) => {
    const area = areaOf(corners);
    if (Math.abs(area) < AREA_MIN * frame.width * frame.height || !isConvex(corners, area)) return;
    const edged = scoreOf(sides, corners, Math.abs(area) / (frame.width * frame.height));
    // An odd shape only lowers the score, and takes longest to measure.
    if (edged <= least) return;
    const score = edged + WEIGHTS.odd * shapeOf(corners, frame).odd;
    if (score <= least) return;
    quads.push({ corners: area > 0 ? corners : corners.toReversed(), score });
    if (quads.length >= 4 * QUADS_MAX) cut();
  });
  cut();
  return quads.map(({ corners }) => corners);
}

type Visit = (sides: readonly Line[], corners: readonly Point[]) => void;

/** Visits every four lines that may be the sides of a document in their order, corner i between side i and the next one. */
function visitFours(frame: Size, lines: readonly Line[], visit: Visit): void {
  const count = lines.length;
  const crossings: (Point | null)[][] = lines.map(() => []);
  for (const [i, a] of lines.entries())
    for (let j = i; j < count; j++) {
      const at = crossing(a, lines[j] as Line, frame);
      (crossings[i] as (Point | null)[])[j] = at;
      (crossings[j] as (Point | null)[])[i] = at;
    }
  const isOpposite = (a: Line, b: Line): boolean => Math.abs(a.cos * b.cos + a.sin * b.sin) >= OPPOSITE_COS;
  for (const [i, a] of lines.entries())
    for (let k = i + 1; k < count; k++) {
      const c = lines[k] as Line;
      if (!isOpposite(a, c)) continue;
      const [onA, onC] = [crossings[i], crossings[k]] as [(Point | null)[], (Point | null)[]];
      // Lines that may be sides between these two. Those before the first line had their turn as such.
      const between: number[] = [];
      for (let j = i + 1; j < count; j++) {
        const [one, other] = [onA[j], onC[j]];
        if (one && other && coveredOf(lines[j] as Line, one, other) >= COVERED_MIN) between.push(j);
      }
      for (const [n, j] of between.entries())
        for (let m = n + 1; m < between.length; m++) {
          const l = between[m] as number;
          const [b, d] = [lines[j] as Line, lines[l] as Line];
          if (isOpposite(b, d))
            visit([a, b, c, d], [onA[j] as Point, onC[j] as Point, onC[l] as Point, onA[l] as Point]);
        }
    }
}

/** How much of a line between two of its points has an edge that gets lighter one way, as a share. */
function coveredOf(line: Line, one: Point, other: Point): number {
  const [first, last] = [alongOf(line, one), alongOf(line, other)];
  const trim = ROUNDED * Math.abs(last - first);
  const [from, to] = [Math.min(first, last) + trim, Math.max(first, last) - trim];
  return Math.max(countIn(line.rising, line.from, from, to), countIn(line.falling, line.from, from, to)) / (to - from);
}

/** What speaks for a quadrilateral, without its shape; minus infinity if a side has too little of an edge. `share`: of the frame. */
function scoreOf(sides: readonly Line[], corners: readonly Point[], share: number): number {
  let [covered, least, mixed, beyond, lighter, darker] = [0, 1, 0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const line = sides[i] as Line;
    const one = alongOf(line, corners[(i + 3) % 4] as Point);
    const other = alongOf(line, corners[i] as Point);
    const [from, to] = one < other ? [one, other] : [other, one];
    const trim = ROUNDED * (to - from);
    const length = to - from - 2 * trim;
    const up = countIn(line.rising, line.from, from + trim, to - trim) / length;
    const down = countIn(line.falling, line.from, from + trim, to - trim) / length;
    const most = up > down ? up : down;
    if (most < COVERED_MIN) return Number.NEGATIVE_INFINITY;
    covered += most / 4;
    mixed += (up + down - most) / 4;
    if (most < least) least = most;
    beyond += (edgesIn(line, from - BEYOND, from - 2) + edgesIn(line, to + 2, to + BEYOND)) / (8 * (BEYOND - 2));
    const middle = corners[(i + 1) % 4] as Point;
    const isAhead = middle.x * line.cos + middle.y * line.sin > line.rho;
    lighter += (isAhead ? up : down) / 4;
    darker += (isAhead ? down : up) / 4;
  }
  return (
    WEIGHTS.covered * covered +
    WEIGHTS.least * least +
    WEIGHTS.mixed * mixed +
    WEIGHTS.beyond * beyond +
    WEIGHTS.size * Math.log(share) +
    WEIGHTS.alike * Math.max(lighter, darker)
  );
}

const alongOf = ({ cos, sin }: Line, { x, y }: Point): number => y * cos - x * sin;

function countIn(sums: Uint16Array, first: number, start: number, end: number): number {
  const last = sums.length - 1;
  const [from, to] = [Math.round(start - first), Math.round(end - first)];
  return (
    (sums[to > last ? last : to < 0 ? 0 : to] as number) - (sums[from > last ? last : from < 0 ? 0 : from] as number)
  );
}

const edgesIn = (line: Line, start: number, end: number): number =>
  countIn(line.rising, line.from, start, end) + countIn(line.falling, line.from, start, end);

/** Whether all corners turn to the side that the area's sign says. */
export function isConvex(corners: readonly Point[], area: number): boolean {
  for (let i = 0; i < 4; i++) {
    const [before, at, after] = [corners[(i + 3) % 4], corners[i], corners[(i + 1) % 4]] as [Point, Point, Point];
    const turn = (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
    if (area > 0 ? turn <= 0 : turn >= 0) return false;
  }
  return true;
}
