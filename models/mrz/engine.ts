import { z } from 'zod';
import type { MrzEngine, MrzRecognition, RasterImage } from '../ports.ts';
import { accepting, COUNT, QUAD, quadTouches, SHARE, TURN, VERSION } from '../runtime/answers.ts';
import type { Backends } from '../runtime/backends.ts';
import type { Backend } from '../runtime/nets.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { besideModule } from '../threads/beside.ts';

/** The worker script for the pools of the MRZ reader. */
export const MRZ_WORKER = besideModule(import.meta.url, 'worker');
/** The possible backends of its net, which is so small that a graphics processor would only wait for it. */
export const MRZ_BACKENDS: readonly Backend[] = ['native', 'wasm'];

/** Returns the MRZ of a picture, read in the workers of `backends`, each call within `timeoutMs`. */
export function createMrzEngine(backends: Pick<Backends, 'call'>, timeoutMs: number): MrzEngine {
  return {
    read: (image) =>
      backends.call({
        operation: 'read',
        timeoutMs,
        isAnswer: isMrzAnswer(image),
        input: () => ownedRaster(image),
      }),
  };
}

/** The longest line of the formats of ICAO Doc 9303, and the most lines. */
const LINE = /^[A-Z0-9<]{1,44}$/;
const LINES_MAX = 3;
const REPAIRS_MAX = LINES_MAX * 44;

const ANSWER = z
  .object({
    lines: z.array(z.string().regex(LINE)).min(1).max(LINES_MAX),
    probabilities: z.array(z.array(SHARE)).max(LINES_MAX),
    repaired: z.array(z.object({ line: COUNT, column: COUNT })).max(REPAIRS_MAX),
    quads: z.array(QUAD).max(LINES_MAX),
    turn: TURN,
    model: VERSION,
  })
  .nullable();

/** Returns whether this can be the MRZ of `image`, or the answer that it has none. */
function isMrzAnswer(image: RasterImage) {
  return accepting<MrzRecognition | null>(ANSWER, (answer) => {
    if (answer === null) return true;
    const { lines, probabilities, quads, repaired } = answer;
    if (quads.length !== lines.length || !quads.every((quad) => quadTouches(image, quad))) return false;
    if (!lines.every((line, at) => probabilities[at]?.length === line.length)) return false;
    return repaired.every(({ line, column }) => column < (lines[line]?.length ?? 0));
  });
}
