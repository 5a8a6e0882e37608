import type { GreyImage } from '../pixels/grey.ts';
import type { CutText, EdgeSide } from '../ports.ts';
import { median } from '../runtime/geometry.ts';
import { type InkMask, inkShare, markInk, type Span } from './ink.ts';
import { findMarks, type Mark, markHeight, markWidth } from './marks.ts';

/** Sizes in pixels of the picture scaled to `CUT_TEXT_SIDE_PIXELS`: of a letter, and of one that the edge has cut lengthwise. */
export const CUT_TEXT_SIDE_PIXELS = 960;
const LETTER = { heightMin: 9, heightMax: 45, widthToHeightMax: 1.6, fillMin: 0.12 };
const CUT_LETTER = { depthMin: 8, depthMax: 40, breadthMin: 2, breadthMax: 40 };
/** How far into the picture rows are followed, as a share of its extent from edge to edge. */
const STRIP_SHARE = 0.25;
/** In heights of a letter: how near the edge a row must begin, how far apart its letters may be. */
const EDGE_GAP_MAX = 0.3;
const LETTER_GAP_MAX = 0.9;
/** Neighbours in a row overlap by at least this share of the lower one, and their heights differ by at most this. */
const OVERLAP_MIN = 0.6;
const HEIGHT_RATIO_MAX = 1.6;
/** The fewest letters in a row that show its shape. */
const ROW_LETTERS_MIN = 4;
/** A row of text follows a line, within this share of its height, and has blank space above and below. */
const BASELINE_ERROR_MAX = 0.12;
const LEADING_SHARE = 0.35;
const LEADING_INK_MAX = 0.35;

/**
 * Returns how many letters are in the longest row of dark text that runs into an edge of the picture, or that an edge cuts lengthwise: this indicates
 * that the document continues beyond the picture. Whole documents have a margin of more than a letter around their printed text, however tightly they
 * are cropped. Takes the picture scaled to `CUT_TEXT_SIDE_PIXELS`.
 */
export function findCutText(grey: GreyImage): CutText {
  const mask = markInk(grey);
  const sides: EdgeSide[] = ['left', 'top', 'right', 'bottom'];
  const found = sides.map((side) => ({ side, letters: lettersAtEdge(edgeStrip(mask, side)) }));
  const most = found.reduce((best, next) => (next.letters > best.letters ? next : best));
  return most.letters > 0 ? most : { letters: 0, side: null };
}

/** Returns the part of a mask along one side, turned or mirrored so that this side is the strip's left edge. */
function edgeStrip({ width, height, ink }: InkMask, side: EdgeSide): InkMask {
  const upright = side === 'left' || side === 'right';
  const [extent, length] = upright ? [width, height] : [height, width];
  const depth = Math.ceil(extent * STRIP_SHARE);
  const strip = new Uint8Array(depth * length);
  const [along, across] = upright ? [width, 1] : [1, width];
  const [first, inward] = side === 'left' || side === 'top' ? [0, across] : [(extent - 1) * across, -across];
  for (let at = 0, row = first; at < strip.length; row += along)
    for (let index = row, end = at + depth; at < end; at++, index += inward) strip[at] = ink[index] as number;
  return { width: depth, height: length, ink: strip };
}

function lettersAtEdge(strip: InkMask): number {
  const marks = findMarks(strip);
  const letters = marks.filter(isLetter).sort((a, b) => a.left - b.left);
  const starts = letters.filter(isAtEdge);
  const rows = starts.map((start) => followRow(start, letters)).filter((row) => isTextRow(row, strip));
  return Math.max(0, longestCutRow(marks, strip), ...rows.map((row) => row.length));
}

const isAtEdge = (mark: Mark): boolean => mark.left <= EDGE_GAP_MAX * markHeight(mark);

function isLetter(mark: Mark): boolean {
  const [width, height] = [markWidth(mark), markHeight(mark)];
  const sized = height >= LETTER.heightMin && height <= LETTER.heightMax && width <= LETTER.widthToHeightMax * height;
  return sized && mark.area >= LETTER.fillMin * width * height;
}

/** Follows letters inwards, as long as the next is of similar height, next to the last, and near it. */
function followRow(start: Mark, letters: readonly Mark[]): Mark[] {
  const row = [start];
  for (let last: Mark | undefined = start; last; ) {
    const from: Mark = last;
    last = letters.find((next) => isNextInRow(from, next));
    if (last) row.push(last);
  }
  return row;
}

