import type { Finding } from '../findings.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

/** One thing that raises the risk, with the points it gives. */
export interface RiskFactor {
  /** Such as `country`, `sector`, `ownership_layers`, `hits`. */
  factor: string;
  /** What was found, such as `IR`; never a person's name. */
  value: string;
  points: number;
  /** A sentence for a person. */
  message: string;
}

/** A score of 0..100: the sum of the factors' points, at most 100. */
export interface RiskResult {
  score: number;
  level: RiskLevel;
  factors: RiskFactor[];
  /** Of the tables and weights that made it. */
  version: string;
  findings: Finding[];
}
