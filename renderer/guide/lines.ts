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
const TRIES_MAX = 96;
/** A line is at least this long, as a share of the frame's shorter side. */
const LENGTH_MIN = 0.12;
/** How far a crest may lie from its line, in pixels, and how far its direction may differ: 16 degrees, in steps and as a cosine. */
const NEAR = 1.6;
const NEAR_THETAS = 10;
const SAME_DIRECTION = 0.961;
/** Along a line, weaker slopes count than those that begin one. */
const SUPPORT_MIN = 10;
/** How far across a side its exact place is looked for, in pixels. */
const REACH = 3;
/** Lines that differ by less than 50 degrees run alike, so they do not cross. A crossing lies at most this share of the frame outside. */
const ALIKE_SIN = 0.766;
const OUTSIDE_MAX = 0.02;
/** A steep slope counts no more than this: print is steeper than most outlines. */
const SLOPE_FULL = 160;

/** Crests in the order of their directions: those of direction t are from `starts[t]` to before `starts[t + 1]`. */
interface Crests {
  starts: Int32Array;
  xs: Int16Array;
  ys: Int16Array;
  weights: Float32Array;
  /** 1 until a line has taken the crest. */
  free: Uint8Array;
}

const COS = Float64Array.from({ length: THETAS }, (_, i) => Math.cos(i * THETA_STEP));
const SIN = Float64Array.from({ length: THETAS }, (_, i) => Math.sin(i * THETA_STEP));

/** Finds straight edges: votes after P. Hough and R. Duda, each line then fitted to its own crests, which vote no more. */
export function findLines(edges: Edges): Line[] {
  const { width, height } = edges;
  const crests = sortCrests(edges);
  const board = new Board(Math.ceil(Math.hypot(width, height) / RHO_STEP) + 2);
  for (let theta = 0; theta < THETAS; theta++)
    for (let k = crests.starts[theta] as number; k < (crests.starts[theta + 1] as number); k++)
      board.vote(crests, k, theta, 1);
  const lines: Line[] = [];
  const shortest = LENGTH_MIN * Math.min(width, height);
  for (let tries = 0; tries < TRIES_MAX && lines.length < LINES_MAX; tries++) {
    let fitted: Fit = { ...board.takeBest(), count: 0 };
    for (let round = 0; round < 3; round++) fitted = fitNear(crests, fitted);
    visitNear(crests, fitted, (k, theta) => {
      crests.free[k] = 0;
      board.vote(crests, k, theta, -1);
    });
    if (fitted.count >= shortest) lines.push(profile(edges, fitted));
    else if (fitted.count < shortest / 3) break;
  }
  return lines;
}

function sortCrests({ width, crests, across, down, slope }: Edges): Crests {
  const thetas = Uint8Array.from(crests, (i) => {
    const angle = Math.atan2(down[i] as number, across[i] as number);
    return Math.round((angle + 2 * Math.PI) / THETA_STEP) % THETAS;
  });
  const starts = new Int32Array(THETAS + 1);
  for (const theta of thetas) starts[theta + 1] = (starts[theta + 1] as number) + 1;
  for (let theta = 0; theta < THETAS; theta++)
    starts[theta + 1] = (starts[theta + 1] as number) + (starts[theta] as number);
  const ends = starts.slice();
  const count = crests.length;
  const sorted = { starts, xs: new Int16Array(count), ys: new Int16Array(count), weights: new Float32Array(count) };
  for (let j = 0; j < count; j++) {
    const theta = thetas[j] as number;
    const k = ends[theta] as number;
    ends[theta] = k + 1;
    const i = crests[j] as number;
    sorted.ys[k] = i / width;
    sorted.xs[k] = i % width;
    sorted.weights[k] = Math.sqrt(Math.min(SLOPE_FULL, slope[i] as number));
  }
  return { ...sorted, free: new Uint8Array(count).fill(1) };
}

/** The votes for each direction and distance. It knows the best of each direction, so that taking the best of all is quick. */
class Board {
  readonly #reach: number;
  readonly #rhos: number;
  readonly #votes: Float32Array;
  /** Places of the best votes; -1: to be looked for. */
  readonly #best = new Int32Array(THETAS).fill(-1);

  /** @param reach the greatest distance from the origin, in steps */
  constructor(reach: number) {
    this.#reach = reach;
    this.#rhos = 2 * reach + 1;
    this.#votes = new Float32Array(THETAS * this.#rhos);
  }

