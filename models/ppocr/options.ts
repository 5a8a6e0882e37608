import type { Quad, RasterImage, Turn } from '../ports.ts';
import { besideModule } from '../threads/beside.ts';

/** The script for the pool of this engine. */
export const PPOCR_WORKER = besideModule(import.meta.url, 'worker');

/** What its worker is told when it starts. */
export interface PpocrWorkerData {
  /** The folder that `models/fill-weights.mjs` fills. */
  weightsDir: string;
}

/** A page to be read once it is turned; `omitted` lies in `image` as it is given. */
export interface PpocrInput {
  image: RasterImage;
  turn: Turn;
  omitted: readonly Quad[];
}
