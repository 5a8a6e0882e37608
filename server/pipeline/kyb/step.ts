import type { KybResults } from '../../checks/kyb/types.ts';
import type { RegisterSearch } from '../../registries/search.ts';
import type { KybVerification } from '../../verifications/types.ts';
import type { RunContext } from '../run-context.ts';

export type KybStepName = keyof KybResults;

/** The context of a step of a company's verification. */
export interface KybStepContext extends RunContext {
  verification: KybVerification;
  results: KybResults;
  /** Returns the plain bytes of a file of this verification. */
  readFile(documentId: string): Promise<Buffer>;
  registers: RegisterSearch;
}

/** Whether every file of the record was read, as far as possible. */
export function isAllRead({ verification, results }: Pick<KybStepContext, 'verification' | 'results'>): boolean {
  const read = new Set(results.read?.documents.map(({ document_id }) => document_id));
  return results.read !== undefined && verification.documents.every(({ id }) => read.has(id));
}

/** One step of the pipeline. Its result is kept, and it runs again only if the record was reopened. */
export interface KybStep<N extends KybStepName = KybStepName> {
  name: N;
  /** Whether the kept result is still complete. By default, whether there is one. */
  isDone?(context: KybStepContext): boolean;
  run(context: KybStepContext): Promise<NonNullable<KybResults[N]>>;
}
