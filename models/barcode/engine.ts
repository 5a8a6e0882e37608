import type { Barcode, BarcodeEngine, BarcodeFormat, BarcodeReading, RasterImage } from '../ports.ts';
import { isListOf, isQuadOn, isRecord, isText, isVersion } from '../runtime/answers.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { besideModule } from '../threads/beside.ts';

/** The script for the pool of the barcode engine. */
export const BARCODE_WORKER = besideModule(import.meta.url, 'worker');

/** All barcodes of a picture, in the workers of `pool`, each call within `timeoutMs`. */
export function createBarcodeEngine(pool: WorkerPool, timeoutMs: number): BarcodeEngine {
  return {
    read: (image) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('read', input, { timeoutMs, transfer, isAnswer: isBarcodeReading(image) });
    },
  };
}

const FORMATS: readonly unknown[] = [
  'PDF417',
  'QRCode',
  'Aztec',
  'DataMatrix',
  'Code128',
  'Code39',
] satisfies BarcodeFormat[];
/** A QR code of the largest version holds 7,089 figures (ISO/IEC 18004); of the others none holds more. */
const TEXT_CHARS_MAX = 7_089;
const BARCODES_MAX = 1_000;

/** Whether these can be the barcodes of `image`. */
function isBarcodeReading(image: RasterImage): (answer: unknown) => answer is BarcodeReading {
  const isQuad = isQuadOn(image);
  const isBarcode = (value: unknown): value is Barcode =>
    isRecord(value) &&
    FORMATS.includes(value['format']) &&
    isText(value['text'], TEXT_CHARS_MAX) &&
    isQuad(value['quad']);
  return (answer): answer is BarcodeReading =>
    isRecord(answer) && isListOf(answer['barcodes'], BARCODES_MAX, isBarcode) && isVersion(answer['engine']);
}
