import type { MrzScratch } from './kernel.ts';
import type { TurnedPicture } from './turned.ts';

/** The height of capitals, in pixels, that the ridge filter is made for; it responds from 5 to 7.5. */
export const RIDGE_CAPITALS = 6;

/** Runs of marked pixels in the kernel's memory. */
export interface Marks {
  at: number;
  count: number;
}

/**
 * Marks the middle of horizontal lines of text with capitals of about `RIDGE_CAPITALS` pixels: where there are more
 * vertical strokes than in the gaps above and below, whatever their strength.
 */
export function markRidges(scratch: MrzScratch, { grey: { width, height, at }, extents }: TurnedPicture): Marks {
  const runs = scratch.take(scratch.run.runsBytes(width, height));
  const work = scratch.take(scratch.run.findRunsWork(width));
  const rows = scratch.put(new Uint8Array(extents.buffer));
  const count = scratch.run.findRuns(at, width, height, rows, work, runs);
  scratch.release(work);
  return { at: runs, count };
}
