import type { Edges } from './edges.ts';
import type { Point } from './outline.ts';

/** The points with x * cos + y * sin = rho, in pixels of the frame. */
export interface Straight {
  cos: number;
  sin: number;
  rho: number;
}

/** A line, and where an edge lies along it. */
export interface Line extends Straight {
  /** Place along the line, in pixels from the foot of its normal, of the first value in `rising` and `falling`. */
  from: number;
  /** For each pixel along the line, how many before it lie on an edge that gets lighter along the normal; `falling`: darker. */
  rising: Uint16Array;
  falling: Uint16Array;
}

const THETAS = 120;
const THETA_STEP = Math.PI / THETAS;
const RHO_STEP = 1.5;
/** A crest votes for its own direction and this many beside it on each side, as its slope is known to some 4 degrees. */
const SPREAD = 2;
const LINES_MAX = 48;
/** A line is at least this long, as a share of the frame's shorter side. */
const LENGTH_MIN = 0.12;
/** How far a crest may lie from its line, in pixels, and how far its direction may differ (cosine of 16 degrees). */
const NEAR = 1.6;
const SAME_DIRECTION = 0.961;
/** Along a line, weaker slopes count than those that begin one. */
const SUPPORT_MIN = 10;
/** How far across a side its exact place is looked for, in pixels. */
const REACH = 4;
/** A steep slope counts no more than this: print is steeper than most outlines. */
const SLOPE_FULL = 160;

/** Finds straight edges: votes after P. Hough and R. Duda, each line then fitted to its own crests, which vote no more. */
export function findLines(edges: Edges): Line[] {
  const { width, height, crests } = edges;
  const reach = Math.ceil(Math.hypot(width, height) / RHO_STEP) + 2;
  const rhos = 2 * reach + 1;
  const votes = new Float32Array(THETAS * rhos);
  const table = Array.from({ length: THETAS }, (_, i) => [Math.cos(i * THETA_STEP), Math.sin(i * THETA_STEP)] as const);
  const left = new Uint8Array(crests.length).fill(1);
  const thetas = Uint8Array.from(crests, (i) => {
    const angle = Math.atan2(edges.down[i] as number, edges.across[i] as number);
    return Math.round((angle + 2 * Math.PI) / THETA_STEP) % THETAS;
  });
  const vote = (k: number, sign: 1 | -1): void => {
    const i = crests[k] as number;
    const y = Math.floor(i / width);
    const x = i - y * width;
    const weight = sign * Math.sqrt(Math.min(SLOPE_FULL, edges.slope[i] as number));
    for (let d = -SPREAD; d <= SPREAD; d++) {
      const theta = ((thetas[k] as number) + d + THETAS) % THETAS;
      const [cos, sin] = table[theta] as readonly [number, number];
      const place = theta * rhos + Math.round((x * cos + y * sin) / RHO_STEP) + reach;
      votes[place] = (votes[place] as number) + weight;
    }
  };
  for (let k = 0; k < crests.length; k++) vote(k, 1);
  const lines: Line[] = [];
  const shortest = LENGTH_MIN * Math.min(width, height);
  for (let tries = 0; tries < 2 * LINES_MAX && lines.length < LINES_MAX; tries++) {
    const best = indexOfMax(votes);
    const [cos, sin] = table[Math.floor(best / rhos)] as readonly [number, number];
    let fitted: Fit = { cos, sin, rho: ((best % rhos) - reach) * RHO_STEP, on: [] };
    for (let round = 0; round < 3; round++) fitted = fitNear(edges, left, fitted);
    for (const k of fitted.on) {
      left[k] = 0;
      vote(k, -1);
    }
    votes[best] = 0;
    if (fitted.on.length >= shortest) lines.push(profile(edges, fitted));
    else if (fitted.on.length < shortest / 3) break;
  }
  return lines;
}

interface Fit extends Straight {
  /** The crests it was fitted to, by their place in the list. */
  on: number[];
}

/** Fits a line to the crests near it that run with it (total least squares). */
function fitNear({ width, crests, across, down, slope }: Edges, left: Uint8Array, { cos, sin, rho }: Fit): Fit {
  const on: number[] = [];
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < crests.length; k++) {
    if (left[k] === 0) continue;
    const i = crests[k] as number;
    const y = Math.floor(i / width);
    const x = i - y * width;
    const off = x * cos + y * sin - rho;
    if (off > NEAR || off < -NEAR) continue;
    const along = (across[i] as number) * cos + (down[i] as number) * sin;
    if (Math.abs(along) < SAME_DIRECTION * (slope[i] as number)) continue;
    on.push(k);
    n += 1;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  if (n < 3) return { cos, sin, rho, on };
  return { ...throughMoments(n, sx, sy, sxx, sxy, syy), on };
}

