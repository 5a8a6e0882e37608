import type { Point } from '../../ports.ts';
import { type Curve, fitCurve, type Sighting } from './curve.ts';
import type { GreyPicture } from './grey.ts';
import { straighten } from './straighten.ts';
import { levelTrack, pointAt, type Track } from './track.ts';

/** Capitals are looked at this many pixels high, in a strip of so many rows. */
const CAPITALS = 10;
const ROWS = 36;
/** A line is followed again, twice at least, as long as it turns out longer. */
const ROUNDS_MAX = 4;
/** In heights of the capitals. */
const REACH_FIRST = 0.7;
const REACH_LATER = 0.4;
const BEYOND = 14;
const BLOCK = 5;
const BLOCK_STEP = 2.5;
/** Strokes weaker than this, in grey values, are the grain of the paper. */
const GRAIN = 3;
/** A block holds text where its line has so much more strokes than its gaps, of the sum of both. */
const TEXT_MIN = 0.2;
/** Blocks without text that a line may contain, where it is looked at beyond its known ends. */
const HOLES_MAX = 2;
/** How far, in rows, a block's middle may lie beside the line's course, or beside the block before it. */
const BESIDE_MAX = 2;
/** Of the way from the gaps' strength to the line's: there the capitals begin. Low, since fillers are lower than they. */
const EDGE = 0.4;

export interface Followed {
  track: Track;
  /** Mean contrast of the line against its gaps, 0..1. */
  contrast: number;
  /** Share of the blocks between its ends that hold text, 0..1. */
  filled: number;
}

/** Follows a roughly known line through the picture: its course, the height of its capitals, and where it ends. */
export function followLine(grey: GreyPicture, rough: Track): Followed | null {
  let line = followOnce(grey, rough);
  for (let round = 1; line !== null && round < ROUNDS_MAX; round++) {
    const before: Track = line.track;
    line = followOnce(grey, before, REACH_LATER);
    if (line === null) break;
    const grown = line.track.to - line.track.from - (before.to - before.from);
    if (grown < BLOCK_STEP * before.capitals) break;
  }
  return line;
}

/** One round of it. `reach`: how far the middle may lie beside `rough`, in heights of the capitals. */
export function followOnce(grey: GreyPicture, rough: Track, reach = REACH_FIRST): Followed | null {
  const blocks = sightAlong(grey, rough, reach);
  const known = blocks.filter(({ t }) => t >= rough.from && t <= rough.to);
  if (known.length === 0) return null;
  const [first, last] = findEnds(blocks, rough, fitCurve(known));
  const inside = blocks.slice(first, last + 1);
  if (inside.length === 0) return null;
  const contrast = inside.reduce((sum, { weight }) => sum + weight, 0) / inside.length;
  const filled = inside.filter(({ weight }) => weight >= TEXT_MIN).length / inside.length;
  return { track: levelTrack(fitHeight(grey, bendTrack(rough, inside))), contrast, filled };
}

/** The blocks along the line and beyond its ends, as far as the picture goes; `t` in its pixels, `n` in rows. */
function sightAlong(grey: GreyPicture, rough: Track, reach: number): Sighting[] {
  const step = rough.capitals / CAPITALS;
  const [from, to] = [rough.from - BEYOND * rough.capitals, rough.to + BEYOND * rough.capitals];
  const patch = straighten(grey, rough, { rows: ROWS, stepAlong: step, stepAcross: step, from, to });
  return sightBlocks(sumStrokes(patch), patch.width, reach * CAPITALS)
    .map((sighting) => ({ ...sighting, t: from + sighting.t * step }))
    .filter(({ t }) => isInside(grey, pointAt(rough, t, 0)));
}

/** The track led through the blocks, from the first to the last. */
function bendTrack(rough: Track, blocks: readonly Sighting[]): Track {
  const step = rough.capitals / CAPITALS;
  const [a, b, c] = fitCurve(blocks);
  const [c0, c1, c2] = rough.bend;
  const half = (BLOCK_STEP / 2) * rough.capitals;
  const [from, to] = [(blocks[0]?.t ?? 0) - half, (blocks.at(-1)?.t ?? 0) + half];
  return { ...rough, bend: [c0 + a * step, c1 + b * step, c2 + c * step], from, to };
}

function isInside({ width, height }: GreyPicture, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** The blocks between which the text stands: from the known part outwards as long as there is more. */
function findEnds(blocks: readonly Sighting[], rough: Track, [c0, c1, c2]: Curve): [number, number] {
  const course = (t: number): number => c0 + t * (c1 + t * c2);
  const middle = (rough.from + rough.to) / 2;
  const start = blocks.findIndex(({ t }) => t >= middle);
  const walk = (step: 1 | -1): number => {
    let end = start;
    let before = course(middle);
    for (let i = start, holes = 0; holes <= HOLES_MAX; i += step) {
      const block = blocks[i];
      if (block === undefined) break;
      const beside = Math.min(Math.abs(block.n - course(block.t)), Math.abs(block.n - before));
      const holds = block.weight >= TEXT_MIN && beside <= BESIDE_MAX;
      if (holds) [end, before] = [i, block.n];
      holes = holds || (block.t >= rough.from && block.t <= rough.to) ? 0 : holes + 1;
    }
    return end;
  };
  return [walk(-1), walk(1)];
}

/** Sums of the upright strokes' strength along each row, up to each column: [row][column]. Frames and rules have none. */
function sumStrokes({ width, height, values }: GreyPicture): Float32Array {
  const sums = new Float32Array(height * (width + 1));
  for (let y = 0; y < height; y++) {
    const base = y * width;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      const at = base + x;
      const value = values[at] ?? 0;
      const right = x + 1 < width ? (values[at + 1] ?? 0) : value;
      sum += Math.abs(right - value);
      sums[y * (width + 1) + x + 1] = sum;
    }
  }
  return sums;
}

