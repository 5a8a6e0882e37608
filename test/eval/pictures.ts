import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, type Engines, type RasterImage } from '../../models/ports.ts';

/** What became of one picture. */
export interface Outcome<T> {
  file: string;
  /** null where no engine could do anything with the picture. */
  result: T | null;
  /** From the file's bytes to the answer, waiting for a free worker left out. */
  tookMs: number;
}

export interface Look<T> {
  engines: Engines;
  folder: string;
  files: readonly string[];
  /** Pictures in work at once: as many as the engine has workers. */
  atOnce: number;
  look: (image: RasterImage) => Promise<T>;
  /** Called after each picture with how many are done. */
  onProgress: (done: number) => void;
}

/** Looks at every picture, in the order of `files`. Throws `EngineError` where an engine cannot work here at all. */
export async function lookAtAll<T>(task: Look<T>): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  const waiting = [...task.files.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [i, file] = next;
      outcomes[i] = await lookAt(task, file);
      done += 1;
      task.onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: task.atOnce }, work));
  return outcomes;
}

async function lookAt<T>({ engines, folder, look }: Look<T>, file: string): Promise<Outcome<T>> {
  const bytes = await readFile(join(folder, file));
  const beginMs = performance.now();
  try {
    const { image } = await engines.image.decode(bytes);
    return { file, result: await look(image), tookMs: performance.now() - beginMs };
  } catch (error) {
    if (!(error instanceof EngineError) || error.failure === 'unavailable') throw error;
    return { file, result: null, tookMs: performance.now() - beginMs };
  }
}

/** Of the pictures' times, which every evaluation reports alike. */
export function meanMs(outcomes: readonly Outcome<unknown>[]): number {
  return Math.round(outcomes.reduce((sum, { tookMs }) => sum + tookMs, 0) / Math.max(1, outcomes.length));
}

/** Files that no engine could do anything with. */
export function unreadable(outcomes: readonly Outcome<unknown>[]): string[] {
  return outcomes.filter(({ result }) => result === null).map(({ file }) => file);
}