/** The line with the least squared distances to points whose sums are given. */
function throughMoments(n: number, sx: number, sy: number, sxx: number, sxy: number, syy: number): Straight {
  const [mx, my] = [sx / n, sy / n];
  const angle = Math.atan2(2 * (sxy - n * mx * my), sxx - n * mx * mx - (syy - n * my * my)) / 2 + Math.PI / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { cos, sin, rho: mx * cos + my * sin };
}

/** Fits a line to the steepest point across it at each place between two points, to a part of a pixel. */
export function fitBetween(edges: Edges, line: Straight, one: Point, other: Point): Straight {
  const { width, height, across, down } = edges;
  const { cos, sin, rho } = line;
  const ends = [one, other].map(({ x, y }) => y * cos - x * sin).sort((a, b) => a - b) as [number, number];
  const trim = 0.08 * (ends[1] - ends[0]);
  const places: { along: number; off: number; part: number }[] = [];
  for (let along = ends[0] + trim; along <= ends[1] - trim; along++) {
    const parts: number[] = [];
    for (let off = -REACH; off <= REACH; off++) {
      const x = Math.round((rho + off) * cos - along * sin);
      const y = Math.round((rho + off) * sin + along * cos);
      const inside = x >= 1 && y >= 1 && x < width - 1 && y < height - 1;
      const i = y * width + x;
      parts.push(inside ? (across[i] as number) * cos + (down[i] as number) * sin : 0);
    }
    let best = 1;
    for (let k = 2; k < parts.length - 1; k++)
      if (Math.abs(parts[k] as number) > Math.abs(parts[best] as number)) best = k;
    const [before, peak, after] = [parts[best - 1] as number, parts[best] as number, parts[best + 1] as number].map(
      Math.abs,
    ) as [number, number, number];
    if (peak < SUPPORT_MIN || peak < before || peak < after) continue;
    const bend = before - 2 * peak + after;
    const shift = bend === 0 ? 0 : (before - after) / (2 * bend);
    places.push({ along, off: best - REACH + shift, part: parts[best] as number });
  }
  const ups = places.filter(({ part }) => part > 0);
  let kept = 2 * ups.length >= places.length ? ups : places.filter(({ part }) => part < 0);
  for (let round = 0; round < 3; round++) {
    if (kept.length < 8) return line;
    let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
    for (const { along, off } of kept) {
      const x = (rho + off) * cos - along * sin;
      const y = (rho + off) * sin + along * cos;
      n += 1;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
    const fitted = throughMoments(n, sx, sy, sxx, sxy, syy);
    if (round === 2) return fitted;
    const offs = kept.map(({ along, off }) =>
      Math.abs(
        ((rho + off) * cos - along * sin) * fitted.cos + ((rho + off) * sin + along * cos) * fitted.sin - fitted.rho,
      ),
    );
    const limit = Math.max(0.5, 2 * (offs.toSorted((a, b) => a - b)[offs.length >> 1] as number));
    kept = kept.filter((_, i) => (offs[i] as number) <= limit);
  }
  return line;
}

/** Records along a line where an edge lies on it. */
function profile({ width, height, across, down, slope }: Edges, { cos, sin, rho }: Fit): Line {
  const reach = Math.ceil(Math.hypot(width, height));
  const rising = new Uint16Array(2 * reach + 2);
  const falling = new Uint16Array(2 * reach + 2);
  let [ups, downs] = [0, 0];
  for (let step = 0; step <= 2 * reach; step++) {
    const along = step - reach;
    let best = 0;
    for (let off = -1; off <= 1; off++) {
      const x = Math.round((rho + off) * cos - along * sin);
      const y = Math.round((rho + off) * sin + along * cos);
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      const i = y * width + x;
      const part = (across[i] as number) * cos + (down[i] as number) * sin;
      if (Math.abs(part) < SUPPORT_MIN || Math.abs(part) < SAME_DIRECTION * (slope[i] as number)) continue;
      if (Math.abs(part) > Math.abs(best)) best = part;
    }
    if (best > 0) ups += 1;
    if (best < 0) downs += 1;
    rising[step + 1] = ups;
    falling[step + 1] = downs;
  }
  return { cos, sin, rho, from: -reach, rising, falling };
}

function indexOfMax(values: Float32Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] as number) > (values[best] as number)) best = i;
  return best;
}