function profileOf(sums: Float32Array, width: number, from: number, to: number): Float32Array {
  const profile = new Float32Array(ROWS);
  const [a, b] = [Math.max(0, Math.round(from)), Math.min(width, Math.round(to))];
  for (let y = 0; y < ROWS; y++) {
    const base = y * (width + 1);
    profile[y] = ((sums[base + b] ?? 0) - (sums[base + a] ?? 0)) / Math.max(1, b - a);
  }
  return profile;
}

function sightBlocks(sums: Float32Array, width: number, reach: number): Sighting[] {
  const sightings: Sighting[] = [];
  for (let middle = (BLOCK * CAPITALS) / 2; middle < width; middle += BLOCK_STEP * CAPITALS) {
    const half = (BLOCK * CAPITALS) / 2;
    sightings.push({ t: middle, ...sightLine(profileOf(sums, width, middle - half, middle + half), reach) });
  }
  return sightings;
}

/** Where, below the middle of the rows, a line of capitals stands out best from its gaps, and by how much. */
function sightLine(profile: Float32Array, reach: number): { n: number; weight: number } {
  const [own, gap] = [CAPITALS / 2 - 1, 4];
  const matches: number[] = [];
  const lowest = Math.ceil(ROWS / 2 - reach);
  const highest = Math.floor(ROWS / 2 + reach);
  for (let middle = lowest; middle <= highest; middle++) {
    const line = meanOf(profile, middle - own, middle + own);
    const above = meanOf(profile, middle - own - 2 - gap, middle - own - 2);
    const below = meanOf(profile, middle + own + 2, middle + own + 2 + gap);
    const quiet = Math.max(above, below);
    matches.push(Math.max(0, (line - quiet) / (line + quiet + GRAIN)));
  }
  const best = matches.reduce((top, match, i) => (match > (matches[top] ?? 0) ? i : top), 0);
  const [before, at, after] = [matches[best - 1] ?? 0, matches[best] ?? 0, matches[best + 1] ?? 0];
  const curvature = 2 * at - before - after;
  const inside = best > 0 && best < matches.length - 1;
  const part = inside && curvature > 0 ? Math.max(-0.5, Math.min(0.5, (after - before) / (2 * curvature))) : 0;
  return { n: lowest + best + part - ROWS / 2, weight: at };
}

/** The mean of the rows whose edges are `from` and `to`. */
function meanOf(profile: Float32Array, from: number, to: number): number {
  let sum = 0;
  const [a, b] = [Math.max(0, Math.round(from)), Math.min(ROWS, Math.round(to))];
  for (let y = a; y < b; y++) sum += profile[y] ?? 0;
  return b > a ? sum / (b - a) : 0;
}

/** Measures how high the capitals are, and moves the track into their middle. */
function fitHeight(grey: GreyPicture, track: Track): Track {
  const step = track.capitals / CAPITALS;
  const layout = { rows: ROWS, stepAlong: step, stepAcross: step, from: track.from, to: track.to };
  const patch = straighten(grey, track, layout);
  const profile = profileOf(sumStrokes(patch), patch.width, 0, patch.width);
  const plateau = meanOf(profile, ROWS / 2 - 3, ROWS / 2 + 3);
  const top = findEdge(profile, plateau, -1);
  const bottom = findEdge(profile, plateau, 1);
  const height = Math.max(0.7, Math.min(1.4, (bottom - top) / CAPITALS));
  const [c0, c1, c2] = track.bend;
  const shift = ((top + bottom) / 2 - ROWS / 2) * step;
  return { ...track, bend: [c0 + shift, c1, c2], capitals: track.capitals * height };
}

/** The row's edge at which the strokes have fallen to `EDGE` of the way to the gap's strength. */
function findEdge(profile: Float32Array, plateau: number, direction: 1 | -1): number {
  const middle = ROWS / 2;
  const row = (distance: number): number => profile[direction > 0 ? middle + distance : middle - 1 - distance] ?? 0;
  let floor = plateau;
  for (let distance = 4; distance < 13; distance++) floor = Math.min(floor, row(distance));
  const level = floor + EDGE * (plateau - floor);
  for (let distance = 2; distance < 13; distance++) {
    const [inner, outer] = [row(distance), row(distance + 1)];
    if (outer > level || inner === outer) continue;
    const part = Math.max(0, Math.min(1, (inner - level) / (inner - outer)));
    return middle + direction * (distance + 0.5 + part);
  }
  return middle + (direction * CAPITALS) / 2;
}
