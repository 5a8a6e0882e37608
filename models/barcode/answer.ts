import type { Barcode, BarcodeFormat, BarcodeReading, RasterImage } from '../ports.ts';
import { isListOf, isQuadOn, isRecord, isText, isVersion } from '../runtime/answers.ts';

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
export function isBarcodeReading(image: RasterImage): (answer: unknown) => answer is BarcodeReading {
  const isQuad = isQuadOn(image);
  const isBarcode = (value: unknown): value is Barcode =>
    isRecord(value) &&
    FORMATS.includes(value['format']) &&
    isText(value['text'], TEXT_CHARS_MAX) &&
    isQuad(value['quad']);
  return (answer): answer is BarcodeReading =>
    isRecord(answer) && isListOf(answer['barcodes'], BARCODES_MAX, isBarcode) && isVersion(answer['engine']);
}
