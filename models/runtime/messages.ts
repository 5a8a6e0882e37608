import type { EngineFailure } from '../ports.ts';

/** To a worker: run one operation. Its answer has no id, because a worker has one call at a time. */
export interface WorkerCall {
  operation: string;
  input: unknown;
}

/** The operation that every worker has: it collects its garbage and returns the bytes that it holds then. */
export const COLLECT = 'collect';

/** From a worker. `ready` or `broken` is sent once, after its models were loaded or failed to load. */
export type WorkerReport =
  | { kind: 'ready' }
  | { kind: 'broken'; problem: string }
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; failure: EngineFailure; message: string };
