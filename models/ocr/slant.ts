import { type Mark, markHeight, markWidth } from '../quality/marks.ts';

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

/** Longer side, in pixels, that the sizes below are of, and to which the letters' places are brought. */
export const SLANT_SIDE_PIXELS = 1_200;
/** Pixels of a mark that may be a letter. */
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

/** The picture that marks are of, in pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * The slant of the rows, found where the profile of the letters' feet is sharpest; `LEVEL` where there is too little text or
 * no clear answer. `marks` are the picture's.
 */
export function findSlant(size: Size, marks: readonly Mark[]): Slant {
  const scale = SLANT_SIDE_PIXELS / Math.max(size.width, size.height);
  const letters = marks.filter((mark) => isLetter(mark, scale));
  if (letters.length < LETTERS_MIN) return LEVEL;
  const height = Math.round(size.height * scale);
  const reach = height / 2;
  const search = createSearch(feetOf(letters, size, scale), height);
  const coarse = search.best(around(LEVEL, { slope: SLOPE_MAX, reach: FAN_REACH_MAX }, COARSE, reach));
  const fine = search.best(around(coarse, { slope: COARSE.slope, reach: COARSE.reach }, FINE, reach));
  if (search.score(fine) < GAIN_MIN * search.score(LEVEL)) return LEVEL;
  return { slope: fine.slope, fan: fine.fan * scale };
}

/** The letters' feet, from the middle of the picture. */
interface Feet {
  x: Float64Array;
  y: Float64Array;
}

function isLetter(mark: Mark, scale: number): boolean {
  const height = markHeight(mark) * scale;
  const fits = height >= LETTER.heightMin && height <= LETTER.heightMax && markWidth(mark) * scale <= LETTER.widthMax;
  return fits && mark.area * scale * scale >= LETTER.areaMin;
}

function feetOf(letters: readonly Mark[], { width, height }: Size, scale: number): Feet {
  return {
    x: Float64Array.from(letters, ({ left, right }) => ((left + right - width) / 2) * scale),
    y: Float64Array.from(letters, ({ bottom }) => (bottom - height / 2) * scale),
  };
}

interface Search {
  score(slant: Slant): number;
  best(slants: readonly Slant[]): Slant;
}

/**
 * Tells of a slant the sum of squares of how many feet stand at each height of the middle, each foot spread over three. The sum is
 * kept up while feet are added: that there are hundreds of slants to try and few feet makes the rows the larger part of the work.
 */
function createSearch({ x, y }: Feet, height: number): Search {
  const rows = new Int32Array(2 * height);
  const taken = new Int32Array(x.length);
  const score = ({ slope, fan }: Slant): number => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < x.length; i++) {
      const across = x[i] as number;
      const at = Math.round(((y[i] as number) - across * slope) / (1 + across * fan) + height);
      if (!(at >= 1 && at <= rows.length - 2)) continue;
      const [above, here, below] = [rows[at - 1] as number, rows[at] as number, rows[at + 1] as number];
      // (n + 1)^2 - n^2 for the outer ones, (n + 2)^2 - n^2 for the middle.
      sum += 2 * above + 4 * here + 2 * below + 6;
      rows[at - 1] = above + 1;
      rows[at] = here + 2;
      rows[at + 1] = below + 1;
      taken[count++] = at;
    }
    for (let i = 0; i < count; i++) {
      const at = taken[i] as number;
      rows[at - 1] = 0;
      rows[at] = 0;
      rows[at + 1] = 0;
    }
    return sum;
  };
  const best = (slants: readonly Slant[]): Slant => {
    let [found, top] = [LEVEL, Number.NEGATIVE_INFINITY];
    for (const slant of slants) {
      const value = score(slant);
      if (value > top) [found, top] = [slant, value];
    }
    return found;
  };
  return { score, best };
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
