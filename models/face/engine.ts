import { z } from 'zod';
import type { FaceEngine, FaceReading, RasterImage, Turn } from '../ports.ts';
import { accepting, BOX, SHARE, touches, turnedSize, VERSION } from '../runtime/answers.ts';
import type { Backends } from '../runtime/backends.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { besideModule } from '../threads/beside.ts';
import { embeddingLengthOf, type FaceNetsChoice, SHIPPED_FACE_NETS } from './nets.ts';
import { RECOGNITIONS } from './recognition.ts';

/** The worker script for the pools of the face engine. */
export const FACE_WORKER = besideModule(import.meta.url, 'worker');

/**
 * Returns all faces of a picture with their embeddings by the nets of the choice, computed in the workers of
 * `backends`, each call within `timeoutMs`.
 */
export function createFaceEngine(
  backends: Pick<Backends, 'call'>,
  timeoutMs: number,
  choice: FaceNetsChoice = SHIPPED_FACE_NETS,
): FaceEngine {
  const numbers = embeddingLengthOf(choice);
  return {
    model: RECOGNITIONS[choice].model,
    recognise: (image, { within = 'parts', turn = 0 } = {}) =>
      backends.call({
        operation: 'recognise',
        timeoutMs,
        isAnswer: isFaceReading(image, turn, numbers),
        input: () => {
          const { input, transfer } = ownedRaster(image);
          return { input: { image: input, within, turn }, transfer };
        },
      }),
  };
}

/** The tolerance of its length, 1, which is rounded to 32 bits. */
const LENGTH_ERROR_MAX = 1e-3;
/** The smallest accepted faces are 32 pixels across: a picture of the working size has room for fewer than this. */
const FACES_MAX = 10_000;

const FACE = z.object({
  box: BOX,
  score: SHARE,
  embedding: z.array(z.number()),
  antispoof: SHARE.nullable(),
  liveness: SHARE.nullable(),
});
const READING = z.object({ faces: z.array(FACE).max(FACES_MAX), model: VERSION });

/** Returns whether this can be the result for `image` after `turn`, with embeddings of this many numbers. */
export function isFaceReading(image: RasterImage, turn: Turn, numbers: number) {
  const size = turnedSize(image, turn);
  return accepting<FaceReading>(READING, ({ faces }) =>
    faces.every(({ box, embedding }) => touches(size, box) && embedding.length === numbers && isUnit(embedding)),
  );
}

function isUnit(embedding: readonly number[]): boolean {
  return Math.abs(Math.hypot(...embedding) - 1) <= LENGTH_ERROR_MAX;
}
