import type { Edges } from './edges.ts';
import type { Point } from './outline.ts';
import type { Size } from './shape.ts';

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
const LINES_MAX = 56;
const TRIES_MAX = 96;
/** A line is at least this long, as a share of the frame's shorter side. */
const LENGTH_MIN = 0.12;
/** A line is fitted to crests no further from it, in pixels, and with directions that differ by no more, in steps: 10 degrees. */
const NEAR = 1.6;
const NEAR_THETAS = 7;
/** So often. */
const FITS = 2;
/** Along a line, directions may differ by 16 degrees (the cosine), and weaker slopes count than those that begin one. */
const SAME_DIRECTION = 0.961;
const SUPPORT_MIN = 10;
/** How far across a side its exact place is looked for, in pixels. */
const REACH = 3;
/** Lines that differ by less than 50 degrees run alike, so they do not cross. A crossing lies at most this share of the frame outside. */
const ALIKE_SIN = 0.766;
const OUTSIDE_MAX = 0.02;
/** A steep slope counts no more than this: print is steeper than most outlines. */
const SLOPE_FULL = 160;

/** Crests that no line has taken yet, in the order of their directions: those of direction t are from `starts[t]` to before `ends[t]`. */
interface Crests {
  starts: Int32Array;
  ends: Int32Array;
  xs: Int16Array;
  ys: Int16Array;
  weights: Float32Array;
  /** Room for the addresses of those on a line. */
  near: Int32Array;
}

const COS = Float64Array.from({ length: THETAS }, (_, i) => Math.cos(i * THETA_STEP));
const SIN = Float64Array.from({ length: THETAS }, (_, i) => Math.sin(i * THETA_STEP));

/** Finds straight edges: votes after P. Hough and R. Duda, each line then fitted to its own crests, which vote no more. */
export function findLines(edges: Edges): Line[] {
  const { width, height } = edges;
  const crests = sortCrests(edges);
  const board = new Board(Math.ceil(Math.hypot(width, height) / RHO_STEP) + 2);
  for (let theta = 0; theta < THETAS; theta++)
    for (let k = crests.starts[theta] as number; k < (crests.ends[theta] as number); k++)
      board.vote(crests, k, theta, 1);
  const lines: Line[] = [];
  const shortest = LENGTH_MIN * Math.min(width, height);
  for (let tries = 0; tries < TRIES_MAX && lines.length < LINES_MAX; tries++) {
    let fitted: Fit = { ...board.takeBest(), count: 0 };
    for (let round = 0; round < FITS; round++) fitted = fitNear(crests, fitted);
    takeNear(crests, fitted, board);
    if (fitted.count >= shortest) lines.push(profile(edges, fitted));
    else if (fitted.count < shortest / 3) break;
  }
  return lines;
}

/** The direction of a normal in steps, from half a turn on so that it is above 0. */
const thetaOf = (x: number, y: number): number => Math.round((Math.atan2(y, x) + 2 * Math.PI) / THETA_STEP);

