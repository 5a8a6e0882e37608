import type { ColourImage } from './colour.ts';
import { colourSlopes, type Edges, findEdges } from './edges.ts';
import { createJudge, type Judge, type Judged } from './judge.ts';
import { crossing, findLines, fitBetween, through } from './lines.ts';
import type { Outline, Point } from './outline.ts';
import { withoutPrint } from './print.ts';
import { isConvex, quadsOf } from './quads.ts';
import type { Size } from './shape.ts';

export interface FoundDocument {
  outline: Outline;
  /** How certain the outline is, 0..1. */
  confidence: number;
}

/** An outline less certain than this is not shown. */
export const CONFIDENCE_MIN = 0.5;
/**
 * Added to the logit of an outline. Of 400 scenes on pages of words, large documents and clutter, 1 % then are found more than 5 % wrong with a confidence
 * above 0.5, 6 % right with one below. Of 80 tables, cloths and forms without a document, none has one above.
 */
const SURE = 1;
/** If no outline has a logit above this, the best ones are improved. */
const IMPROVED_UNDER = 0;
/** So many outlines are improved first at their worst side: the best by score, and by the three best sides, as a side may have no edge to be found. */
const PICKED = 3;
/** Then the best ones, this many, are improved at every side. */
const IMPROVED = 2;
/** A side with a logit above this stays where it is. */
const SIDE_SURE = 0.5;
/** A side is looked for this far from where it seems to be, in pixels, in steps. */
const MOVE_MAX = 45;
const MOVE_STEP = 4;
/** The net judges the steepest places, this many. Those that then look best are tried. */
const LOOKED = 10;
const TRIES = 2;
/** The logit of a place that the net does not judge. */
const UNSEEN = Number.NEGATIVE_INFINITY;
/** After a move, each end of the side is turned by this many pixels. */
const TURNS = [-3, 3];

/**
 * Finds the document in a frame of some 320 pixels; null if there is none. A frame with too many edges has a printed ground, so
 * quadrilaterals are looked for in the frame without print. The frame itself judges them. If none looks right, the best are improved.
 */
export function findDocument(frame: ColourImage): FoundDocument | null {
  const colours = colourSlopes(frame);
  const edges = findEdges(frame, colours);
  const clear = edges.isCrowded ? findEdges(withoutPrint(frame), colours) : edges;
  const judge = createJudge(frame, edges);
  const judged = quadsOf(frame, findLines(clear)).map(judge.judge);
  let [first] = best(judged, 1);
  if (!first) return null;
  if (first.score < IMPROVED_UNDER) {
    const picked = new Set([...best(judged, PICKED), ...best(judged, PICKED, threeBest)]);
    const improved = [...picked].map((one) => improvedAt(worstOf(one), one, judge, frame));
    const whole = best(improved, IMPROVED).map((one) => improvedAll(one, judge, frame));
    [first = first] = best(whole, 1);
  }
  const last = refined(first, judge, edges);
  return { outline: toShares(last.corners, frame), confidence: confidenceOf(last) };
}

const confidenceOf = ({ score }: Judged): number => 1 / (1 + Math.exp(-score - SURE));
const scoreOf = ({ score }: Judged): number => score;
const threeBest = ({ sides }: Judged): number => sides.reduce((sum, logit) => sum + logit, 0) - Math.min(...sides);
const worstOf = ({ sides }: Judged): number => sides.indexOf(Math.min(...sides));

const best = (judged: readonly Judged[], count: number, by = scoreOf): Judged[] =>
  judged.toSorted((a, b) => by(b) - by(a)).slice(0, count);

/** Improves every side that does not look sure, the worst first. */
function improvedAll(from: Judged, judge: Judge, size: Size): Judged {
  const order = [0, 1, 2, 3].sort((a, b) => (from.sides[a] as number) - (from.sides[b] as number));
  return order.reduce((now, i) => ((now.sides[i] as number) > SIDE_SURE ? now : improvedAt(i, now, judge, size)), from);
}

/** Moves and turns a side to where the outline looks best, if it looks better then. */
function improvedAt(i: number, from: Judged, judge: Judge, size: Size): Judged {
  const sideOf = (corners: readonly Point[]): [Point, Point] => [corners[i] as Point, corners[(i + 1) % 4] as Point];
  const places: { corners: Point[]; steepness: number; logit: number }[] = [];
  for (let move = -MOVE_MAX; move <= MOVE_MAX; move += MOVE_STEP) {
    const corners = moved(from.corners, i, move, move, size);
    if (corners) places.push({ corners, steepness: judge.steepness(...sideOf(corners)), logit: UNSEEN });
  }
  for (const place of places.toSorted((a, b) => b.steepness - a.steepness).slice(0, LOOKED))
    place.logit = judge.side(...sideOf(place.corners));
  const logitAt = (k: number): number => places[k]?.logit ?? UNSEEN;
  const peaks = places.filter(({ logit }, k) => logit > UNSEEN && logit >= logitAt(k - 1) && logit > logitAt(k + 1));
  const tried = peaks.sort((a, b) => b.logit - a.logit).slice(0, TRIES);
  let [now = from] = best([from, ...tried.map(({ corners }) => judge.judge(corners))], 1);
  for (const turn of TURNS) {
    const corners = moved(now.corners, i, turn, -turn, size);
    if (corners) [now = from] = best([now, judge.judge(corners)], 1);
  }
  return now;
}

/** The outline with the two ends of side i moved inwards; null if it is none any more. */
export function moved(corners: readonly Point[], i: number, fromBy: number, toBy: number, size: Size): Point[] | null {
  const at = (k: number): Point => corners[(i + k) % 4] as Point;
  const [from, to] = [at(0), at(1)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [nx, ny] = [(from.y - to.y) / length, (to.x - from.x) / length];
  const shift = ({ x, y }: Point, by: number): Point => ({ x: x + by * nx, y: y + by * ny });
  const side = through(shift(from, fromBy), shift(to, toBy));
  const [first, second] = [crossing(through(at(3), from), side, size), crossing(side, through(to, at(2)), size)];
  if (!first || !second) return null;
  const result = [...corners];
  result[i] = first;
  result[(i + 1) % 4] = second;
  return isConvex(result, 1) ? result : null;
}

/** The outline with each side fitted once more to the edge between its corners: the judge does not see parts of a pixel. */
function refined(from: Judged, judge: Judge, edges: Edges): Judged {
  const sides = from.corners.map((one, i) => {
    const other = from.corners[(i + 1) % 4] as Point;
    return fitBetween(edges, through(one, other), one, other);
  });
  const corners = sides.map((side, i) => crossing(sides[(i + 3) % 4] as typeof side, side, edges));
  if (!corners.every((corner) => corner !== null) || !isConvex(corners, 1)) return from;
  return judge.judge(corners);
}

/** The corners in shares of the frame, from the one nearest to the top left. */
function toShares(corners: readonly Point[], { width, height }: Size): Outline {
  const shares = corners.map(({ x, y }) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height }));
  const sums = corners.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [...shares.slice(first), ...shares.slice(0, first)] as unknown as Outline;
}
