import type { Engines } from '../../models/ports.ts';
import type { Subject } from '../alerts/subject.ts';
import type { Policy } from '../checks/policy.ts';
import type { Hit, HitDismissal, KycResults } from '../checks/types.ts';
import type { Verification } from '../verifications/types.ts';
import type { DuplicateSearch } from './duplicate-search.ts';
import type { Memoize } from './memoize.ts';
import type { Pictures } from './pictures.ts';
import type { RunSearch } from './screen-subjects.ts';

export type StepName = keyof KycResults;

/** What a step works with: the record, the results of the steps before it, and the engines. */
export interface StepContext {
  verification: Verification;
  results: KycResults;
  policy: Policy;
  engines: Engines;
  memoize: Memoize;
  pictures: Pictures;
  /** By the thresholds of the policy. */
  watchlists: RunSearch;
  /** Tells which hits of a subject people dismissed before. */
  dismissalsOf(subject: Subject): (hit: Hit) => HitDismissal | null;
  duplicates: DuplicateSearch;
  nowMs: number;
  /** YYYY-MM-DD, UTC. */
  today: string;
}

/** One step of the line: its result is kept once, and it is never run again for the same record. */
export interface Step<N extends StepName = StepName> {
  name: N;
  /**
   * Begins, once the files are taken in, the calls of engines that `run` will make whatever the steps before it find, so that
   * they are made beside those. Their results are `run`'s, which asks for them by `memoize` again.
   */
  ahead?(context: StepContext): Promise<unknown>;
  run(context: StepContext): Promise<NonNullable<KycResults[N]>>;
  /** What the steps after it see of its result, where that is not the result itself. */
  seen?(result: NonNullable<KycResults[N]>, context: StepContext): NonNullable<KycResults[N]>;
}
