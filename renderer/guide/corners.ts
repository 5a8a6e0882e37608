import type { GreyImage } from '../../models/pixels/grey.ts';
import { type Edges, findEdges } from './edges.ts';
import { findLines, fitBetween, type Line, type Straight } from './lines.ts';
import { type Outline, type Point, shiftOf } from './outline.ts';

export interface FoundDocument {
  outline: Outline;
  /** How certain the outline is, 0..1. */
  confidence: number;
}

/** Opposite sides differ by less than 35 degrees, neighbours by more than 50. */
const OPPOSITE_COS = 0.82;
const NEIGHBOUR_COS = 0.64;
/** A document covers at least this share of the frame, and its corners lie at most this share of a side outside. */
const AREA_MIN = 0.06;
const OUTSIDE_MAX = 0.02;
/** No side may have less of an edge than this share of its length. */
const COVERED_MIN = 0.25;
/** Corners are rounded and fingers hold them: this share of a side at each end does not count. */
const ROUNDED = 0.06;
/** An edge of the document ends at its corner: so many pixels beyond it are looked at. */
const BEYOND = 12;
/** Focal length of a camera's lens as a share of the picture's longer side: between a phone's and a webcam's. */
const FOCAL = 0.9;
/** ID-1 is 85.60 x 53.98 mm (ISO/IEC 7810); TD3's page is 125 x 88 mm and ID-2 105 x 74 mm. */
const ASPECTS = [85.6 / 53.98, 125 / 88];
/** An aspect further from these than this (in logarithms) speaks no more against a shape: other documents exist. */
const ODD_MAX = 0.25;
/** Weights of what `measureQuad` measures, by which candidates are chosen, fitted to tell right from wrong on the tuned half of `test/eval/corners.ts`. */
const CHOICE = Float64Array.of(-4.5, 15.8, 7, -10.9, 2.7, -15.8, 8);
/** So many candidates are looked at closely. */
const CANDIDATES = 48;
/** Weights of the same and of what `measureStrips` adds, by which the best is taken; the last is added to each. */
const JUDGEMENT = Float64Array.of(-1.3, 10.4, 4.6, -11.1, 2.7, -14.1, 4.5, -1.1, 4, -1.7, 2.9, -4);

/** How much worse an outline around the best may be judged, and how far its corners may be from it, in shares of the frame. */
const OUTER_MARGIN = 0.8;
const OUTER_SHIFT_MAX = 0.08;

interface Size {
  width: number;
  height: number;
}

/** Finds the document in a frame of some 320 pixels; null if there is none. */
export function findDocument(frame: GreyImage): FoundDocument | null {
  const edges = findEdges(frame);
  const lines = findLines(edges);
  const best = outermost(candidatesOf(frame, edges, lines), frame);
  if (!best) return null;
  const exact = refined(edges, best.sides, best.corners);
  return { outline: toShares(exact, frame), confidence: 1 / (1 + Math.exp(-best.score)) };
}

interface Candidate {
  sides: Line[];
  corners: Point[];
  features: Float64Array;
  score: number;
}

/** The best candidate, or the largest of those around it that are nearly as good: a printed frame inside is often clearer than the document's edge. */
function outermost(candidates: readonly Candidate[], frame: Size): Candidate | null {
  const best = candidates.reduce<Candidate | null>(
    (most, one) => (one.score > (most?.score ?? -99) ? one : most),
    null,
  );
  if (!best) return null;
  const place = toShares(best.corners, frame);
  return candidates
    .filter(({ score }) => score >= best.score - OUTER_MARGIN)
    .filter(({ corners }) => shiftOf(place, toShares(corners, frame)) <= OUTER_SHIFT_MAX)
    .reduce(
      (largest, one) => (Math.abs(areaOf(one.corners)) > Math.abs(areaOf(largest.corners)) ? one : largest),
      best,
    );
}

