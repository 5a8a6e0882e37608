import type { Backend } from '../runtime/nets.ts';

/** What the worker of the zone reader is told when it starts. */
export interface MrzWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
  backend: Exclude<Backend, 'gpu'>;
}
