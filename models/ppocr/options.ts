import type { Quad, RasterImage, Turn } from '../ports.ts';
import { besideModule } from '../threads/beside.ts';

/** The worker script for the pool of this engine. */
export const PPOCR_WORKER = besideModule(import.meta.url, 'worker');

/** The start parameters of its worker. */
export interface PpocrWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
}

/** A page to read after `turn`; `omitted` refers to `image` as given. */
export interface PpocrInput {
  image: RasterImage;
  turn: Turn;
  omitted: readonly Quad[];
}
