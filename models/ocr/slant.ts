import type { GreyImage } from '../quality/grey.ts';
import { markInk } from '../quality/ink.ts';
import { findMarks, type Mark, markHeight, markWidth } from '../quality/marks.ts';

/**
 * How the rows of text lie in a picture: the row that passes through (width / 2, y) rises or falls by
 * `slope + fan * (y - height / 2)` pixels a pixel, downwards positive. That is exact for a flat document under any
 * perspective, whose rows meet in one point.
 */
export interface Slant {
  slope: number;
  /** Per pixel. */
  fan: number;
}

export const LEVEL: Slant = { slope: 0, fan: 0 };

/** Longer side, in pixels, of the picture that the slant is looked for in. */
export const SLANT_SIDE_PIXELS = 1_200;
/** Pixels of a mark that may be a letter, at that size. */
const LETTER = { heightMin: 5, heightMax: 50, widthMax: 90, areaMin: 12 };
/** Fewer letters than this tell nothing. */
const LETTERS_MIN = 25;
/** The tangent of 20 degrees: what lies more aslant is not told from what lies on its side. */
const SLOPE_MAX = 0.364;
/** How much the slope may differ between the middle and the upper or lower edge: 7 degrees. */
const FAN_REACH_MAX = 0.12;
const COARSE = { slope: 0.01, reach: 0.02 };
const FINE = { slope: 0.0015, reach: 0.003 };
/** So many times sharper than as they lie must the rows become, else they are left. */
const GAIN_MIN = 1.08;

/**
 * The slant of the rows, found where the profile of the letters' feet is sharpest; `LEVEL` where there is too little text or
 * no clear answer. Takes the picture scaled to `SLANT_SIDE_PIXELS`; the answer holds for that size.
 */
export function findSlant(grey: GreyImage): Slant {
  const feet = findMarks(markInk(grey)).filter(isLetter).map(footOf(grey));
  if (feet.length < LETTERS_MIN) return LEVEL;
  const reach = grey.height / 2;
  const score = sharpnessOf(feet, grey.height);
  const coarse = best(around(LEVEL, { slope: SLOPE_MAX, reach: FAN_REACH_MAX }, COARSE, reach), score);
  const fine = best(around(coarse, { slope: COARSE.slope, reach: COARSE.reach }, FINE, reach), score);
  return score(fine) >= GAIN_MIN * score(LEVEL) ? fine : LEVEL;
}

/** A letter's foot, from the middle of the picture. */
interface Foot {
  x: number;
  y: number;
}

function isLetter(mark: Mark): boolean {
  const height = markHeight(mark);
  const fits = height >= LETTER.heightMin && height <= LETTER.heightMax && markWidth(mark) <= LETTER.widthMax;
  return fits && mark.area >= LETTER.areaMin;
}

function footOf({ width, height }: GreyImage): (mark: Mark) => Foot {
  return ({ left, right, bottom }) => ({ x: (left + right) / 2 - width / 2, y: bottom - height / 2 });
}

/**
 * Tells of a slant the sum of squares of how many feet stand at each height of the middle, each foot spread over three. The sum is
 * kept up while feet are added: that there are hundreds of slants to try and few feet makes the rows the larger part of the work.
 */
function sharpnessOf(feet: readonly Foot[], height: number): (slant: Slant) => number {
  const rows = new Int32Array(2 * height);
  const taken = new Int32Array(feet.length);
  let sum = 0;
  const add = (row: number, weight: number): void => {
    const before = rows[row] as number;
    rows[row] = before + weight;
    sum += weight * (2 * before + weight);
  };
  return ({ slope, fan }) => {
    sum = 0;
    let count = 0;
    for (const { x, y } of feet) {
      const at = Math.round((y - x * slope) / (1 + x * fan) + height);
      if (!(at >= 1 && at <= rows.length - 2)) continue;
      add(at - 1, 1);
      add(at, 2);
      add(at + 1, 1);
      taken[count++] = at;
    }
    for (let i = 0; i < count; i++) rows.fill(0, (taken[i] as number) - 1, (taken[i] as number) + 2);
    return sum;
  };
}

interface Steps {
  slope: number;
  /** The fan times half the picture's height. */
  reach: number;
}

function around(centre: Slant, span: Steps, step: Steps, reach: number): Slant[] {
  const slants: Slant[] = [];
  for (let slope = centre.slope - span.slope; slope <= centre.slope + span.slope + 1e-9; slope += step.slope)
    for (let lean = -span.reach; lean <= span.reach + 1e-9; lean += step.reach)
      slants.push({ slope, fan: centre.fan + lean / reach });
  return slants;
}

function best(slants: readonly Slant[], score: (slant: Slant) => number): Slant {
  let [found, top] = [LEVEL, Number.NEGATIVE_INFINITY];
  for (const slant of slants) {
    const value = score(slant);
    if (value > top) [found, top] = [slant, value];
  }
  return found;
}
