import { markHeight, markWidth } from '../../quality/marks.ts';
import { type Row, rowSpan } from './row.ts';

/** A row of so many marks is read, whatever they are, but for a heap; shorter ones are held against these. */
const MARKS_MIN = 4;
/**
 * So many letters stand beside each other, not one above the other as marks of a portrait do: their row is so many times as wide as high. Of 1,088 such
 * rows of drawn cards and real documents that were surely read none was under 2. An accent is no letter: it is lower than this share of them.
 */
const WORD = { lettersMin: 4, widthToHeightMin: 1.5, letterHeightMin: 0.5 };
/** How high the letters of a short row may be, against those of a longer one that has their height. */
const HEIGHT_RATIO = { min: 0.75, max: 1.35 };
/** More than any page has; noise may make more. */
const ROWS_MAX = 400;

/**
 * The rows that are worth reading, in reading order: long ones that lie along a line, and short ones only where they may be words of the page by
 * their height, since portraits and patterns are full of specks.
 */
export function pickRows(found: readonly Row[]): Row[] {
  const rows = found.filter((row) => !isHeap(row));
  const long = rows.filter(isLong);
  const fits = ({ height }: Row): boolean =>
    long.some((row) => height >= HEIGHT_RATIO.min * row.height && height <= HEIGHT_RATIO.max * row.height);
  const picked = long.length === 0 ? rows : rows.filter((row) => isLong(row) || fits(row));
  return inOrder(picked.toSorted((a, b) => b.marks.length - a.marks.length).slice(0, ROWS_MAX));
}

const isLong = ({ marks }: Row): boolean => marks.length >= MARKS_MIN;

function isHeap(row: Row): boolean {
  const letters = row.marks.filter((mark) => markHeight(mark) >= WORD.letterHeightMin * row.height);
  const span = rowSpan(row);
  return letters.length >= WORD.lettersMin && markWidth(span) < WORD.widthToHeightMin * markHeight(span);
}

/** From top to bottom, and from left to right where they stand beside each other. */
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
