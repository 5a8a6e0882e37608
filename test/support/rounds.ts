import { isWholeRun } from './long.ts';

/** How often a loop over random input runs: `whole` in the whole run, otherwise `few` times. */
export const rounds = (whole: number, few: number): number => (isWholeRun() ? whole : few);
