import type { KycResults } from '../checks/types.ts';
import type { TrustAnchors } from '../trust/active-anchors.ts';
import type { SourceFile } from '../verifications/sources.ts';
import type { Verification } from '../verifications/types.ts';
import type { DuplicateSearch } from './duplicate-search.ts';
import type { Memoize } from './memoize.ts';
import type { Pictures } from './pictures.ts';
import type { RunContext } from './run-context.ts';

export type StepName = keyof KycResults;

/** The context of a step: the record, the results of earlier steps, and the engines. */
export interface StepContext extends RunContext {
  verification: Verification;
  results: KycResults;
  memoize: Memoize;
  pictures: Pictures;
  /** Reads a file of the record: a document, or a frame of a challenge. */
  readFile(documentId: string): Promise<Buffer>;
  duplicates: DuplicateSearch;
  /** Files of the chip and of the mobile document. */
  sources: readonly SourceFile[];
  trust: Pick<TrustAnchors, 'activeAnchors' | 'versions'>;
  /** Keeps these versions of trust lists for as long as the record. */
  keepTrustVersions(ids: readonly string[]): void;
}

/** One step of the pipeline. Its result is kept, and it runs again only if the record was reopened. */
export interface Step<N extends StepName = StepName> {
  name: N;
  /**
   * Starts, after intake, the engine calls that `run` will make whatever earlier steps find, so that they run at the same time.
   * `run` obtains their results through `memoize`.
   */
  ahead?(context: StepContext): Promise<unknown>;
  run(context: StepContext): Promise<NonNullable<KycResults[N]>>;
  /** What later steps see of its result, if that is not the result itself. */
  seen?(result: NonNullable<KycResults[N]>, context: StepContext): NonNullable<KycResults[N]>;
}
