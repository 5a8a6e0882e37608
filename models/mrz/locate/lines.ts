import { type Course, courseOf, heightAt, joinPieces, type Piece } from './pieces.ts';
import { RIDGE_CAPITALS } from './ridges.ts';

/** All in heights of the capitals that the ridge filter searches for. */
export const PIECE_MIN = 3;
const LINE_MIN = 10;
const BREAK_MAX = 9;
const OVERLAP_MAX = 3;
const STEP_MAX = 0.7;
/** Between the middles of two lines of one MRZ: 1.76 by the standard, for capitals a quarter lower or higher. */
const SPACING_MIN = 1.1;
const SPACING_MAX = 2.9;
/** Slopes, as height over width. */
const JOINT_SLOPE_MAX = 0.12;
const LINE_SLOPE_MAX = 0.25;
const PARALLEL_MAX = 0.07;
/** A share of the shorter of two lines. */
const SHARED_MIN = 0.6;
/** No MRZ has more than three; surrounding text may have the same size. */
const LINES_MAX = 5;

export interface RoughLine extends Course {
  left: number;
  right: number;
}

/** Lines below one another, from the top. */
export type RoughBand = readonly RoughLine[];

/** Joins pieces to horizontal lines of text, and finds lines that are evenly below one another. */
export function findRoughBands(pieces: readonly Piece[]): RoughBand[] {
  const lines = joinLines(pieces).filter(({ left, right, slope }) => {
    return right - left >= LINE_MIN * RIDGE_CAPITALS && Math.abs(slope) <= LINE_SLOPE_MAX;
  });
  return stackLines(lines);
}

/** Runs of fillers and worn print break a line: its pieces share one course. */
function joinLines(pieces: readonly Piece[]): RoughLine[] {
  const open = [...pieces].sort((a, b) => a.left - b.left);
  const lines: RoughLine[] = [];
  for (let piece = open.shift(); piece !== undefined; piece = open.shift()) {
    let line = piece;
    for (let i = nextPiece(line, open); i >= 0; i = nextPiece(line, open)) {
      const [next] = open.splice(i, 1);
      line = joinPieces(line, next as Piece);
    }
    lines.push({ ...courseOf(line), left: line.left, right: line.right });
  }
  return lines;
}

/** Returns which of `open`, sorted from the left, continues `line`; -1 for none. */
function nextPiece(line: Piece, open: readonly Piece[]): number {
  const farthest = line.right + BREAK_MAX * RIDGE_CAPITALS;
  for (const [i, piece] of open.entries()) {
    if (piece.left > farthest) return -1;
    if (goesOn(line, piece)) return i;
  }
  return -1;
}

function goesOn(line: Piece, piece: Piece): boolean {
  if (piece.left - line.right < -OVERLAP_MAX * RIDGE_CAPITALS) return false;
  const [a, b] = [courseOf(line), courseOf(piece)];
  const joint = (line.right + piece.left) / 2;
  const slope = (b.middleY - a.middleY) / Math.max(1, b.middleX - a.middleX);
  const [longer, shorter] = line.count > piece.count ? [a, b] : [b, a];
  return (
    Math.abs(slope - longer.slope) <= JOINT_SLOPE_MAX &&
    Math.abs(heightAt(longer, joint) - heightAt({ ...shorter, slope: longer.slope }, joint)) <=
      STEP_MAX * RIDGE_CAPITALS
  );
}

function stackLines(lines: readonly RoughLine[]): RoughBand[] {
  const sorted = [...lines].sort((a, b) => a.middleY - b.middleY);
  const below = new Map(sorted.map((line) => [line, nearestBelow(line, sorted)]));
  const taken = new Set(below.values());
  const bands: RoughBand[] = [];
  for (const first of sorted.filter((line) => !taken.has(line))) {
    const stack: RoughLine[] = [];
    for (let line: RoughLine | undefined = first; line !== undefined; line = below.get(line)) stack.push(line);
    for (let i = 0; i < stack.length; i += LINES_MAX) bands.push(stack.slice(i, i + LINES_MAX));
  }
  return bands;
}

function nearestBelow(line: RoughLine, lines: readonly RoughLine[]): RoughLine | undefined {
  let nearest: RoughLine | undefined;
  let least = SPACING_MAX * RIDGE_CAPITALS;
  for (const other of lines) {
    const shared = Math.min(line.right, other.right) - Math.max(line.left, other.left);
    const shorter = Math.min(line.right - line.left, other.right - other.left);
    if (other === line || shared < SHARED_MIN * shorter || Math.abs(line.slope - other.slope) > PARALLEL_MAX) continue;
    const x = (Math.max(line.left, other.left) + Math.min(line.right, other.right)) / 2;
    const distance = heightAt(other, x) - heightAt(line, x);
    if (distance < SPACING_MIN * RIDGE_CAPITALS || distance > least) continue;
    nearest = other;
    least = distance;
  }
  return nearest;
}
