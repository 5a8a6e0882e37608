import type { ManagedEngine } from './managed.ts';
import { readWeight } from './weights.ts';

/**
 * An engine that loads its model files by itself, held back until `files` of `dir` have been compared with the list.
 * `check` does that, until it has succeeded once, and throws `EngineError('unavailable')` naming the file and
 * the remedy; `managed` is the engine's own with the check before `warm` and its failure in `problem`.
 */
export function checkWeightsFirst(
  engine: ManagedEngine,
  dir: string,
  files: readonly string[],
): { check(): Promise<void>; managed: ManagedEngine } {
  let problem: string | null = null;
  let checked = false;
  const check = async (): Promise<void> => {
    if (checked) return;
    try {
      for (const file of files) await readWeight(dir, file);
      checked = true;
      problem = null;
    } catch (error) {
      problem = error instanceof Error ? error.message : 'A model file cannot be read.';
      throw error;
    }
  };
  const managed: ManagedEngine = {
    warm: async () => {
      await check();
      await engine.warm();
    },
    close: () => engine.close(),
    problem: () => problem ?? engine.problem(),
    ready: () => checked && engine.ready(),
  };
  return { check, managed };
}
