import type { FaceEngine } from '../ports.ts';
import type { Backends } from '../runtime/backends.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { besideModule } from '../threads/beside.ts';
import { isFaceReading } from './answer.ts';
import { embeddingLengthOf, type FaceNetsChoice, SHIPPED_FACE_NETS } from './nets.ts';
import { RECOGNITIONS } from './recognition.ts';

/** The script for the pools of the face engine. */
export const FACE_WORKER = besideModule(import.meta.url, 'worker');

/** All faces of a picture with their embeddings by the nets of the choice, in the workers of `backends`, each call within `timeoutMs`. */
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
