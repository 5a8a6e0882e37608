import type { ColourImage } from './colour.ts';
import type { Edges } from './edges.ts';
import { NET } from './judge-net.ts';
import type { Point } from './outline.ts';
import { areaOf, shapeOf } from './shape.ts';

/** A side is looked at in so many places; the corners are rounded and fingers hold them, so each end loses a share. */
const PLACES = 24;
const ROUNDED = 0.06;
const SHARES = Float64Array.from({ length: PLACES }, (_, k) => ROUNDED + ((1 - 2 * ROUNDED) * k) / (PLACES - 1));
/** At each place, so many pixels outside and inside are looked at. */
const REACH = 8;
const OFFS = 2 * REACH + 1;
/** Outside and inside of a side, as places among these: 6 to 3 pixels away. */
const [OUTSIDE, INSIDE, DEPTH] = [REACH - 6, REACH + 3, 4];
/** A steep slope counts no more than this: print is steeper than most outlines. */
const SLOPE_FULL = 160;
/** A place has an edge if the slope is this steep and runs with the side up to 23 degrees. */
const SLOPE_MIN = 12;
const SAME_DIRECTION = 0.92;
/** A greater difference of colours counts no more. */
const COLOUR_FULL = 60;
/** An edge of the document ends at its corner: beyond it, so many places are looked at, this many pixels apart. */
const [BEYOND, BEYOND_STEP] = [4, 3];
/** What is measured on a side (six values for each offset, and two more), and on the whole. */
export const SIDE = 6 * OFFS + 2;
export const WHOLE = 12;
/** Logits of the sides are squashed to this, so that one bad side is not all that counts. */
export const SQUASH = 6;

/** What lies along one side. */
interface Side {
  /** Above 0 if it rather is a side of a document. */
  logit: number;
  /** Mean grey, blue and red outside, then inside. */
  means: Float64Array;
}

/** How well four corners outline a document. */
export interface Judged {
  /** Clockwise. */
  corners: readonly Point[];
  /** The logit of the whole: above 0 if it rather is a document. */
  score: number;
  /** The logits of the sides; side i runs from corner i to the next. */
  sides: number[];
}

export interface Judge {
  /** Judges a quadrilateral by what lies along its sides and by its shape. The corners run clockwise. */
  judge(corners: readonly Point[]): Judged;
  /** The logit of one side of a clockwise outline. */
  side(from: Point, to: Point): number;
  /** How steep the frame is across a side, in the mean: a quick look at whether a side may be there. */
  steepness(from: Point, to: Point): number;
}

// Room for the measurements of one side and of one whole: thousands a second.
const side = new Float64Array(SIDE);
const whole = new Float64Array(WHOLE + 4);
const colours = new Int32Array(PLACES * OFFS);
const outside = new Float64Array(3 * PLACES);
const inside = new Float64Array(3);

/** A frame with what its pixels hold in one number each, as looking at a side reads pixels far apart: grey, blue and red, a byte each. */
interface Ground extends Edges {
  pixels: Int32Array;
}

function groundOf({ values, blue, red }: ColourImage, edges: Edges): Ground {
  const pixels = new Int32Array(values.length);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = (values[i] as number) | ((blue[i] as number) << 8) | ((red[i] as number) << 16);
  return { ...edges, pixels };
}

const greyOf = (pixel: number): number => pixel & 255;
const blueOf = (pixel: number): number => (pixel >> 8) & 255;
const redOf = (pixel: number): number => pixel >> 16;

/** A judge of outlines in one frame, with the net of `judge-net.ts`. Outlines that share two corners share the work on that side. */
export function createJudge(frame: ColourImage, edges: Edges): Judge {
  const ground = groundOf(frame, edges);
  const seen = new Map<Point, Map<Point, Side>>();
  const lookAt = (from: Point, to: Point): Side => {
    measureSide(from, to, ground);
    const means = compareColours();
    return { logit: NET.side.outBias + layers(side, NET.side), means };
  };
  const sideOf = (from: Point, to: Point): Side => {
    const others = seen.get(from) ?? new Map<Point, Side>();
    const known = others.get(to) ?? lookAt(from, to);
    seen.set(from, others.set(to, known));
    return known;
  };
  return {
    judge: (corners) => {
      const all = corners.map((from, i) => sideOf(from, corners[(i + 1) % 4] as Point));
      const sides = all.map(({ logit }) => logit);
      measureWhole(
        corners,
        all.map(({ means }) => means),
        frame,
      );
      const sorted = sides.map((logit) => SQUASH * Math.tanh(logit / SQUASH)).sort((a, b) => a - b);
      for (let i = 0; i < 4; i++) whole[WHOLE + i] = (sorted[i] as number) / 3;
      const { outBias, direct, directBias } = NET.whole;
      const straight = whole.reduce((sum, value, i) => sum + value * (direct[i] as number), directBias);
      return { corners, score: straight + outBias + layers(whole, NET.whole), sides };
    },
    side: (from, to) => sideOf(from, to).logit,
    steepness: (from, to) => steepnessOf(from, to, ground),
  };
}