function sortCrests({ width, crests, across, down, slope }: Edges): Crests {
  const count = crests.length;
  const thetas = new Uint8Array(count);
  for (let j = 0; j < count; j++) {
    const i = crests[j] as number;
    thetas[j] = thetaOf(across[i] as number, down[i] as number) % THETAS;
  }
  const starts = new Int32Array(THETAS);
  const ends = new Int32Array(THETAS);
  for (const theta of thetas) ends[theta] = (ends[theta] as number) + 1;
  for (let theta = 0, sum = 0; theta < THETAS; theta++) {
    starts[theta] = sum;
    sum += ends[theta] as number;
    ends[theta] = starts[theta] as number;
  }
  const [xs, ys, weights] = [new Int16Array(count), new Int16Array(count), new Float32Array(count)];
  for (let j = 0; j < count; j++) {
    const theta = thetas[j] as number;
    const k = ends[theta] as number;
    ends[theta] = k + 1;
    const i = crests[j] as number;
    ys[k] = i / width;
    xs[k] = i % width;
    weights[k] = Math.sqrt(Math.min(SLOPE_FULL, slope[i] as number));
  }
  return { starts, ends, xs, ys, weights, near: new Int32Array(count) };
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
      const place = theta * this.#rhos + ((rho + this.#reach + 0.5) | 0);
      this.#votes[place] = (this.#votes[place] as number) + weight;
      // When another place loses votes, the best stays the best.
      if (sign === 1 || this.#best[theta] === place) this.#best[theta] = -1;
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

/** Finds the crests on a line that run with it: writes their addresses to `near`, by directions, and returns how many there are. */
function findNear({ starts, ends, xs, ys, near }: Crests, { cos, sin, rho }: Straight): number {
  const own = thetaOf(cos, sin);
  let count = 0;
  for (let d = -NEAR_THETAS; d <= NEAR_THETAS; d++) {
    const theta = (own + d) % THETAS;
    for (let k = starts[theta] as number, end = ends[theta] as number; k < end; k++) {
      const off = (xs[k] as number) * cos + (ys[k] as number) * sin - rho;
      if (off <= NEAR && off >= -NEAR) near[count++] = k;
    }
  }
  return count;
}

/** Fits a line to the crests near it that run with it (total least squares). */
function fitNear(crests: Crests, line: Straight): Fit {
  const { xs, ys, near } = crests;
  const n = findNear(crests, line);
  let [sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0];
  for (let j = 0; j < n; j++) {
    const k = near[j] as number;
    const [x, y] = [xs[k] as number, ys[k] as number];
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  return { ...(n < 3 ? line : throughMoments(n, sx, sy, sxx, sxy, syy)), count: n };
}

/** Takes the crests on a line, which vote no more. */
function takeNear(crests: Crests, line: Straight, board: Board): void {
  const { starts, ends, xs, ys, weights, near } = crests;
  const count = findNear(crests, line);
  const own = thetaOf(line.cos, line.sin);
  let j = 0;
  for (let d = -NEAR_THETAS; d <= NEAR_THETAS; d++) {
    const theta = (own + d) % THETAS;
    const [first, end] = [near[j] as number, ends[theta] as number];
    if (j === count || first < (starts[theta] as number) || first >= end) continue;
    let kept = first;
    for (let k = first; k < end; k++) {
      if (j < count && near[j] === k) {
        board.vote(crests, k, theta, -1);
        j++;
        continue;
      }
      xs[kept] = xs[k] as number;
      ys[kept] = ys[k] as number;
      weights[kept++] = weights[k] as number;
    }
    ends[theta] = kept;
  }
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
export function crossing(a: Straight, b: Straight, { width, height }: Size): Point | null {
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
function profile(edges: Edges, line: Straight): Line {
  const { width, height, across, down, slope } = edges;
  const { cos, sin, rho } = line;
  const reach = Math.ceil(Math.hypot(width, height));
  const rising = new Uint16Array(2 * reach + 2);
  const falling = new Uint16Array(2 * reach + 2);
  let [ups, downs] = [0, 0];
  const [from, to] = inFrame(line, edges);
  for (let along = from; along <= to; along++) {
    let best = 0;
    for (let off = -1; off <= 1; off++) {
      const x = ((rho + off) * cos - along * sin + 0.5) | 0;
      const y = ((rho + off) * sin + along * cos + 0.5) | 0;
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      const i = y * width + x;
      const part = (across[i] as number) * cos + (down[i] as number) * sin;
      const size = Math.abs(part);
      if (size < SUPPORT_MIN || size < SAME_DIRECTION * (slope[i] as number)) continue;
      if (size > Math.abs(best)) best = part;
    }
    if (best > 0) ups += 1;
    if (best < 0) downs += 1;
    rising[along + reach + 1] = ups;
    falling[along + reach + 1] = downs;
  }
  rising.fill(ups, to + reach + 2);
  falling.fill(downs, to + reach + 2);
  return { cos, sin, rho, from: -reach, rising, falling };
}

/** From where to where along a line it lies in the frame, with two pixels to spare. */
function inFrame({ cos, sin, rho }: Straight, { width, height }: Size): [number, number] {
  const reach = Math.ceil(Math.hypot(width, height));
  let [from, to] = [-reach, reach];
  for (const [start, step, size] of [
    [rho * cos, -sin, width],
    [rho * sin, cos, height],
  ] as const) {
    const ends = [(-2 - start) / step, (size + 2 - start) / step];
    if (!ends.every(Number.isFinite)) continue;
    from = Math.max(from, Math.floor(Math.min(...ends)));
    to = Math.min(to, Math.ceil(Math.max(...ends)));
  }
  return [from, to];
}
