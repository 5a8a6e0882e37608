import { type Row, rowSpan } from './row.ts';

/** A row with this many marks is always read; shorter ones are compared with these. */
const MARKS_MIN = 4;
/** The height of a short row's letters relative to a longer row of similar height. */
const HEIGHT_RATIO = { min: 0.75, max: 1.35 };
/** More than any page has; noise may produce more. */
const ROWS_MAX = 400;

/**
 * Returns the rows that are worth reading, in reading order. Includes short ones only if their height fits words of the
 * page, because portraits and patterns are full of specks.
 */
export function pickRows(rows: readonly Row[]): Row[] {
  const long = rows.filter(isLong);
  const fits = ({ height }: Row): boolean =>
    long.some((row) => height >= HEIGHT_RATIO.min * row.height && height <= HEIGHT_RATIO.max * row.height);
  const picked = long.length === 0 ? rows : rows.filter((row) => isLong(row) || fits(row));
  return inOrder(picked.toSorted((a, b) => b.marks.length - a.marks.length).slice(0, ROWS_MAX));
}

const isLong = ({ marks }: Row): boolean => marks.length >= MARKS_MIN;

/** From top to bottom, and from left to right if they are side by side. */
function inOrder(rows: readonly Row[]): Row[] {
  const placed = rows.map((row) => ({ row, ...rowSpan(row) })).toSorted((a, b) => a.top + a.bottom - b.top - b.bottom);
  const bands: (typeof placed)[] = [];
  for (const one of placed) {
    const first = bands.at(-1)?.[0];
    if (first !== undefined && (one.top + one.bottom) / 2 <= first.bottom) bands.at(-1)?.push(one);
    else bands.push([one]);
  }
  return bands.flatMap((band) => band.toSorted((a, b) => a.left - b.left).map(({ row }) => row));
}