/** The most promising quadrilaterals, with all that is measured on them. */
function candidatesOf(frame: GreyImage, edges: Edges, lines: readonly Line[]): Candidate[] {
  const found: Candidate[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = (): void => {
    found.sort((a, b) => b.score - a.score).splice(CANDIDATES);
    least = found.length < CANDIDATES ? least : (found.at(-1) as Candidate).score;
  };
  visitQuads(edges, lines, (sides, corners, measured) => {
    const score = weigh(measured, CHOICE);
    if (score <= least) return;
    const features = new Float64Array(JUDGEMENT.length);
    features.set(measured);
    found.push({ sides: [...sides], corners: [...corners], features, score });
    if (found.length >= 4 * CANDIDATES) cut();
  });
  cut();
  for (const candidate of found) {
    measureStrips(candidate, frame);
    candidate.score = weigh(candidate.features, JUDGEMENT);
  }
  return found;
}

const weigh = (features: Float64Array, weights: Float64Array): number =>
  features.reduce((sum, value, i) => sum + value * (weights[i] as number), 0);

/** Samples along a side, and how far inside and outside of it, in pixels. */
const SAMPLES = 12;
const DEPTHS = [3, 5];

/** Adds what lies inside and outside along the sides: under a document the ground is alike on all sides, and unlike the document. */
function measureStrips({ sides, corners, features }: Candidate, frame: GreyImage): void {
  const [outer, rough]: [number[], number[]] = [[], []];
  let [least, texture] = [255, 0];
  for (let i = 0; i < 4; i++) {
    const [from, to, ahead] = [corners[(i + 3) % 4], corners[i], corners[(i + 1) % 4]] as [Point, Point, Point];
    const { cos, sin, rho } = sides[i] as Line;
    const inward = ahead.x * cos + ahead.y * sin > rho ? 1 : -1;
    const inside = strip(frame, from, to, cos * inward, sin * inward);
    const outside = strip(frame, from, to, -cos * inward, -sin * inward);
    outer.push(outside.mean);
    rough.push(outside.deviation);
    texture += inside.deviation / 4;
    least = Math.min(least, Math.abs(inside.mean - outside.mean));
  }
  const mean = outer.reduce((sum, value) => sum + value / 4, 0);
  const spread = Math.sqrt(outer.reduce((sum, value) => sum + (value - mean) ** 2 / 4, 0));
  features.set(
    [
      spread / 40,
      (rough.reduce((a, b) => a + b, 0) / 4 - texture) / 40,
      Math.max(...rough) / 40,
      Math.min(least, 40) / 40,
      1,
    ],
    CHOICE.length,
  );
}

/** Mean and deviation of the greys along a side, moved along a direction. */
function strip(
  { width, height, values }: GreyImage,
  from: Point,
  to: Point,
  dx: number,
  dy: number,
): { mean: number; deviation: number } {
  let [n, sum, squares] = [0, 0, 0];
  for (let k = 0; k < SAMPLES; k++)
    for (const depth of DEPTHS) {
      const share = 0.08 + (0.84 * k) / (SAMPLES - 1);
      const x = Math.round(from.x + share * (to.x - from.x) + depth * dx);
      const y = Math.round(from.y + share * (to.y - from.y) + depth * dy);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const value = values[y * width + x] as number;
      n += 1;
      sum += value;
      squares += value * value;
    }
  return n === 0
    ? { mean: 128, deviation: 0 }
    : { mean: sum / n, deviation: Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)) };
}

type Visit = (sides: readonly Line[], corners: readonly Point[], features: Float64Array) => void;

/** Visits every convex quadrilateral of four lines that may be a document: its sides in order, corner i between side i and the next one. */
function visitQuads(frame: Size, lines: readonly Line[], visit: Visit): void {
  const count = lines.length;
  const crossings = lines.flatMap((a) => lines.map((b) => crossing(a, b, frame)));
  const cos = lines.flatMap((a) => lines.map((b) => Math.abs(a.cos * b.cos + a.sin * b.sin)));
  const pairs: [number, number][] = [];
  for (let a = 0; a < count; a++)
    for (let c = a + 1; c < count; c++) if ((cos[a * count + c] as number) >= OPPOSITE_COS) pairs.push([a, c]);
  const features = new Float64Array(CHOICE.length);
  for (let i = 0; i < pairs.length; i++) {
    const [a, c] = pairs[i] as [number, number];
    for (let j = i + 1; j < pairs.length; j++) {
      const [b, d] = pairs[j] as [number, number];
      if ((cos[a * count + b] as number) > NEIGHBOUR_COS) continue;
      const first = crossings[a * count + b];
      const second = crossings[b * count + c];
      if (!first || !second) continue;
      const third = crossings[c * count + d];
      const last = crossings[d * count + a];
      if (!third || !last) continue;
      const corners = [first, second, third, last];
      const sides = [lines[a], lines[b], lines[c], lines[d]] as Line[];
      if (measureQuad(sides, corners, frame, features)) visit(sides, corners, features);
    }
  }
}

/** Where two lines cross; null if they run alike or cross outside the frame. */
function crossing(a: Straight, b: Straight, { width, height }: Size): Point | null {
  const det = a.cos * b.sin - a.sin * b.cos;
  if (Math.abs(det) < Math.sqrt(1 - NEIGHBOUR_COS ** 2)) return null;
  const x = (a.rho * b.sin - b.rho * a.sin) / det;
  const y = (b.rho * a.cos - a.rho * b.cos) / det;
  const [sideways, upright] = [OUTSIDE_MAX * width, OUTSIDE_MAX * height];
  return x >= -sideways && x <= width + sideways && y >= -upright && y <= height + upright ? { x, y } : null;
}

