import type { ColourImage } from '../../../renderer/guide/colour.ts';
import { moved } from '../../../renderer/guide/corners.ts';
import { findEdges } from '../../../renderer/guide/edges.ts';
import { measurementsOf } from '../../../renderer/guide/judge.ts';
import { findLines } from '../../../renderer/guide/lines.ts';
import type { Point } from '../../../renderer/guide/outline.ts';
import { withoutPrint } from '../../../renderer/guide/print.ts';
import { quadsOf } from '../../../renderer/guide/quads.ts';

/** An outline in a scene, as the net sees it, and how wrong it is, in shares of the document's diagonal. */
export interface Sample {
  seen: Float32Array;
  /** The distance of the worst corner. */
  error: number;
  /** For each side, how far it is from the nearest side of the document that runs the same way. */
  sides: number[];
  /** Whether it lies on lines that were found, with or without print; otherwise it was made to learn from. */
  isFound: boolean;
}

/** So many of the best outlines, with print and without, are samples, and this share of the others. */
const FIRST = 16;
const OTHERS = 0.3;
/** So many outlines are made by shifting the true sides, and as many by shifting one side of an outline that was found. */
const MADE = 12;
/** A true side is shifted by some pixels with this probability, otherwise by less than one. */
const SHIFTED = 0.3;
const [FAR, SLIGHT] = [25, 1.2];
/** The finder moves sides by up to this many pixels. */
const MOVED = 45;
/** Corners are rounded, so the ends of a side do not count. */
const ROUNDED = 0.06;

/** Outlines in a frame whose document is known: those that the finder may weigh, and others that are nearly right. Without a document, `truth` is empty. */
export function samplesOf(frame: ColourImage, truth: readonly Point[], next: () => number): Sample[] {
  const edges = findEdges(frame);
  const found = [edges, findEdges(withoutPrint(frame))].flatMap((of) =>
    quadsOf(frame, findLines(of)).filter((_, k) => k < FIRST || next() < OTHERS),
  );
  const about = (most: number): number => (next() + next() - 1) * most;
  const nearTruth = Array.from({ length: truth.length > 0 ? MADE : 0 }, () =>
    [0, 1, 2, 3].reduce((corners, i) => {
      const [shift, turn] = next() < SHIFTED ? [about(FAR), about(FAR / 4)] : [about(SLIGHT), about(SLIGHT)];
      return moved(corners, i, shift + turn, shift - turn, frame) ?? corners;
    }, truth),
  );
  const likeMoved = Array.from({ length: found.length > 0 && truth.length > 0 ? MADE : 0 }, () => {
    const from = found[Math.floor(next() * found.length)] as readonly Point[];
    const shift = about(MOVED);
    return moved(from, Math.floor(next() * 4), shift, shift, frame) ?? from;
  });
  const sampleOf = (corners: readonly Point[], isFound: boolean): Sample => ({
    seen: measurementsOf(corners, frame, edges),
    ...errorsOf(corners, truth),
    isFound,
  });
  return [
    ...found.map((corners) => sampleOf(corners, true)),
    ...[...nearTruth, ...likeMoved].map((corners) => sampleOf(corners, false)),
  ];
}

/** How wrong clockwise corners are, and each of their sides. */
export function errorsOf(corners: readonly Point[], truth: readonly Point[]): Pick<Sample, 'error' | 'sides'> {
  if (truth.length === 0)
    return { error: Number.POSITIVE_INFINITY, sides: [0, 1, 2, 3].map(() => Number.POSITIVE_INFINITY) };
  const at = (of: readonly Point[], i: number): Point => of[i % 4] as Point;
  const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
  const diagonal = Math.max(apart(at(truth, 0), at(truth, 2)), apart(at(truth, 1), at(truth, 3)));
  const turns = [0, 1, 2, 3].map((turn) => Math.max(...truth.map((corner, i) => apart(at(corners, i + turn), corner))));
  const sides = corners.map((from, i) => {
    const distances = truth.map((start, j) => sideError([from, at(corners, i + 1)], [start, at(truth, j + 1)]));
    return Math.min(...distances) / diagonal;
  });
  return { error: Math.min(...turns) / diagonal, sides };
}

type Side = readonly [Point, Point];

/** How far the ends of a side are from the line of a true one, in pixels; infinite if it runs another way or beside it. */
function sideError([from, to]: Side, [start, end]: Side): number {
  const [dx, dy, length] = [end.x - start.x, end.y - start.y, Math.hypot(end.x - start.x, end.y - start.y)];
  const placeAt = (share: number): Point => ({
    x: from.x + share * (to.x - from.x),
    y: from.y + share * (to.y - from.y),
  });
  const middle = placeAt(0.5);
  const along = ((middle.x - start.x) * dx + (middle.y - start.y) * dy) / length ** 2;
  if ((to.x - from.x) * dx + (to.y - from.y) * dy < 0 || along < 0 || along > 1) return Number.POSITIVE_INFINITY;
  const distance = ({ x, y }: Point): number => Math.abs((y - start.y) * dx - (x - start.x) * dy) / length;
  return Math.max(distance(placeAt(ROUNDED)), distance(placeAt(1 - ROUNDED)));
}
