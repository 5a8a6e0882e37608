import { fileURLToPath } from 'node:url';
import { createEngines } from '../../../models/engines.ts';
import type { Engines } from '../../../models/ports.ts';
import { LIMITS } from '../../../server/lib/limits.ts';

const WORKER = new URL('./faulty-worker.ts', import.meta.url);
const WEIGHTS = fileURLToPath(new URL('../../../models/weights', import.meta.url));
/** Long enough for a correct answer on a busy machine, which takes some milliseconds, and for filling a thread's memory. */
const CALL_MS = 10_000;

/** The product's engines, pools and threads, with workers that fail if a picture's content asks for it. */
export function createFaultyEngines(): Engines {
  const reading = { text: WORKER, secondText: WORKER, mrz: WORKER, barcode: WORKER };
  return createEngines({
    weightsDir: WEIGHTS,
    languages: [],
    workers: { text: 2, face: 2, image: 2, pdf: 2 },
    scripts: { image: WORKER, pdf: WORKER, ...reading, face: WORKER },
    // The only backend, so each failure meets the same one again.
    backend: 'native',
    limits: {
      ...LIMITS,
      imageTimeoutMs: CALL_MS,
      pdfRenderTimeoutMs: CALL_MS,
      textTimeoutMs: CALL_MS,
      mrzTimeoutMs: CALL_MS,
      barcodeTimeoutMs: CALL_MS,
      faceTimeoutMs: CALL_MS,
      frameTimeoutMs: CALL_MS,
    },
  });
}
