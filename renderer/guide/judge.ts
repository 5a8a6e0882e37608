import type { ColourImage } from './colour.ts';
import type { Edges } from './edges.ts';
import type { Straight } from './lines.ts';
import type { Point } from './outline.ts';

/** Places along a side; the corners are rounded, so each end loses this share. */
const PLACES = 20;
const ROUNDED = 0.06;
/** How far inside and outside of a side colours are taken, in pixels. */
const DEPTHS = [3, 5] as const;
/** Another edge this far outside, in pixels, may be the true side. */
const OTHER_MIN = 3;
const OTHER_MAX = 10;
/** A steep slope counts no more than this: print is steeper than most outlines. */
const SLOPE_FULL = 160;

/**
 * Measures along four sides whether a document ends there. Returns six values of about 0 to 1.5: the strongest other edge outside (mean and most of the
 * four sides), how much the hues inside and outside differ (mean and least), and how much the colours differ at the weaker places (mean and least).
 */
export function judgeSides(
  sides: readonly Straight[],
  corners: readonly Point[],
  frame: ColourImage,
  edges: Edges,
): number[] {
  const all = sides.map((side, i) => {
    const [from, to, ahead] = [corners[(i + 3) % 4], corners[i], corners[(i + 1) % 4]] as [Point, Point, Point];
    const inward = ahead.x * side.cos + ahead.y * side.sin > side.rho ? 1 : -1;
    const along = { from, to, nx: side.cos * inward, ny: side.sin * inward };
    return { other: otherEdge(along, edges), ...contrastOf(along, frame) };
  });
  const [others, hues, colours] = [
    all.map(({ other }) => other),
    all.map(({ hue }) => hue),
    all.map(({ colour }) => colour),
  ];
  return [mean(others), Math.max(...others), mean(hues), Math.min(...hues), mean(colours), Math.min(...colours)];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A side between two corners, and the direction into the document. */
interface Along {
  from: Point;
  to: Point;
  nx: number;
  ny: number;
}

/** The strongest edge beside a side, outside: its mean slope as a share of `SLOPE_FULL`. */
function otherEdge(along: Along, { width, height, across, down }: Edges): number {
  const { nx, ny } = along;
  let most = 0;
  for (let off = OTHER_MIN; off <= OTHER_MAX; off++) {
    let sum = 0;
    for (let k = 0; k < PLACES; k++) {
      const x = Math.round(placeX(along, k) - off * nx);
      const y = Math.round(placeY(along, k) - off * ny);
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      const i = y * width + x;
      sum += Math.min(SLOPE_FULL, Math.abs((across[i] as number) * nx + (down[i] as number) * ny));
    }
    if (sum > most) most = sum;
  }
  return most / (PLACES * SLOPE_FULL);
}

/** How much inside and outside differ: in the mean of blue and red, and in grey, blue and red at the quarter of places where they differ least. */
function contrastOf(along: Along, { width, height, values, blue, red }: ColourImage): { hue: number; colour: number } {
  const { nx, ny } = along;
  const differences: number[] = [];
  let [n, blues, reds] = [0, 0, 0];
  for (let k = 0; k < PLACES; k++) {
    const [x, y] = [placeX(along, k), placeY(along, k)];
    let [pairs, grey, b, r] = [0, 0, 0, 0];
    for (const depth of DEPTHS) {
      const [ix, iy] = [Math.round(x + depth * nx), Math.round(y + depth * ny)];
      const [ox, oy] = [Math.round(x - depth * nx), Math.round(y - depth * ny)];
      if (Math.min(ix, iy, ox, oy) < 0 || Math.max(ix, ox) >= width || Math.max(iy, oy) >= height) continue;
      const [inside, outside] = [iy * width + ix, oy * width + ox];
      pairs += 1;
      grey += (values[inside] as number) - (values[outside] as number);
      b += (blue[inside] as number) - (blue[outside] as number);
      r += (red[inside] as number) - (red[outside] as number);
    }
    if (pairs === 0) continue;
    differences.push(Math.hypot(grey, b, r) / pairs);
    n += pairs;
    blues += b;
    reds += r;
  }
  if (n === 0) return { hue: 0, colour: 0 };
  const weaker = differences.sort((a, z) => a - z)[differences.length >> 2] as number;
  return { hue: Math.min(1.5, Math.hypot(blues, reds) / n / 30), colour: Math.min(1.5, weaker / 40) };
}

const shareAt = (k: number): number => ROUNDED + ((1 - 2 * ROUNDED) * k) / (PLACES - 1);
const placeX = ({ from, to }: Along, k: number): number => from.x + shareAt(k) * (to.x - from.x);
const placeY = ({ from, to }: Along, k: number): number => from.y + shareAt(k) * (to.y - from.y);
