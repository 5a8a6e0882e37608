import { EngineError, type Engines, type RasterImage } from '../../models/ports.ts';

/** A JPEG or PNG that is opened only when it is processed. */
export interface Picture {
  name: string;
  load(): Promise<Uint8Array>;
}

/** The result of one picture. */
export interface Outcome<T> {
  name: string;
  /** null if no engine could process the picture. */
  result: T | null;
  /** From the file's bytes to the answer, without the wait for a free worker. */
  tookMs: number;
}

export interface Look<T> {
  engines: Engines;
  pictures: readonly Picture[];
  /** Pictures in process at once: as many as the engine has workers. */
  atOnce: number;
  look: (image: RasterImage) => Promise<T>;
  /** Called after each picture with the number done. */
  onProgress: (done: number) => void;
}

/** Processes every picture in order. Throws `EngineError` if an engine cannot work here. */
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

/** The mean time per picture, as every evaluation reports it. */
export function meanMs(outcomes: readonly Outcome<unknown>[]): number {
  return Math.round(outcomes.reduce((sum, { tookMs }) => sum + tookMs, 0) / Math.max(1, outcomes.length));
}

/** Names of the pictures that no engine could process. */
export function unreadable(outcomes: readonly Outcome<unknown>[]): string[] {
  return outcomes.filter(({ result }) => result === null).map(({ name }) => name);
}

/** What every part reports about its pictures. */
export interface PictureReport {
  pictures: number;
  ms_per_picture: number;
  /** Pictures that no engine could process. */
  unreadable: string[];
}

export function reportOf(outcomes: readonly Outcome<unknown>[]): PictureReport {
  return { pictures: outcomes.length, ms_per_picture: meanMs(outcomes), unreadable: unreadable(outcomes) };
}
