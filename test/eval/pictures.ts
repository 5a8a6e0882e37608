import { EngineError, type Engines, type RasterImage } from '../../models/ports.ts';

/** A JPEG or PNG that is opened when its turn comes. */
export interface Picture {
  name: string;
  load(): Promise<Uint8Array>;
}

/** What became of one picture. */
export interface Outcome<T> {
  name: string;
  /** null where no engine could do anything with the picture. */
  result: T | null;
  /** From the file's bytes to the answer, waiting for a free worker left out. */
  tookMs: number;
}

export interface Look<T> {
  engines: Engines;
  pictures: readonly Picture[];
  /** Pictures in work at once: as many as the engine has workers. */
  atOnce: number;
  look: (image: RasterImage) => Promise<T>;
  /** Called after each picture with how many are done. */
  onProgress: (done: number) => void;
}

/** Looks at every picture, in their order. Throws `EngineError` where an engine cannot work here at all. */
export async function lookAtAll<T>(task: Look<T>): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  const waiting = [...task.pictures.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [i, picture] = next;
      outcomes[i] = await lookAt(task, picture);
      done += 1;
      task.onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: task.atOnce }, work));
  return outcomes;
}

async function lookAt<T>({ engines, look }: Look<T>, { name, load }: Picture): Promise<Outcome<T>> {
  const bytes = await load();
  const beginMs = performance.now();
  try {
    const { image } = await engines.image.decode(bytes);
    return { name, result: await look(image), tookMs: performance.now() - beginMs };
  } catch (error) {
    if (!(error instanceof EngineError) || error.failure === 'unavailable') throw error;
    return { name, result: null, tookMs: performance.now() - beginMs };
  }
}

/** Of the pictures' times, which every evaluation reports alike. */
export function meanMs(outcomes: readonly Outcome<unknown>[]): number {
  return Math.round(outcomes.reduce((sum, { tookMs }) => sum + tookMs, 0) / Math.max(1, outcomes.length));
}

/** Names of the pictures that no engine could do anything with. */
export function unreadable(outcomes: readonly Outcome<unknown>[]): string[] {
  return outcomes.filter(({ result }) => result === null).map(({ name }) => name);
}

/** What every part says of the pictures it looked at. */
export interface PictureReport {
  pictures: number;
  ms_per_picture: number;
  /** Those that no engine could do anything with. */
  unreadable: string[];
}

export function reportOf(outcomes: readonly Outcome<unknown>[]): PictureReport {
  return { pictures: outcomes.length, ms_per_picture: meanMs(outcomes), unreadable: unreadable(outcomes) };
}
