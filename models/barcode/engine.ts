import { z } from 'zod';
import { BARCODE_FORMATS, type BarcodeEngine, type BarcodeReading, type RasterImage } from '../ports.ts';
import { accepting, QUAD, quadTouches, VERSION } from '../runtime/answers.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { besideModule } from '../threads/beside.ts';

/** The worker script for the pool of the barcode engine. */
export const BARCODE_WORKER = besideModule(import.meta.url, 'worker');

/** Returns all barcodes of a picture, read in the workers of `pool`, each call within `timeoutMs`. */
export function createBarcodeEngine(pool: WorkerPool, timeoutMs: number): BarcodeEngine {
  return {
    read: (image) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('read', input, { timeoutMs, transfer, isAnswer: isBarcodeReading(image) });
    },
  };
}

/** A QR code of the largest version holds 7,089 digits (ISO/IEC 18004); no other code holds more. */
const TEXT_CHARS_MAX = 7_089;
const BARCODES_MAX = 1_000;

/** A Data Matrix or QR code holds fewer bytes than digits. */
const BYTES = z.instanceof(Uint8Array).refine(({ length }) => length <= TEXT_CHARS_MAX);
const BARCODE = z.object({
  format: z.enum(BARCODE_FORMATS),
  text: z.string().max(TEXT_CHARS_MAX),
  bytes: BYTES.optional(),
  quad: QUAD,
});
const READING = z.object({ barcodes: z.array(BARCODE).max(BARCODES_MAX), engine: VERSION });

/** Returns whether these can be the barcodes of `image`. */
function isBarcodeReading(image: RasterImage) {
  return accepting<BarcodeReading>(READING, ({ barcodes }) => barcodes.every(({ quad }) => quadTouches(image, quad)));
}
