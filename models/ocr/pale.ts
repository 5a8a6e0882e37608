import type { Span } from '../quality/ink.ts';
import { findMarksOver, type Mark, markHeight, markWidth } from '../quality/marks.ts';
import type { Plane } from '../quality/plane.ts';
import { isLetter } from './clean.ts';
import { rowSpan } from './rows/row.ts';

/** The clear share of a pale letter's ink: a pattern has none, a letter that needs no help is nearly all clear. */
const CLEAR_SHARE = { min: 0.04, max: 0.7 };
/** A clear piece of at least this share of the whole height is the letter itself, with some of the pattern attached. */
const PIECE_HEIGHT_MAX = 0.75;
/**
 * The clear pieces of a letter extend over at least this share of it; otherwise the pale ink belongs to a pattern.
 * Chosen by measurement on real documents and drawn cards, as are the bounds above.
 */
const REACH_MIN = { across: 0.45, down: 0.6 };
/** A letter is no wider than this, in its heights; connected letters stay in their pieces. */
const WIDTH_MAX = 1.5;

/**
 * Returns the marks of a page with complete pale letters: combines the clear pieces of a letter over its pale ink.
 * `mask` holds both (`markPlane`), `pieces` are the marks of the clear ink.
 */
export function joinPale(mask: Plane, pieces: readonly Mark[]): Mark[] {
  const whole = findMarksOver(mask, pieces).filter(isLetter);
  const inside = piecesOf(whole, pieces);
  const joined = whole.filter((mark) => isPale(mark, inside.get(mark) ?? []));
  const taken = new Set(joined.flatMap((mark) => inside.get(mark) ?? []));
  return [...pieces.filter((piece) => !taken.has(piece)), ...joined];
}

function isPale(mark: Mark, pieces: readonly Mark[]): boolean {
  const [width, height] = [markWidth(mark), markHeight(mark)];
  if (pieces.length === 0 || width > WIDTH_MAX * height) return false;
  const share = pieces.reduce((sum, { area }) => sum + area, 0) / mark.area;
  if (share < CLEAR_SHARE.min || share > CLEAR_SHARE.max) return false;
  const reach = rowSpan({ marks: pieces });
  if (markWidth(reach) < REACH_MIN.across * width || markHeight(reach) < REACH_MIN.down * height) return false;
  return pieces.every((piece) => markHeight(piece) < PIECE_HEIGHT_MAX * height);
}

/** Returns the pieces within each mark. */
function piecesOf(marks: readonly Mark[], pieces: readonly Mark[]): Map<Mark, Mark[]> {
  const found = new Map<Mark, Mark[]>();
  const sorted = pieces.toSorted((a, b) => a.left - b.left);
  const lefts = sorted.map(({ left }) => left);
  for (const mark of marks) {
    const inside: Mark[] = [];
    for (let i = firstFrom(lefts, mark.left); i < sorted.length; i++) {
      const piece = sorted[i] as Mark;
      if (piece.left > mark.right) break;
      if (isWithin(piece, mark)) inside.push(piece);
    }
    if (inside.length > 0) found.set(mark, inside);
  }
  return found;
}

function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWithin(a: Span, b: Span): boolean {
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}
