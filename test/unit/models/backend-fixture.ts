import { EngineError } from '../../../models/ports.ts';
import { serveOperations } from '../../../models/runtime/serve.ts';

/** The behaviour of one backend's worker. */
export interface BackendScript {
  backend: string;
  tookMs: number;
  loadFailure?: string;
  probeFailure?: string;
  /** The outcome of a call. */
  work?: 'exit' | 'invalid' | 'late' | 'bad_input';
}

serveOperations(async ({ backend, tookMs, loadFailure, probeFailure, work }: BackendScript) => {
  if (loadFailure !== undefined) throw new Error(loadFailure);
  return {
    probe: async () => {
      if (probeFailure !== undefined) throw new EngineError('unavailable', probeFailure);
      return { output: { tookMs } };
    },
    work: async (input: Uint8Array) => {
      if (work === 'exit') process.exit(3);
      if (work === 'invalid') throw new EngineError('crashed', 'The net gave no valid numbers.');
      if (work === 'bad_input') throw new EngineError('bad_input', 'The file cannot be processed.');
      if (work === 'late') await new Promise(() => undefined);
      return { output: { backend, sum: input.reduce((sum, byte) => sum + byte, 0) } };
    },
  };
});
