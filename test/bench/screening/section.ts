import type { IndexData } from '../../../server/screening/index/data.ts';
import type { BenchOptions } from './options.ts';
import type { NoisyQuery } from './queries.ts';
import type { NameTables } from './tables.ts';

/** The shared input of all sections: the names, their index (also as a file) and the queries. */
export interface Bench {
  options: BenchOptions;
  tables: NameTables;
  data: IndexData;
  indexPath: string;
  queries: NoisyQuery[];
  say(text: string): void;
}

/** The measurements of a section, and each missed bound as a sentence. */
export interface SectionResult {
  figures: Record<string, unknown>;
  missed: string[];
}

/** The shipped threshold, and a lower one for operators who want to see more. */
export const THRESHOLDS = [0.85, 0.7] as const;
export const HITS = 10;
