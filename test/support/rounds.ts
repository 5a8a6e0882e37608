import { isWholeRun } from './long.ts';

/** How often a loop over what is drawn runs: `whole` in the whole run, else `few` times. */
export const rounds = (whole: number, few: number): number => (isWholeRun() ? whole : few);
