import { type Mark, markHeight, markWidth } from '../quality/marks.ts';
import { KERNEL, type TextScratch } from '../quality/text-kernel.ts';

/**
 * The slant of the rows of text in a picture: the row through (width / 2, y) rises or falls by `slope + fan * (y - height / 2)` pixels per pixel,
 * downwards positive. That is exact for a flat document under any perspective, whose rows meet in one point.
 */
export interface Slant {
  slope: number;
  /** Per pixel. */
  fan: number;
}

export const LEVEL: Slant = { slope: 0, fan: 0 };

/** The longer side, in pixels, for the sizes below, and to which the letters' positions are scaled. */
export const SLANT_SIDE_PIXELS = 1_200;
/** Pixels of a mark that may be a letter. */
const LETTER = { heightMin: 5, heightMax: 50, widthMax: 90, areaMin: 12 };
/** Fewer letters than this are not enough for an answer. */
const LETTERS_MIN = 25;
/** The tangent of 20 degrees: a greater slant cannot be distinguished from a page on its side. */
const SLOPE_MAX = 0.364;
/** How much the slope may differ between the middle and the upper or lower edge: 7 degrees. */
const FAN_REACH_MAX = 0.12;
const COARSE = { slope: 0.01, reach: 0.02 };
const FINE = { slope: 0.0015, reach: 0.003 };
/** The rows must become this many times sharper than before; otherwise they stay. */
const GAIN_MIN = 1.08;

/** The size of the picture with the marks, in pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * Returns the slant of the rows, where the profile of the letters' feet is sharpest; `LEVEL` if there is too little
 * text or no clear answer. `marks` are the picture's.
 */
export function findSlant(size: Size, marks: readonly Mark[]): Slant {
  const scale = SLANT_SIDE_PIXELS / Math.max(size.width, size.height);
  const letters = marks.filter((mark) => isLetter(mark, scale));
  if (letters.length < LETTERS_MIN) return LEVEL;
  const height = Math.round(size.height * scale);
  const reach = height / 2;
  using scratch = KERNEL.borrow();
  const search = createSearch(feetOf(letters, size, scale), height, scratch);
  const coarse = search.best(around(LEVEL, { slope: SLOPE_MAX, reach: FAN_REACH_MAX }, COARSE, reach));
  const fine = search.best(around(coarse, { slope: COARSE.slope, reach: COARSE.reach }, FINE, reach));
  if (search.score(fine) < GAIN_MIN * search.score(LEVEL)) return LEVEL;
  return { slope: fine.slope, fan: fine.fan * scale };
}

/** The letters' feet, relative to the centre of the picture. */
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
 * Returns a function that rates a slant: the sum of squares of how many feet are at each height of the middle, each
 * foot spread over three (1, 2, 1). It works in `scratch`.
 */
function createSearch({ x, y }: Feet, height: number, scratch: TextScratch): Search {
  const { run } = scratch;
  const [across, down] = [putNumbers(scratch, x), putNumbers(scratch, y)];
  const work = scratch.take(run.feetWorkBytes(x.length, height));
  const sumsOf = (fan: number, slopes: readonly number[]): Float64Array => {
    const at = putNumbers(scratch, slopes);
    const sums = scratch.take(NUMBER_BYTES * slopes.length);
    run.sumFeet(across, down, x.length, height, fan, at, slopes.length, sums, work);
    scratch.release(at);
    return scratch.doubles(sums, slopes.length);
  };
  const best = ({ slopes, fans }: Grid): Slant => {
    let [found, top] = [LEVEL, Number.NEGATIVE_INFINITY];
    for (const fan of fans) {
      const sums = sumsOf(fan, slopes);
      for (let i = 0; i < sums.length; i++) {
        const value = sums[i] as number;
        if (value > top) [found, top] = [{ slope: slopes[i] as number, fan }, value];
      }
    }
    return found;
  };
  return { score: ({ slope, fan }) => sumsOf(fan, [slope])[0] as number, best };
}

function putNumbers(scratch: TextScratch, numbers: ArrayLike<number>): number {
  const at = scratch.take(NUMBER_BYTES * numbers.length);
  scratch.doubles(at, numbers.length).set(numbers);
  return at;
}

const NUMBER_BYTES = 8;

interface Steps {
  slope: number;
  /** The fan times half the picture's height. */
  reach: number;
}

/** Tries every slope with every fan. */
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
