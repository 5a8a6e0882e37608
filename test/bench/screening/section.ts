import type { IndexData } from '../../../server/screening/index/data.ts';
import type { BenchOptions } from './options.ts';
import type { NoisyQuery } from './queries.ts';
import type { NameTables } from './tables.ts';

/** What the sections of the bench share: the names, their index (also as a file) and the queries. */
export interface Bench {
  options: BenchOptions;
  tables: NameTables;
  data: IndexData;
  indexPath: string;
  queries: NoisyQuery[];
  say(text: string): void;
}

/** What a section measured; each bound that it missed as a sentence. */
export interface SectionResult {
  figures: Record<string, unknown>;
  missed: string[];
}

/** Shipped, and the lower one of those who want to see more. */
export const THRESHOLDS = [0.85, 0.7] as const;
export const HITS = 10;
