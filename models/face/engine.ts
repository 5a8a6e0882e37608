import type { FaceEngine, FaceReading } from '../ports.ts';
import { besideModule } from '../runtime/beside.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';

/** The script for the pool of the face engine. */
export const FACE_WORKER = besideModule(import.meta.url, 'worker');

/** All faces of a picture with their embeddings, in the workers of `pool`, each call within `timeoutMs`. */
export function createFaceEngine(pool: WorkerPool, timeoutMs: number): FaceEngine {
  return {
    recognise: (image, { within = 'parts', turn = 0 } = {}) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('recognise', { image: input, within, turn }, { timeoutMs, transfer }) as Promise<FaceReading>;
    },
  };
}
