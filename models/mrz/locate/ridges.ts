import type { MrzScratch } from './kernel.ts';
import type { TurnedPicture } from './turned.ts';

/** Height of the capitals, in pixels, that the ridge filter is made for; it answers from 5 to 7.5. */
export const RIDGE_CAPITALS = 6;

/** Runs of marked pixels in the kernel's memory. */
export interface Marks {
  at: number;
  count: number;
}

/**
 * Marks the places in the middle of horizontal lines of text with capitals of about `RIDGE_CAPITALS` pixels: where
 * there are more upright strokes than in the gaps above and below, however strong they are.
 */
export function markRidges(scratch: MrzScratch, { grey: { width, height, at }, extents }: TurnedPicture): Marks {
  const runs = scratch.take(scratch.run.runsBytes(width, height));
  const work = scratch.take(scratch.run.findRunsWork(width));
  const rows = scratch.put(new Uint8Array(extents.buffer));
  const count = scratch.run.findRuns(at, width, height, rows, work, runs);
  scratch.release(work);
  return { at: runs, count };
}
