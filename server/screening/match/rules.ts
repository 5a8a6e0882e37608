import type { Topic } from '../types.ts';

/** Scores, 0..1, from which on an entry is shown, and from which on proof by other facts makes it a confirmed hit. */
export interface Thresholds {
  possible_from: number;
  confirmed_from: number;
}

/** What the policy says of thresholds. */
export interface ThresholdRules {
  /** What holds for an entry of these topics on this list. */
  thresholdsFor(listCode: string, topics: readonly Topic[]): Thresholds;
  /** The lowest score that may make any entry a hit: what lies below need not be looked for. */
  lowestPossible: number;
}
