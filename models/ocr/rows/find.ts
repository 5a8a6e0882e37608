import type { Span } from '../../quality/ink.ts';
import { markHeight } from '../../quality/marks.ts';
import { median } from '../../runtime/geometry.ts';
import { type Row, rowOf } from './row.ts';

/** For two letters of one row: how many times higher one may be, how far their middles may differ in heights of the lower one. */
const HEIGHT_RATIO_MAX = 2.2;
const MIDDLE_SHIFT_MAX = 0.45;
/** The gap between them, in heights of the higher one: words of a row are less than one apart, columns more than three. */
const GAP_MAX = 1.5;
/** A mark lower than this share of a row's letters may be an accent, a point or a dash of the row. */
const SMALL_RATIO = 0.6;
/** The most such marks at one letter: the points of an ellipsis. */
const PART_MARKS_MAX = 3;
/** The distance of such a part from the nearest letter, in heights: above, below and to the side. */
const PART = { above: 0.55, below: 0.35, beside: 0.7 };

/** Groups the letters of a page into rows. Compares each only with its neighbours, so rows may slant a little. Adds parts of letters to their row. */
export function findRows(letters: readonly Span[]): Row[] {
  const rows = joinLetters(letters).map(rowOf);
  return attachParts(rows);
}

function joinLetters(letters: readonly Span[]): Span[][] {
  const sorted = letters.toSorted((a, b) => a.left - b.left);
  const tallest = Math.max(0, ...sorted.map(markHeight));
  const parents = sorted.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root] as number;
    parents[i] = root;
    return root;
  };
  for (const [i, a] of sorted.entries())
    for (let j = i + 1; j < sorted.length; j++) {
      const b = sorted[j] as Span;
      if (b.left > a.right + GAP_MAX * tallest) break;
      if (areBeside(a, b)) parents[rootOf(j)] = rootOf(i);
    }
  return [...Map.groupBy(sorted, (_, i) => rootOf(i)).values()];
}

function areBeside(a: Span, b: Span): boolean {
  const [first, second] = [markHeight(a), markHeight(b)];
  const [low, high] = [Math.min(first, second), Math.max(first, second)];
  if (high > HEIGHT_RATIO_MAX * low || b.left - a.right > GAP_MAX * high) return false;
  return Math.abs(a.top + a.bottom - b.top - b.bottom) / 2 <= MIDDLE_SHIFT_MAX * low;
}

function attachParts(rows: readonly Row[]): Row[] {
  const sorted = rows.toSorted((a, b) => b.height - a.height);
  const taken = new Map<Row, Span[]>();
  const kept: Row[] = [];
  for (const row of sorted) {
    const owner = ownerOf(row, kept);
    if (owner === null) kept.push(row);
    else taken.set(owner, [...(taken.get(owner) ?? []), ...row.marks]);
  }
  return kept.map((row) => {
    const parts = taken.get(row);
    return parts ? { ...row, marks: rowOf([...row.marks, ...parts]).marks } : row;
  });
}

/**
 * Returns the row that all of a smaller row's marks are parts of, the nearest if there are several; null if there is none. `rows`: the highest first.
 */
function ownerOf(part: Row, rows: readonly Row[]): Row | null {
  if (part.marks.length > PART_MARKS_MAX) return null;
  let [owner, nearest] = [null as Row | null, Number.POSITIVE_INFINITY];
  for (const row of rows) {
    if (part.height > SMALL_RATIO * row.height) break;
    const farthest = farthestFrom(part.marks, row, nearest);
    if (farthest < nearest) [owner, nearest] = [row, farthest];
  }
  return owner;
}

/** Returns the distance of the mark farthest from a row, or of one that is at least `enough` away. */
function farthestFrom(marks: readonly Span[], row: Row, enough: number): number {
  let farthest = 0;
  for (let i = 0; i < marks.length && farthest < enough; i++)
    farthest = Math.max(farthest, distanceTo(marks[i] as Span, row));
  return farthest;
}

/** Returns how far a part is above or below the row's nearest letter; infinite if it does not belong to the row. */
function distanceTo(part: Span, { marks, height }: Row): number {
  const reach = PART.beside * height;
  const beside = marks.filter(({ left, right }) => part.left <= right + reach && part.right >= left - reach);
  if (beside.length === 0) return Number.POSITIVE_INFINITY;
  const [top, bottom] = [median(beside.map((mark) => mark.top)), Math.max(...beside.map((mark) => mark.bottom))];
  const middle = (part.top + part.bottom) / 2;
  if (middle < top - PART.above * height || middle > bottom + PART.below * height) return Number.POSITIVE_INFINITY;
  return Math.max(0, top - middle, middle - bottom);
}