  vote({ xs, ys, weights }: Crests, k: number, own: number, sign: 1 | -1): void {
    const [x, y, weight] = [xs[k] as number, ys[k] as number, sign * (weights[k] as number)];
    for (let d = -SPREAD; d <= SPREAD; d++) {
      const theta = (own + d + THETAS) % THETAS;
      const rho = (x * (COS[theta] as number) + y * (SIN[theta] as number)) / RHO_STEP;
      const place = theta * this.#rhos + Math.round(rho) + this.#reach;
      this.#votes[place] = (this.#votes[place] as number) + weight;
      this.#best[theta] = -1;
    }
  }

  /** The line with the most votes, which it loses. */
  takeBest(): Straight {
    let most = 0;
    for (let theta = 0; theta < THETAS; theta++) {
      if (this.#best[theta] === -1) this.#best[theta] = this.#bestOf(theta);
      if (this.#votesAt(theta) > this.#votesAt(most)) most = theta;
    }
    const place = this.#best[most] as number;
    this.#votes[place] = 0;
    this.#best[most] = -1;
    return { cos: COS[most] as number, sin: SIN[most] as number, rho: ((place % this.#rhos) - this.#reach) * RHO_STEP };
  }

  #votesAt(theta: number): number {
    return this.#votes[this.#best[theta] as number] as number;
  }

  #bestOf(theta: number): number {
    let best = theta * this.#rhos;
    for (let i = best, end = best + this.#rhos; i < end; i++)
      if ((this.#votes[i] as number) > (this.#votes[best] as number)) best = i;
    return best;
  }
}

interface Fit extends Straight {
  /** How many crests it was fitted to. */
  count: number;
}

/** Visits the free crests on a line that run with it. */
function visitNear(
  { starts, xs, ys, free }: Crests,
  { cos, sin, rho }: Straight,
  visit: (k: number, theta: number) => void,
): void {
  const own = Math.round((Math.atan2(sin, cos) + 2 * Math.PI) / THETA_STEP);
  for (let d = -NEAR_THETAS; d <= NEAR_THETAS; d++) {
    const theta = (own + d) % THETAS;
    for (let k = starts[theta] as number, end = starts[theta + 1] as number; k < end; k++) {
      if (free[k] === 0) continue;
      const off = (xs[k] as number) * cos + (ys[k] as number) * sin - rho;
      if (off <= NEAR && off >= -NEAR) visit(k, theta);
    }
  }
}

/** Fits a line to the crests near it that run with it (total least squares). */
function fitNear(crests: Crests, line: Straight): Fit {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  visitNear(crests, line, (k) => {
    const [x, y] = [crests.xs[k] as number, crests.ys[k] as number];
    n += 1;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  });
  return { ...(n < 3 ? line : throughMoments(n, sx, sy, sxx, sxy, syy)), count: n };
}

/** The line with the least squared distances to points whose sums are given. */
function throughMoments(n: number, sx: number, sy: number, sxx: number, sxy: number, syy: number): Straight {
  const [mx, my] = [sx / n, sy / n];
  const angle = Math.atan2(2 * (sxy - n * mx * my), sxx - n * mx * mx - (syy - n * my * my)) / 2 + Math.PI / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { cos, sin, rho: mx * cos + my * sin };
}

/** The line through two points. */
export function through(one: Point, other: Point): Straight {
  const length = Math.hypot(other.x - one.x, other.y - one.y);
  const [cos, sin] = [(one.y - other.y) / length, (other.x - one.x) / length];
  return { cos, sin, rho: one.x * cos + one.y * sin };
}

/** Where two lines cross; null if they run alike or cross outside the frame. */
export function crossing(a: Straight, b: Straight, { width, height }: Pick<Edges, 'width' | 'height'>): Point | null {
  const det = a.cos * b.sin - a.sin * b.cos;
  if (Math.abs(det) < ALIKE_SIN) return null;
  const x = (a.rho * b.sin - b.rho * a.sin) / det;
  const y = (b.rho * a.cos - a.rho * b.cos) / det;
  const [sideways, upright] = [OUTSIDE_MAX * width, OUTSIDE_MAX * height];
  return x >= -sideways && x <= width + sideways && y >= -upright && y <= height + upright ? { x, y } : null;
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
