import type { EngineFailure } from '../ports.ts';

/** To a worker: run one operation. Its answer carries no id, since a worker has one call at a time. */
export interface WorkerCall {
  operation: string;
  input: unknown;
}

/** The operation that every worker has: it collects its garbage and gives the bytes that it holds then. */
export const COLLECT = 'collect';

/** From a worker. `ready` or `broken` comes once, after its models were loaded or could not be. */
export type WorkerReport =
  | { kind: 'ready' }
  | { kind: 'broken'; problem: string }
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; failure: EngineFailure; message: string };
