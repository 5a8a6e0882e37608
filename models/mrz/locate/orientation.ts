import { passing } from './kernel.ts';
import { type Pyramid, shrinkPyramid } from './pyramid.ts';

/** The step between two tried turns; lines slanted by up to half of it are found. The kernel counts votes for this many. */
const STEP_DEGREES = 15;
const COUNT = 180 / STEP_DEGREES;
/** A turn with less than this share of the likeliest one's votes is not tried: the lines of a page mostly run one way. */
const VOTES_SHARE_MIN = 0.75;
/** The longer side, in pixels, of the picture for this. On 275 documents it finds the same turn as 480 and 240 together. */
const SIDE = 320;

/**
 * Returns the turns, in degrees clockwise, at which text may run, the likeliest first: where most lines run, by the structure tensor of the strokes'
 * density (Bigun and Granlund, "Optimal orientation detection of linear symmetry", 1987).
 */
export function orderTurns(pyramid: Pyramid): number[] {
  const votes = passing(pyramid.scratch, () => countVotes(pyramid));
  const turns = Array.from({ length: COUNT }, (_, i) => i);
  const score = (i: number): number => votes[i] ?? 0;
  const sorted = turns.sort((a, b) => score(b) - score(a));
  const least = VOTES_SHARE_MIN * score(sorted[0] ?? 0);
  return sorted.filter((i) => score(i) >= least).map((i) => i * STEP_DEGREES);
}

/** Returns for each turn how much runs that way. */
function countVotes(pyramid: Pyramid): Float64Array {
  const { scratch, width, height } = pyramid;
  const small = shrinkPyramid(pyramid, Math.max(SIDE, width, height), SIDE);
  const votes = scratch.take(COUNT * Float64Array.BYTES_PER_ELEMENT);
  const work = scratch.take(scratch.run.countVotesWork(small.width, small.height));
  scratch.run.countVotes(small.at, small.width, small.height, work, votes);
  return scratch.doubles(votes, COUNT).slice();
}