/** Writes what speaks for a quadrilateral into `features`; false if it cannot be a document. */
function measureQuad(sides: readonly Line[], corners: readonly Point[], frame: Size, features: Float64Array): boolean {
  const area = areaOf(corners);
  const share = Math.abs(area) / (frame.width * frame.height);
  if (share < AREA_MIN || !isConvex(corners, area)) return false;
  let [covered, least, mixed, beyond, lighter, darker] = [0, 1, 0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const line = sides[i] as Line;
    const one = alongOf(line, corners[(i + 3) % 4] as Point);
    const other = alongOf(line, corners[i] as Point);
    const [from, to] = one < other ? [one, other] : [other, one];
    const trim = ROUNDED * (to - from);
    const length = to - from - 2 * trim;
    const up = countIn(line.rising, line, from + trim, to - trim) / length;
    const down = countIn(line.falling, line, from + trim, to - trim) / length;
    const most = up > down ? up : down;
    if (most < COVERED_MIN) return false;
    covered += most / 4;
    mixed += (up + down - most) / 4;
    if (most < least) least = most;
    beyond += (edgesIn(line, from - BEYOND, from - 2) + edgesIn(line, to + 2, to + BEYOND)) / (8 * (BEYOND - 2));
    const middle = corners[(i + 1) % 4] as Point;
    const isAhead = middle.x * line.cos + middle.y * line.sin > line.rho;
    if (isAhead) [lighter, darker] = [lighter + up / 4, darker + down / 4];
    else [lighter, darker] = [lighter + down / 4, darker + up / 4];
  }
  const aspect = aspectOf(corners, frame);
  const odd = Math.min(...ASPECTS.map((wanted) => Math.abs(Math.log(Math.max(aspect, 1 / aspect) / wanted))));
  features.set([covered, least, mixed, beyond, Math.log(share), Math.min(odd, ODD_MAX), Math.max(lighter, darker)]);
  return true;
}

const alongOf = ({ cos, sin }: Straight, { x, y }: Point): number => y * cos - x * sin;

function countIn(sums: Uint16Array, { from }: Line, start: number, end: number): number {
  const at = (place: number): number =>
    sums[Math.min(sums.length - 1, Math.max(0, Math.round(place - from)))] as number;
  return at(end) - at(start);
}

const edgesIn = (line: Line, start: number, end: number): number =>
  countIn(line.rising, line, start, end) + countIn(line.falling, line, start, end);

/** Twice-signed area by the shoelace formula: positive if the corners run clockwise on the screen. */
function areaOf(corners: readonly Point[]): number {
  return corners.reduce((sum, { x, y }, i) => {
    const next = corners[(i + 1) % 4] as Point;
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
}

function isConvex(corners: readonly Point[], area: number): boolean {
  return corners.every((corner, i) => {
    const before = corners[(i + 3) % 4] as Point;
    const after = corners[(i + 1) % 4] as Point;
    const turn = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x);
    return area > 0 ? turn > 0 : turn < 0;
  });
}

/**
 * Returns width by height of the rectangle whose picture this is, for a lens of the focal length `FOCAL` (Z. Zhang and L. He, "Whiteboard scanning
 * and image enhancement", 2007, section 3.2). The width is the first side's.
 */
function aspectOf(corners: readonly Point[], { width, height }: Size): number {
  const focal = FOCAL * Math.max(width, height);
  const [m1, m2, m4, m3] = corners.map(({ x, y }) => [x - width / 2, y - height / 2, focal] as const) as [
    Ray,
    Ray,
    Ray,
    Ray,
  ];
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const across = m1.map((_, i) => (k2 * (m2[i] as number) - (m1[i] as number)) / 1);
  const down = m1.map((_, i) => k3 * (m3[i] as number) - (m1[i] as number));
  return Math.hypot(...across) / Math.hypot(...down);
}

type Ray = readonly [number, number, number];
const cross = (a: Ray, b: Ray): Ray => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Ray, b: Ray): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Fits each side once more to the edge between its corners alone, and returns where the sides cross. */
function refined(edges: Edges, sides: readonly Line[], corners: readonly Point[]): Point[] {
  const better = sides.map((side, i) => fitBetween(edges, side, corners[(i + 3) % 4] as Point, corners[i] as Point));
  return corners.map((corner, i) => crossing(better[i] as Straight, better[(i + 1) % 4] as Straight, edges) ?? corner);
}

/** The corners in shares of the frame, clockwise from the one nearest to the top left. */
function toShares(corners: readonly Point[], { width, height }: Size): Outline {
  const clockwise = areaOf(corners) > 0 ? corners : corners.toReversed();
  const shares = clockwise.map(({ x, y }) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height }));
  const sums = clockwise.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [...shares.slice(first), ...shares.slice(0, first)] as unknown as Outline;
}
