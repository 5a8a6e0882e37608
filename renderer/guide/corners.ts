import type { ColourImage } from './colour.ts';
import { type Edges, findEdges } from './edges.ts';
import { judgeSides } from './judge.ts';
import { findLines, fitBetween, type Line, type Straight } from './lines.ts';
import type { Outline, Point } from './outline.ts';
import { withoutPrint } from './print.ts';

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
/** Place of `oddOf` among them. */
const ODD = 5;
/** So many candidates are looked at closely. */
const CANDIDATES = 48;
/**
 * Weights of the same, then of what `measureShape` and `judgeSides` add, by which the best is taken, fitted on the same half. `SURE` is added: of right
 * outlines 97 % then have a confidence above 0.5, of grounds without a document 3 %.
 */
const JUDGEMENT = Float64Array.from([
  2.64, 2.11, 7.28, -3.58, 0.8, -6.73, 2.48, -4.41, 3.65, -1.42, -2.52, -1.53, 1.19, 1.74, 0.81, 0.83,
]);
const SURE = -8.2;

interface Size {
  width: number;
  height: number;
}

/** An outline less certain than this is not shown. */
export const CONFIDENCE_MIN = 0.5;

/**
 * Finds the document in a frame of some 320 pixels; null if there is none. On a printed ground, the print has more edges than the document: if the first
 * look shows nothing, a second one sees the frame without print. The sides are placed on the frame itself, which is more exact.
 */
export function findDocument(frame: ColourImage): FoundDocument | null {
  const edges = findEdges(frame);
  let best = bestOf(frame, edges);
  if (!best || certaintyOf(best) < CONFIDENCE_MIN) {
    const bare = withoutPrint(frame);
    const second = bestOf(bare, findEdges(bare));
    if (second && !(best && best.score >= second.score)) best = second;
  }
  return best && { outline: toShares(refined(edges, best.sides, best.corners), frame), confidence: certaintyOf(best) };
}

const certaintyOf = ({ score }: Candidate): number => 1 / (1 + Math.exp(-score));

function bestOf(frame: ColourImage, edges: Edges): Candidate | null {
  return candidatesOf(frame, edges, findLines(edges)).reduce<Candidate | null>(
    (most, one) => (most && most.score >= one.score ? most : one),
    null,
  );
}

interface Candidate {
  sides: Line[];
  corners: Point[];
  features: Float64Array;
  score: number;
}

/** The most promising quadrilaterals, with all that is measured on them. */
function candidatesOf(frame: ColourImage, edges: Edges, lines: readonly Line[]): Candidate[] {
  const found: Candidate[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = (): void => {
    found.sort((a, b) => b.score - a.score).splice(CANDIDATES);
    least = found.length < CANDIDATES ? least : (found.at(-1) as Candidate).score;
  };
  visitQuads(edges, lines, (sides, corners, measured) => {
    // An odd shape only lowers the score, and takes longest to measure.
    if (weigh(measured, CHOICE) <= least) return;
    measured[ODD] = oddOf(corners, frame);
    const score = weigh(measured, CHOICE);
    if (score <= least) return;
    const features = new Float64Array(JUDGEMENT.length);
    features.set(measured);
    found.push({ sides: [...sides], corners: [...corners], features, score });
    if (found.length >= 4 * CANDIDATES) cut();
  });
  cut();
  for (const candidate of found) {
    const { sides, corners, features } = candidate;
    features.set(measureShape(corners, frame), CHOICE.length);
    features.set(judgeSides(sides, corners, frame, edges), CHOICE.length + SHAPE_VALUES);
    candidate.score = SURE + weigh(features, JUDGEMENT);
  }
  return found;
}

const weigh = (features: Float64Array, weights: Float64Array): number =>
  weights.reduce((sum, weight, i) => sum + weight * (features[i] as number), 0);

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

/** Writes what speaks for a quadrilateral into `features`, all but `oddOf`; false if it cannot be a document. */
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
  features.set([covered, least, mixed, beyond, Math.log(share), 0, Math.max(lighter, darker)]);
  return true;
}

/** How far the aspect is from that of a known document, in logarithms. */
function oddOf(corners: readonly Point[], frame: Size): number {
  const aspect = aspectOf(corners, frame);
  const odd = Math.min(...ASPECTS.map((wanted) => Math.abs(Math.log(Math.max(aspect, 1 / aspect) / wanted))));
  return Math.min(odd, ODD_MAX);
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

/** Width by height of the rectangle whose picture this is. The width is the first side's. */
function aspectOf(corners: readonly Point[], frame: Size): number {
  const [across, down] = sidesInSpace(corners, frame);
  return Math.hypot(...across) / Math.hypot(...down);
}

const SHAPE_VALUES = 3;

/** How far the sides in space are from a right angle (its cosine), the cosine of the tilt, and the logarithm of longer by shorter side. */
function measureShape(corners: readonly Point[], frame: Size): number[] {
  const [across, down] = sidesInSpace(corners, frame);
  const [width, height, normal] = [Math.hypot(...across), Math.hypot(...down), cross(across, down)];
  const values = [
    Math.abs(dot(across, down)) / (width * height),
    Math.abs(normal[2]) / Math.hypot(...normal),
    Math.abs(Math.log(width / height)),
  ];
  return values.map((value) => (Number.isFinite(value) ? value : 5));
}

/**
 * Returns two sides of the parallelogram in space whose picture this is, for a lens of the focal length `FOCAL` (Z. Zhang and L. He, "Whiteboard
 * scanning and image enhancement", 2007, section 3.2). The first runs across.
 */
function sidesInSpace(corners: readonly Point[], { width, height }: Size): [Ray, Ray] {
  const focal = FOCAL * Math.max(width, height);
  const [m1, m2, m4, m3] = corners.map(({ x, y }) => [x - width / 2, y - height / 2, focal] as const) as [
    Ray,
    Ray,
    Ray,
    Ray,
  ];
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const less = (k: number, [x, y, z]: Ray): Ray => [k * x - m1[0], k * y - m1[1], k * z - m1[2]];
  return [less(k2, m2), less(k3, m3)];
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