/** All that the net sees of an outline, for who learns its weights: what is measured on each side, then on the whole. */
export function measurementsOf(corners: readonly Point[], frame: ColourImage, edges: Edges): Float32Array {
  const ground = groundOf(frame, edges);
  const all = new Float32Array(4 * SIDE + WHOLE);
  const means = corners.map((from, i) => {
    measureSide(from, corners[(i + 1) % 4] as Point, ground);
    const mean = compareColours();
    all.set(side, i * SIDE);
    return mean;
  });
  measureWhole(corners, means, frame);
  all.set(whole.subarray(0, WHOLE), 4 * SIDE);
  return all;
}

interface Layers {
  hidden: Float64Array;
  bias: Float64Array;
  out: Float64Array;
}

/** A layer of rectified units, and their weighted sum. */
function layers(input: Float64Array, { hidden, bias, out }: Layers): number {
  let sum = 0;
  for (let h = 0, w = 0; h < out.length; h++) {
    // Two sums at a time, as each waits for itself: the inputs are even in number.
    let [value, other] = [bias[h] as number, 0];
    for (let i = 0; i < input.length; i += 2, w += 2) {
      value += (hidden[w] as number) * (input[i] as number);
      other += (hidden[w + 1] as number) * (input[i + 1] as number);
    }
    if (value + other > 0) sum += (out[h] as number) * (value + other);
  }
  return sum;
}

/** The address of the pixel at a place, or of the nearest one that has a slope. */
const addressOf = (x: number, y: number, { width, height }: Ground): number =>
  Math.max(1, Math.min(height - 2, y | 0)) * width + Math.max(1, Math.min(width - 2, x | 0));

/** Writes slopes and texture along a side into `side`, and the colours to `colours`. It is called thousands of times a second, so it has few branches. */
function measureSide(from: Point, to: Point, ground: Ground): void {
  const { across, down, slope, pixels } = ground;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [nx, ny] = [-dy / length, dx / length];
  for (let o = 0; o < OFFS; o++) {
    let [steep, signed, edge, texture, last] = [0, 0, 0, 0, 0];
    const left = from.x + (o - REACH) * nx + 0.5;
    const top = from.y + (o - REACH) * ny + 0.5;
    for (let k = 0; k < PLACES; k++) {
      const share = SHARES[k] as number;
      const i = addressOf(left + share * dx, top + share * dy, ground);
      const part = (across[i] as number) * nx + (down[i] as number) * ny;
      const size = Math.abs(part);
      steep += Math.min(SLOPE_FULL, size);
      signed += Math.max(-SLOPE_FULL, Math.min(SLOPE_FULL, part));
      edge += Number(size >= Math.max(SLOPE_MIN, SAME_DIRECTION * (slope[i] as number)));
      const pixel = pixels[i] as number;
      colours[k * OFFS + o] = pixel;
      const value = greyOf(pixel);
      if (k > 0) texture += Math.abs(value - last);
      last = value;
    }
    side[o] = steep / PLACES / SLOPE_FULL;
    side[o + OFFS] = Math.abs(signed) / PLACES / SLOPE_FULL;
    side[o + 2 * OFFS] = edge / PLACES;
    side[o + 5 * OFFS] = Math.min(1.5, texture / PLACES / 40);
  }
  let beyond = 0;
  for (let p = BEYOND_STEP; p <= BEYOND * BEYOND_STEP; p += BEYOND_STEP) {
    const [px, py] = [(p * dx) / length, (p * dy) / length];
    if (hasEdge(from.x - px, from.y - py, nx, ny, ground)) beyond++;
    if (hasEdge(to.x + px, to.y + py, nx, ny, ground)) beyond++;
  }
  side[6 * OFFS] = beyond / (2 * BEYOND);
  side[6 * OFFS + 1] = length / 320;
}

/** How steep the frame is across a side, in the mean, on the steepest of three lines beside each other. */
function steepnessOf(from: Point, to: Point, ground: Ground): number {
  const { across, down } = ground;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [nx, ny] = [-dy / length, dx / length];
  let steepest = 0;
  for (let off = -1; off <= 1; off++) {
    let sum = 0;
    const left = from.x + off * nx + 0.5;
    const top = from.y + off * ny + 0.5;
    for (let k = 0; k < PLACES; k++) {
      const share = SHARES[k] as number;
      const i = addressOf(left + share * dx, top + share * dy, ground);
      const part = (across[i] as number) * nx + (down[i] as number) * ny;
      sum += Math.max(-SLOPE_FULL, Math.min(SLOPE_FULL, part));
    }
    steepest = Math.max(steepest, Math.abs(sum));
  }
  return steepest / PLACES;
}

