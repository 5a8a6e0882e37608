import { z } from 'zod';
import { embeddingLengthOf, type FaceNetsChoice, SHIPPED_FACE_NETS } from '../face/nets.ts';
import { RECOGNITIONS } from '../face/recognition.ts';
import type { FrameMeasure, LivenessEngine } from '../ports.ts';
import { accepting, BOX, COUNT, POSITIVE, SIZE, touches } from '../runtime/answers.ts';
import type { Backends } from '../runtime/backends.ts';
import { ownedBytes } from '../runtime/owned.ts';

/** Frames of one call that are measured at the same time; others' faces get their turn in between. */
const LANES = 2;
const POINT_NUMBERS = 3 * 468;

/**
 * Returns the engine that measures the frames of a challenge. It works in the threads of the face engine, one frame a call, so that a frame that
 * hangs ends after `timeoutMs` and its thread is replaced. A thread holds one frame at a time.
 */
export function createLivenessEngine(
  backends: Pick<Backends, 'call'>,
  timeoutMs: number,
  choice: FaceNetsChoice = SHIPPED_FACE_NETS,
): LivenessEngine {
  const numbers = embeddingLengthOf(choice);
  const isAnswer = accepting<FrameMeasure>(MEASURE, (measure) => isConsistent(measure, numbers));
  const measureOne = (jpeg: Uint8Array, embeddings: boolean): Promise<FrameMeasure> =>
    backends.call({
      operation: 'measureFrame',
      timeoutMs,
      isAnswer,
      input: () => {
        const file = ownedBytes(jpeg);
        return { input: { jpeg: file, embeddings }, transfer: [file.buffer] };
      },
    });
  return {
    model: RECOGNITIONS[choice].model,
    measure: async (jpegs, { embeddings = true } = {}) => {
      const measured: FrameMeasure[] = [];
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let at = next++; at < jpegs.length; at = next++)
          measured[at] = await measureOne(jpegs[at] as Uint8Array, embeddings);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      return measured;
    },
  };
}

const ANGLE = z.number().min(-180).max(180);
const MEASURE = SIZE.extend({
  sha256: z.hash('sha256'),
  faces: COUNT,
  backdrop: z.array(z.number().min(-1).max(255)),
  face: z
    .object({
      box: BOX,
      heightPx: POSITIVE,
      points: z.instanceof(Float32Array).refine(({ length }) => length === POINT_NUMBERS),
      yaw: ANGLE,
      pitch: ANGLE,
      roll: ANGLE,
      embedding: z.array(z.number()).nullable(),
    })
    .nullable(),
});

function isConsistent({ face, faces, ...size }: FrameMeasure, numbers: number): boolean {
  if (face === null) return faces === 0;
  return faces > 0 && touches(size, face.box) && (face.embedding === null || face.embedding.length === numbers);
}
