import type { KycResults } from '../checks/types.ts';
import type { Verification } from '../verifications/types.ts';
import type { DuplicateSearch } from './duplicate-search.ts';
import type { Memoize } from './memoize.ts';
import type { Pictures } from './pictures.ts';
import type { RunContext } from './run-context.ts';

export type StepName = keyof KycResults;

/** What a step works with: the record, the results of the steps before it, and the engines. */
export interface StepContext extends RunContext {
  verification: Verification;
  results: KycResults;
  memoize: Memoize;
  pictures: Pictures;
  duplicates: DuplicateSearch;
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