/** Whether an edge runs across a direction at a place or one pixel beside it. */
function hasEdge(
  px: number,
  py: number,
  nx: number,
  ny: number,
  { width, height, across, down, slope }: Edges,
): boolean {
  for (let off = -1; off <= 1; off++) {
    const [x, y] = [Math.trunc(px + off * nx + 0.5), Math.trunc(py + off * ny + 0.5)];
    if (x < 1 || y < 1 || x > width - 2 || y > height - 2) continue;
    const i = y * width + x;
    const part = Math.abs((across[i] as number) * nx + (down[i] as number) * ny);
    if (part >= SLOPE_MIN && part >= SAME_DIRECTION * (slope[i] as number)) return true;
  }
  return false;
}

/** Writes to `side` how much the colours at each offset differ from those outside, place by place and in the mean. Returns the mean colours. */
function compareColours(): Float64Array {
  const means = new Float64Array(6);
  for (let k = 0; k < PLACES; k++) {
    meanFrom(k * OFFS + OUTSIDE, outside, 3 * k);
    meanFrom(k * OFFS + INSIDE, inside, 0);
    for (let c = 0; c < 3; c++) {
      means[c] = (means[c] as number) + (outside[3 * k + c] as number) / PLACES;
      means[c + 3] = (means[c + 3] as number) + (inside[c] as number) / PLACES;
    }
  }
  for (let o = 0; o < OFFS; o++) {
    let [each, grey, blue, red] = [0, 0, 0, 0];
    for (let k = 0; k < PLACES; k++) {
      const pixel = colours[k * OFFS + o] as number;
      const g = greyOf(pixel) - (outside[3 * k] as number);
      const b = blueOf(pixel) - (outside[3 * k + 1] as number);
      const r = redOf(pixel) - (outside[3 * k + 2] as number);
      each += Math.min(COLOUR_FULL, Math.sqrt(g * g + b * b + r * r));
      grey += g;
      blue += b;
      red += r;
    }
    side[o + 3 * OFFS] = each / PLACES / COLOUR_FULL;
    const mean = Math.sqrt(grey * grey + blue * blue + red * red) / PLACES;
    side[o + 4 * OFFS] = Math.min(1.5, mean / COLOUR_FULL);
  }
  return means;
}

/** Writes the mean grey, blue and red of `DEPTH` colours. */
function meanFrom(first: number, to: Float64Array, at: number): void {
  let [grey, blue, red] = [0, 0, 0];
  for (let d = first; d < first + DEPTH; d++) {
    const pixel = colours[d] as number;
    grey += greyOf(pixel);
    blue += blueOf(pixel);
    red += redOf(pixel);
  }
  to[at] = grey / DEPTH;
  to[at + 1] = blue / DEPTH;
  to[at + 2] = red / DEPTH;
}

/** Writes the shape, and how much the colours outside and inside of the sides are alike, to `whole`. */
function measureWhole(corners: readonly Point[], means: readonly Float64Array[], frame: ColourImage): void {
  const meanOf = (c: number): number => means.reduce((sum, of) => sum + (of[c] as number) / 4, 0);
  const { odd, skew, tilt, long } = shapeOf(corners, frame);
  whole[0] = odd;
  whole[1] = Math.min(1, skew);
  whole[2] = tilt;
  whole[3] = Math.min(2, long);
  whole[4] = Math.log(Math.max(1, areaOf(corners)) / (frame.width * frame.height));
  const lighter = means.map((of) => (of[3] as number) - (of[0] as number));
  const net = lighter.reduce((sum, by) => sum + by, 0);
  // How much all sides are lighter inside, or all darker.
  whole[5] = Math.abs(net) / (lighter.reduce((sum, by) => sum + Math.abs(by), 0) + 4);
  for (const [at, to] of [
    [0, 6],
    [3, 8],
  ] as const) {
    const [grey, blue, red] = [meanOf(at), meanOf(at + 1), meanOf(at + 2)];
    let [greys, hues] = [0, 0];
    for (const of of means) {
      greys += Math.abs((of[at] as number) - grey);
      hues += Math.hypot((of[at + 1] as number) - blue, (of[at + 2] as number) - red);
    }
    whole[to] = Math.min(1.5, greys / 4 / 40);
    whole[to + 1] = Math.min(1.5, hues / 4 / 20);
  }
  // How much the inside of a side differs from the outside of the others.
  const apart = means.map((of) =>
    Math.hypot(...[0, 1, 2].map((c) => (of[c + 3] as number) - (4 * meanOf(c) - (of[c] as number)) / 3)),
  );
  whole[10] = Math.min(1.5, Math.min(...apart) / 40);
  whole[11] = Math.min(1.5, apart.reduce((sum, by) => sum + by / 4, 0) / 40);
}
