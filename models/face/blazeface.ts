import type { Point } from './align.ts';
import type { CropForm } from './crops.ts';
import { FACE_NETS } from './nets.ts';

/** A face as the detector sees it, in pixels of its input. */
export interface Detection {
  /** The centre of the face, and the side of a square around it with some margin. */
  centre: Point;
  side: number;
  /** The rotation of the face, in radians; 0 is upright. */
  angle: number;
  /** 0..1 */
  score: number;
}

const { size: SIZE } = FACE_NETS.detector;
/** The numbers of one grid place: the position and size of the box, then six points of a face. */
const BOX_NUMBERS = 16;
/** The positions of nose and mouth among a place's numbers. */
const NOSE = 8;
const MOUTH = 10;
/** The finer grid has two boxes per place, the coarser one six (MediaPipe's "face detection, back camera"). */
const GRIDS = [
  { cells: 16, boxes: 2 },
  { cells: 8, boxes: 6 },
];

/** The most faces that are used in one picture. */
const FACES_MAX = 10;
const SCORE_MIN = 0.3;
/** Boxes that share more of their union belong to one face. */
const SHARED_MAX = 0.1;
/** The box covers the features; with this margin it holds the whole face, as the mesh needs it. */
const ROOM = 1.4;

interface Candidate {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
  score: number;
}

/** The value range of the detector's training: -1..1. */
export const DETECTOR_FORM: CropForm = { less: [127.5, 127.5, 127.5], gain: 1 / 127.5 };

/** Decodes the detector's results, in the order of its spec, into faces; the most certain first. */
export function decodeDetections([fineScores, coarseScores, fineBoxes, coarseBoxes]: Float32Array[]): Detection[] {
  const candidates = [
    ...candidatesOf(fineScores ?? [], fineBoxes ?? [], GRIDS[0]),
    ...candidatesOf(coarseScores ?? [], coarseBoxes ?? [], GRIDS[1]),
  ];
  return distinct(candidates).map(({ x, y, width, height, angle, score }) => ({
    centre: { x, y },
    side: Math.max(width, height) * ROOM,
    angle,
    score,
  }));
}

/** Returns the places whose score is high enough. Boxes are relative to the middle of their place. */
function candidatesOf(scores: ArrayLike<number>, boxes: ArrayLike<number>, grid = { cells: 1, boxes: 1 }): Candidate[] {
  const candidates: Candidate[] = [];
  const pitch = SIZE / grid.cells;
  for (let i = 0; i < scores.length; i++) {
    const score = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
    if (score <= SCORE_MIN) continue;
    const place = Math.floor(i / grid.boxes);
    const [x0, y0] = [pitch * ((place % grid.cells) + 0.5), pitch * (Math.floor(place / grid.cells) + 0.5)];
    const at = (n: number): number => boxes[i * BOX_NUMBERS + n] ?? 0;
    const angle = angleOf({ x: at(MOUTH), y: at(MOUTH + 1) }, { x: at(NOSE), y: at(NOSE + 1) });
    candidates.push({ x: x0 + at(0), y: y0 + at(1), width: at(2), height: at(3), angle, score });
  }
  return candidates;
}

/** Returns how far the line from the mouth up to the nose is turned from upright, within half a turn to either side. */
function angleOf(mouth: Point, nose: Point): number {
  const angle = Math.PI / 2 - Math.atan2(mouth.y - nose.y, nose.x - mouth.x);
  return angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
}

/** Returns the most certain of boxes that overlap (non-maximum suppression). */
function distinct(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === FACES_MAX) break;
    if (kept.every((other) => shared(other, candidate) <= SHARED_MAX)) kept.push(candidate);
  }
  return kept;
}

/** Returns the intersection of two boxes, as a share of their union. */
function shared(a: Candidate, b: Candidate): number {
  const width = Math.min(a.x + a.width / 2, b.x + b.width / 2) - Math.max(a.x - a.width / 2, b.x - b.width / 2);
  const height = Math.min(a.y + a.height / 2, b.y + b.height / 2) - Math.max(a.y - a.height / 2, b.y - b.height / 2);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (a.width * a.height + b.width * b.height - both);
}
