import type { Topic } from '../types.ts';

/** Scores, 0..1, from which an entry is shown, and from which proof by other facts makes it a confirmed hit. */
export interface Thresholds {
  possible_from: number;
  confirmed_from: number;
}

/** The policy's rules on thresholds. */
export interface ThresholdRules {
  /** Returns the thresholds for an entry of these topics on this list. */
  thresholdsFor(listCode: string, topics: readonly Topic[]): Thresholds;
  /** The lowest score that can make any entry a hit. Lower scores need no search. */
  lowestPossible: number;
}
