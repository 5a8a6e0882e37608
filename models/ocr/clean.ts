import type { GreyImage } from '../quality/grey.ts';
import type { Span } from '../quality/ink.ts';
import { type Mark, markHeight, markWidth } from '../quality/marks.ts';
import { copyPlane, type Plane } from '../quality/plane.ts';
import { cutPart, groundOf } from './ground.ts';

/** Pixels of a mark that may be a letter or a part of one, in a picture of the size that is read. */
const LETTER = { heightMin: 6, heightMax: 110, widthMax: 160, areaMin: 14 };
/** Fewer than this, and the picture shows no print dark enough to be told from its ground: it is left as it is. */
const LETTERS_MIN = 20;
/** Ground that is kept around a letter, in its heights: it holds accents, points and the letter's soft edge. */
const MARGIN_HEIGHTS = 0.5;
const MARGIN_PIXELS_MIN = 6;
/** Beside a letter more is kept, so that a pale neighbour is not lost. */
const BESIDE_MARGINS = 3;

export interface CleanPage {
  image: GreyImage;
  /** What may be a letter; none where the picture was left as it is. */
  letters: Span[];
}

/**
 * The print alone, evenly lit, on white: portraits, edges, tables and most of the pattern are left out, among which the
 * recogniser loses columns and single letters, and on which it spends most of its time. `marks` are the picture's;
 * `isOmitted`: those that are left out besides, since they were read already.
 */
export function cleanPage(
  grey: Plane,
  marks: readonly Mark[],
  isOmitted: (mark: Span) => boolean = () => false,
): CleanPage {
  const all = marks.filter(isLetter);
  if (all.length < LETTERS_MIN) return { image: copyPlane(grey), letters: [] };
  const letters = all.filter((mark) => !isOmitted(mark));
  const whole = { left: 0, right: grey.width - 1, top: 0, bottom: grey.height - 1 };
  return { image: cutPart(groundOf(grey), whole, letters.map(keptAround)), letters };
}

/** Whether a mark may be a letter or a part of one. */
export function isLetter(mark: Mark): boolean {
  const height = markHeight(mark);
  const fits = height >= LETTER.heightMin && height <= LETTER.heightMax && markWidth(mark) <= LETTER.widthMax;
  return fits && mark.area >= LETTER.areaMin;
}

/** What is kept around a mark; it may lie outside of the picture in part. */
export function keptAround(mark: Span): Span {
  const margin = Math.max(MARGIN_PIXELS_MIN, Math.round(MARGIN_HEIGHTS * markHeight(mark)));
  const beside = BESIDE_MARGINS * margin;
  return {
    left: mark.left - beside,
    right: mark.right + beside,
    top: mark.top - margin,
    bottom: mark.bottom + margin,
  };
}
