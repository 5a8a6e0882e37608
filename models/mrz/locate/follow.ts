import type { Point } from '../../ports.ts';
import { type Curve, fitCurve, type Sighting } from './curve.ts';
import { fitHeight } from './height.ts';
import { passing } from './kernel.ts';
import type { Pyramid } from './pyramid.ts';
import { BLOCK_STEP, blockMiddles, CAPITALS, columnsOfBlocks, ROWS, sightBlock, sumStrokes } from './sight.ts';
import { columnsOf, straighten } from './straighten.ts';
import { levelTrack, pointAt, type Track } from './track.ts';

/** A line is followed again, at least twice, as long as it becomes longer. */
const ROUNDS_MAX = 4;
/** In heights of the capitals. */
const REACH_FIRST = 0.7;
const REACH_LATER = 0.4;
const BEYOND = 14;
/** Half of the part of a line that is examined first. */
const MIDDLE = 14;
/** A block holds text if its line has this much more strokes than its gaps, relative to the sum of both. */
const TEXT_MIN = 0.2;
/** Blocks without text that a line may contain beyond its known ends. */
const HOLES_MAX = 2;
/** How far, in rows, a block's middle may be from the line's course, or from the block before it. */
const BESIDE_MAX = 2;

export interface Followed {
  track: Track;
  /** Mean contrast of the line with its gaps, 0..1. */
  contrast: number;
  /** Share of the blocks between its ends that hold text, 0..1. */
  filled: number;
}

/** Follows an approximate line through the picture: finds its course, the height of its capitals, and its ends. */
export function followLine(pyramid: Pyramid, rough: Track): Followed | null {
  let line = followOnce(pyramid, rough);
  for (let round = 1; line !== null && round < ROUNDS_MAX; round++) {
    const before: Track = line.track;
    line = followOnce(pyramid, before, REACH_LATER);
    if (line === null) break;
    const grown = line.track.to - line.track.from - (before.to - before.from);
    if (grown < BLOCK_STEP * before.capitals) break;
  }
  return line;
}

/** Makes a first, quick check of a line: one round over its middle only. */
export function followMiddle(pyramid: Pyramid, rough: Track): Followed | null {
  const middle = (rough.from + rough.to) / 2;
  const half = Math.min((rough.to - rough.from) / 2, MIDDLE * rough.capitals);
  return followOnce(pyramid, { ...rough, from: middle - half, to: middle + half }, REACH_FIRST, 0);
}

/** Runs one round. `reach`: how far the middle may be from `rough`; `beyond`: how far past its ends to search; both in heights of the capitals. */
function followOnce(pyramid: Pyramid, rough: Track, reach = REACH_FIRST, beyond = BEYOND): Followed | null {
  const blocks = sightAlong(pyramid, rough, reach, beyond);
  const known = blocks.filter(({ t }) => t >= rough.from && t <= rough.to);
  if (known.length === 0) return null;
  const [first, last] = findEnds(blocks, rough, fitCurve(known));
  const inside = blocks.slice(first, last + 1);
  if (inside.length === 0) return null;
  const contrast = inside.reduce((sum, { weight }) => sum + weight, 0) / inside.length;
  const filled = inside.filter(({ weight }) => weight >= TEXT_MIN).length / inside.length;
  return { track: levelTrack(fitHeight(pyramid, bendTrack(rough, inside))), contrast, filled };
}

/** Returns the blocks along the line and beyond its ends, as far as the picture extends; `t` in its pixels, `n` in rows. */
function sightAlong(pyramid: Pyramid, rough: Track, reach: number, beyond: number): Sighting[] {
  const step = rough.capitals / CAPITALS;
  const [from, to] = [rough.from - beyond * rough.capitals, rough.to + beyond * rough.capitals];
  const layout = { rows: ROWS, stepAlong: step, stepAcross: step, from, to };
  const middles = blockMiddles(columnsOf(layout)).filter((t) => isInside(pyramid, pointAt(rough, from + t * step, 0)));
  if (middles.length === 0) return [];
  const { scratch } = pyramid;
  const strokes = passing(scratch, () =>
    sumStrokes(scratch, straighten(pyramid, rough, layout, columnsOfBlocks(middles))),
  );
  return middles.map((middle) => {
    const sighting = sightBlock(strokes, middle, reach * CAPITALS);
    return { ...sighting, t: from + middle * step };
  });
}

/** Returns the track through the blocks, from the first to the last. */
function bendTrack(rough: Track, blocks: readonly Sighting[]): Track {
  const step = rough.capitals / CAPITALS;
  const [a, b, c] = fitCurve(blocks);
  const [c0, c1, c2] = rough.bend;
  const half = (BLOCK_STEP / 2) * rough.capitals;
  const [from, to] = [(blocks[0]?.t ?? 0) - half, (blocks.at(-1)?.t ?? 0) + half];
  return { ...rough, bend: [c0 + a * step, c1 + b * step, c2 + c * step], from, to };
}

function isInside({ width, height }: Pyramid, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** Returns the first and last blocks with text: from the known part outwards as long as there is more. */
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
