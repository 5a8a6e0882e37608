import type { ColourImage } from './colour.ts';
import type { Edges } from './edges.ts';
import { NET } from './judge-net.ts';
import type { Point } from './outline.ts';
import { areaOf, shapeOf } from './shape.ts';

/** A side is looked at in so many places; the corners are rounded and fingers hold them, so each end loses a share. */
const PLACES = 24;
const ROUNDED = 0.06;
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
}

// Room for the measurements of one side and of one whole: thousands a second.
const side = new Float64Array(SIDE);
const whole = new Float64Array(WHOLE + 4);
const colours = new Float64Array(3 * PLACES * OFFS);
const outside = new Float64Array(3 * PLACES);

/** A judge of outlines in one frame, with the net of `judge-net.ts`. Outlines that share two corners share the work on that side. */
export function createJudge(frame: ColourImage, edges: Edges): Judge {
  const seen = new Map<Point, Map<Point, Side>>();
  const lookAt = (from: Point, to: Point): Side => {
    measureSide(from, to, frame, edges);
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
    side: (from, to) => lookAt(from, to).logit,
  };
}

/** All that the net sees of an outline, for who learns its weights: what is measured on each side, then on the whole. */
export function measurementsOf(corners: readonly Point[], frame: ColourImage, edges: Edges): Float32Array {
  const all = new Float32Array(4 * SIDE + WHOLE);
  const means = corners.map((from, i) => {
    measureSide(from, corners[(i + 1) % 4] as Point, frame, edges);
    const mean = compareColours();
    all.set(side, i * SIDE);
    return mean;
  });
  measureWhole(corners, means, frame);
  all.set(whole.subarray(0, WHOLE), 4 * SIDE);
  return all;
}

interface Layers {
  hidden: Float32Array;
  bias: Float32Array;
  out: Float32Array;
}

/** A layer of rectified units, and their weighted sum. */
function layers(input: Float64Array, { hidden, bias, out }: Layers): number {
  let sum = 0;
  for (let h = 0, w = 0; h < out.length; h++) {
    let value = bias[h] as number;
    for (let i = 0; i < input.length; i++, w++) value += (hidden[w] as number) * (input[i] as number);
    if (value > 0) sum += (out[h] as number) * value;
  }
  return sum;
}

/** Writes slopes and texture along a side into `side`, and the colours to `colours`. */
function measureSide(from: Point, to: Point, frame: ColourImage, edges: Edges): void {
  const { width, height, values, blue, red } = frame;
  const { across, down, slope } = edges;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [nx, ny] = [-dy / length, dx / length];
  for (let o = 0; o < OFFS; o++) {
    let [steep, signed, edge, texture, last] = [0, 0, 0, 0, 0];
    const left = from.x + (o - REACH) * nx + 0.5;
    const top = from.y + (o - REACH) * ny + 0.5;
    for (let k = 0; k < PLACES; k++) {
      const share = ROUNDED + ((1 - 2 * ROUNDED) * k) / (PLACES - 1);
      const x = within(left + share * dx, width);
      const y = within(top + share * dy, height);
      const i = y * width + x;
      const part = (across[i] as number) * nx + (down[i] as number) * ny;
      const size = part < 0 ? -part : part;
      const counted = size > SLOPE_FULL ? SLOPE_FULL : size;
      steep += counted;
      signed += part < 0 ? -counted : counted;
      if (size >= SLOPE_MIN && size >= SAME_DIRECTION * (slope[i] as number)) edge++;
      const j = 3 * (k * OFFS + o);
      const value = values[i] as number;
      colours[j] = value;
      colours[j + 1] = blue[i] as number;
      colours[j + 2] = red[i] as number;
      if (k > 0) texture += value > last ? value - last : last - value;
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
    if (hasEdge(from.x - px, from.y - py, nx, ny, edges)) beyond++;
    if (hasEdge(to.x + px, to.y + py, nx, ny, edges)) beyond++;
  }
  side[6 * OFFS] = beyond / (2 * BEYOND);
  side[6 * OFFS + 1] = length / 320;
}

const within = (at: number, size: number): number => (at < 1 ? 1 : at > size - 2 ? size - 2 : at | 0);

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
  for (let k = 0; k < PLACES; k++)
    for (let c = 0; c < 3; c++) {
      const j = 3 * k * OFFS + c;
      let [out, inner] = [0, 0];
      for (let d = 0; d < DEPTH; d++) {
        out += colours[j + 3 * (OUTSIDE + d)] as number;
        inner += colours[j + 3 * (INSIDE + d)] as number;
      }
      outside[3 * k + c] = out / DEPTH;
      means[c] = (means[c] as number) + out / DEPTH / PLACES;
      means[c + 3] = (means[c + 3] as number) + inner / DEPTH / PLACES;
    }
  for (let o = 0; o < OFFS; o++) {
    let [each, grey, blue, red] = [0, 0, 0, 0];
    for (let k = 0; k < PLACES; k++) {
      const j = 3 * (k * OFFS + o);
      const g = (colours[j] as number) - (outside[3 * k] as number);
      const b = (colours[j + 1] as number) - (outside[3 * k + 1] as number);
      const r = (colours[j + 2] as number) - (outside[3 * k + 2] as number);
      const apart = Math.sqrt(g * g + b * b + r * r);
      each += apart > COLOUR_FULL ? COLOUR_FULL : apart;
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