function isNextInRow(from: Mark, next: Mark): boolean {
  const [height, nextHeight] = [markHeight(from), markHeight(next)];
  const gap = next.left - from.right;
  if (next.left <= from.left || next.right <= from.right || gap < -1 || gap > LETTER_GAP_MAX * height) return false;
  const alike = Math.max(height, nextHeight) <= HEIGHT_RATIO_MAX * Math.min(height, nextHeight);
  const overlap = Math.min(from.bottom, next.bottom) - Math.max(from.top, next.top) + 1;
  return alike && overlap >= OVERLAP_MIN * Math.min(height, nextHeight);
}

/** Cloth and wood have marks of a letter's size too, but neither a straight line of them nor blank space around it. */
function isTextRow(row: readonly Mark[], strip: InkMask): boolean {
  if (row.length < ROW_LETTERS_MIN) return false;
  const span: Span = {
    left: Math.min(...row.map(({ left }) => left)),
    right: Math.max(...row.map(({ right }) => right)),
    top: median(row.map(({ top }) => top)),
    bottom: median(row.map(({ bottom }) => bottom)),
  };
  const height = markHeight(span);
  const feet = row.map(({ left, bottom }) => ({ along: left, foot: bottom }));
  if (baselineError(feet) > BASELINE_ERROR_MAX * height) return false;
  const leading = Math.max(2, Math.round(height * LEADING_SHARE));
  const above = inkShare(strip, { ...span, top: span.top - leading - 1, bottom: span.top - 2 });
  const below = inkShare(strip, { ...span, top: span.bottom + 2, bottom: span.bottom + leading + 1 });
  const most = LEADING_INK_MAX * inkShare(strip, span);
  return Math.min(above, below) <= most && above + below <= 2 * most;
}

/** Returns the median distance in pixels of the letters' feet from the straight line that fits them best. */
function baselineError(feet: readonly { along: number; foot: number }[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAlong, meanFoot] = [mean(feet.map(({ along }) => along)), mean(feet.map(({ foot }) => foot))];
  const spread = feet.reduce((sum, { along }) => sum + (along - meanAlong) ** 2, 0);
  const slope = feet.reduce((sum, { along, foot }) => sum + (along - meanAlong) * (foot - meanFoot), 0) / spread;
  return median(feet.map(({ along, foot }) => Math.abs(foot - meanFoot - slope * (along - meanAlong))));
}

/** Returns the longest row of letters that the edge cuts lengthwise, each touching it, with blank space beyond. */
function longestCutRow(marks: readonly Mark[], strip: InkMask): number {
  const cut = marks.filter(isCutLetter).sort((a, b) => a.top - b.top);
  let longest = 0;
  let row: Mark[] = [];
  for (const mark of cut) {
    const last = row.at(-1);
    const depth = Math.max(...[...row, mark].map(markWidth));
    row = last && mark.top - last.bottom <= 1.2 * depth ? [...row, mark] : [mark];
    if (row.length > longest && isCutText(row, strip)) longest = row.length;
  }
  return longest;
}

function isCutLetter(mark: Mark): boolean {
  const [depth, breadth] = [markWidth(mark), markHeight(mark)];
  const { depthMin, depthMax, breadthMin, breadthMax } = CUT_LETTER;
  return mark.left <= 1 && depth >= depthMin && depth <= depthMax && breadth >= breadthMin && breadth <= breadthMax;
}

function isCutText(row: readonly Mark[], strip: InkMask): boolean {
  const [first, last] = [row[0], row.at(-1)];
  if (!first || !last || row.length < ROW_LETTERS_MIN) return false;
  const depth = median(row.map(({ right }) => right));
  const feet = row.map(({ top, right }) => ({ along: top, foot: right }));
  if (baselineError(feet) > BASELINE_ERROR_MAX * depth) return false;
  const along = { top: first.top, bottom: last.bottom };
  const beyond = { ...along, left: depth + 2, right: depth + 1 + Math.max(2, Math.round(depth / 2)) };
  return inkShare(strip, beyond) <= LEADING_INK_MAX * inkShare(strip, { ...along, left: 0, right: depth });
}
