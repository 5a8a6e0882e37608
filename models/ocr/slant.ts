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
  best(grid: Grid): Slant;
}

/**
 * Tells of a slant the sum of squares of how many feet stand at each height of the middle, each foot spread over three (1, 2, 1). The sum is
 * kept up while feet are added: that there are hundreds of slants to try and few feet makes the rows the larger part of the work.
 */
function createSearch({ x, y }: Feet, height: number): Search {
  const rows = new Int32Array(2 * height + 2 * SPREAD);
  // For the fan that is looked at: how a foot's place changes with the slope, and where it is without one.
  const [lever, level] = [new Float64Array(x.length), new Float64Array(x.length)];
  const taken = new Int32Array(x.length);
  const fanBy = (fan: number): void => {
    for (let i = 0; i < x.length; i++) {
      const stretch = 1 / (1 + (x[i] as number) * fan);
      lever[i] = (x[i] as number) * stretch;
      level[i] = (y[i] as number) * stretch + height + SPREAD + 0.5;
    }
  };
  const sumAt = (slope: number): number => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < lever.length; i++) {
      const at = Math.floor((level[i] as number) - slope * (lever[i] as number));
      if (!(at > SPREAD && at < rows.length - SPREAD - 1)) continue;
      const here = rows[at] as number;
      const beside = (rows[at - 1] as number) + (rows[at + 1] as number);
      // The sum of (a + 2 * b + c)^2 over three neighbours each, after one more less before it.
      sum += 6 + 12 * here + 8 * beside + 2 * ((rows[at - 2] as number) + (rows[at + 2] as number));
      rows[at] = here + 1;
      taken[count++] = at;
    }
    for (let i = 0; i < count; i++) rows[taken[i] as number] = 0;
    return sum;
  };
  const score = ({ slope, fan }: Slant): number => {
    fanBy(fan);
    return sumAt(slope);
  };
  const best = ({ slopes, fans }: Grid): Slant => {
    let [found, top] = [LEVEL, Number.NEGATIVE_INFINITY];
    for (const fan of fans) {
      fanBy(fan);
      for (const slope of slopes) {
        const value = sumAt(slope);
        if (value > top) [found, top] = [{ slope, fan }, value];
      }
    }
    return found;
  };
  return { score, best };
}

/** How far a foot reaches in the sum, in rows. */
const SPREAD = 2;

interface Steps {
  slope: number;
  /** The fan times half the picture's height. */
  reach: number;
}

/** Every slope is tried with every fan. */
interface Grid {
  slopes: number[];
  fans: number[];
}

function around(centre: Slant, span: Steps, step: Steps, reach: number): Grid {
  return {
    slopes: steps(span.slope, step.slope).map((slope) => centre.slope + slope),
    fans: steps(span.reach, step.reach).map((lean) => centre.fan + lean / reach),
  };
}

function steps(span: number, step: number): number[] {
  const found: number[] = [];
  for (let at = -span; at <= span + 1e-9; at += step) found.push(at);
  return found;
}
