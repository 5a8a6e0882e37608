import type { GreyImage } from '../pixels/grey.ts';
import type { Span } from '../quality/ink.ts';
import { type Mark, markHeight, markWidth } from '../quality/marks.ts';
import { copyPlane, type Plane } from '../quality/plane.ts';
import { cutPart, groundOf } from './ground.ts';

/** Pixels of a mark that may be a letter or a part of one, in a picture of the reading size. */
const LETTER = { heightMin: 6, heightMax: 110, widthMax: 160, areaMin: 14 };
/** With fewer letters, the picture has no text dark enough to distinguish from its background: it stays as it is. */
const LETTERS_MIN = 20;
/** Background that is kept around a letter, in its heights: it holds accents, points and the letter's soft edge. */
const MARGIN_HEIGHTS = 0.5;
const MARGIN_PIXELS_MIN = 6;
/** Next to a letter more is kept, so that a pale neighbour is not lost. */
const BESIDE_MARGINS = 3;

export interface CleanPage {
  image: GreyImage;
  /** The possible letters; none if the picture was left as it is. */
  letters: Span[];
}

/**
 * Returns only the text, evenly lit, on white. Leaves out portraits, edges, tables and most of the pattern: among these
 * the recogniser loses columns and single letters, and it spends most of its time on them. `marks` are the picture's;
 * `isOmitted`: marks that are also left out, because they were already read.
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

/** Returns whether a mark may be a letter or a part of one. */
export function isLetter(mark: Mark): boolean {
  const height = markHeight(mark);
  const fits = height >= LETTER.heightMin && height <= LETTER.heightMax && markWidth(mark) <= LETTER.widthMax;
  return fits && mark.area >= LETTER.areaMin;
}

/** Returns what is kept around a mark; it may be partly outside the picture. */
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
