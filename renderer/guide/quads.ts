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
const QUADS_MAX = 32;

interface Quad {
  corners: readonly Point[];
  score: number;
}

/** What lies along a line between two of its points. */
interface Side {
  line: Line;
  /** The share of it that has an edge which gets lighter along the line's normal; `down`: darker. */
  up: number;
  down: number;
  /** The larger of the two. */
  most: number;
  /** How much of an edge goes on beyond its ends, as a share. */
  beyond: number;
}

/** The most promising quadrilaterals of four lines, by how much of an edge lies along their sides. Their corners run clockwise on the screen. */
export function quadsOf(frame: Size, lines: readonly Line[]): (readonly Point[])[] {
  const quads: Quad[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = (): void => {
    quads.sort((a, b) => b.score - a.score).splice(QUADS_MAX);
    if (quads.length === QUADS_MAX) least = (quads.at(-1) as Quad).score;
  };
  const whole = frame.width * frame.height;
  visitFours(frame, lines, (a, b, c, d, corners) => {
    if (mostOf(b, d) <= least) return;
    const area = areaOf(corners);
    if (Math.abs(area) < AREA_MIN * whole || !isConvex(corners, area)) return;
    const [first, third] = [sideOf(a, corners[3], corners[0]), sideOf(c, corners[1], corners[2])];
    if (!first || !third) return;
    const edged = scoreOf([first, b, third, d], corners, Math.abs(area) / whole);
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

type Corners = [Point, Point, Point, Point];
type Visit = (a: Line, b: Side, c: Line, d: Side, corners: Corners) => void;

/** Visits every four lines that may be the sides of a document in their order, corner i between side i and the next one. */
function visitFours(frame: Size, lines: readonly Line[], visit: Visit): void {
  const crossings: (Point | null)[][] = lines.map(() => []);
  for (const [i, a] of lines.entries())
    for (let j = i; j < lines.length; j++) {
      const at = crossing(a, lines[j] as Line, frame);
      (crossings[i] as (Point | null)[])[j] = at;
      (crossings[j] as (Point | null)[])[i] = at;
    }
  const isOpposite = (a: Line, b: Line): boolean => Math.abs(a.cos * b.cos + a.sin * b.sin) >= OPPOSITE_COS;
  for (const [i, a] of lines.entries())
    for (let k = i + 1; k < lines.length; k++) {
      const c = lines[k] as Line;
      if (!isOpposite(a, c)) continue;
      const [onA, onC] = [crossings[i], crossings[k]] as [(Point | null)[], (Point | null)[]];
      // Lines that may be sides between these two. Those before the first line had their turn as such.
      const between: { side: Side; one: Point; other: Point }[] = [];
      for (let j = i + 1; j < lines.length; j++) {
        const [one, other] = [onA[j], onC[j]];
        const side = one && other ? sideOf(lines[j] as Line, one, other) : null;
        if (one && other && side) between.push({ side, one, other });
      }
      for (const [n, b] of between.entries())
        for (let m = n + 1; m < between.length; m++) {
          const d = between[m] as (typeof between)[number];
          if (isOpposite(b.side.line, d.side.line)) visit(a, b.side, c, d.side, [b.one, b.other, d.other, d.one]);
        }
    }
}

/** Measures a side; null if it has too little of an edge. */
function sideOf(line: Line, one: Point, other: Point): Side | null {
  const [first, last] = [alongOf(line, one), alongOf(line, other)];
  const from = first < last ? first : last;
  const to = first < last ? last : first;
  const trim = ROUNDED * (to - from);
  const length = to - from - 2 * trim;
  const up = countIn(line.rising, line.from, from + trim, to - trim) / length;
  const down = countIn(line.falling, line.from, from + trim, to - trim) / length;
  const most = up > down ? up : down;
  if (most < COVERED_MIN) return null;
  const edges = edgesIn(line, from - BEYOND, from - 2) + edgesIn(line, to + 2, to + BEYOND);
  return { line, up, down, most, beyond: edges / (2 * (BEYOND - 2)) };
}

/** The most that a quadrilateral with these two sides can score: the other two are without fault, and it fills the frame. */
function mostOf(b: Side, d: Side): number {
  const least = b.most < d.most ? b.most : d.most;
  return WEIGHTS.least * least + atMost(b) + atMost(d) + 2 * FAULTLESS;
}

/** The most that a side adds to the score of a quadrilateral, whatever the others are. */
const atMost = ({ up, down, most, beyond }: Side): number =>
  ((WEIGHTS.covered + WEIGHTS.alike) * most + WEIGHTS.mixed * (up + down - most) + WEIGHTS.beyond * beyond) / 4;
/** This much at the very most: half of the side has an edge which gets lighter, the other half one which gets darker. */
const FAULTLESS = ((WEIGHTS.covered + WEIGHTS.alike) * 0.5 + WEIGHTS.mixed * 0.5) / 4;

/** What speaks for a quadrilateral, without its shape. `share`: of the frame. */
function scoreOf(sides: readonly Side[], corners: readonly Point[], share: number): number {
  let [covered, least, mixed, beyond, lighter, darker] = [0, 1, 0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const { line, up, down, most, beyond: onwards } = sides[i] as Side;
    covered += most / 4;
    mixed += (up + down - most) / 4;
    if (most < least) least = most;
    beyond += onwards / 4;
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
    const before = corners[(i + 3) & 3] as Point;
    const at = corners[i] as Point;
    const after = corners[(i + 1) & 3] as Point;
    const turn = (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
    if (area > 0 ? turn <= 0 : turn >= 0) return false;
  }
  return true;
}
