import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { BARCODE_FORMATS, type Barcode, type BarcodeFormat } from '../ports.ts';
import { readWeight } from '../runtime/weights.ts';

const PROGRAM = 'barcode/zxing_reader.wasm';

/**
 * Text uses the symbol's own character set, else ISO 8859-1, which AAMVA prescribes and which keeps every byte; guessing would take some names for
 * Japanese. Symbols whose error correction fails are left out. Everything else is the reader's default: it tries hard, and repeats at a third of the
 * size, and so on, as long as the longer side is over 500 pixels.
 */
const OPTIONS: ReaderOptions = { textMode: 'Plain', characterSet: 'ISO8859_1' };

/** Starts the reader with the program in `weightsDir`, checked against the list, so that it downloads nothing. */
export async function startReader(weightsDir: string): Promise<void> {
  const bytes = await readWeight(weightsDir, PROGRAM);
  const wasmBinary = new Uint8Array(bytes).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * Returns every symbol of some formats in a picture (`toPgm`), upright, turned by quarters, or skewed by at most 3 degrees. Takes a file, because the
 * reader accepts raw pixels only in four channels, and would convert them to grey again.
 */
export async function readSymbols(
  file: Uint8Array<ArrayBuffer>,
  formats: readonly BarcodeFormat[],
  effort: Pick<ReaderOptions, 'tryInvert' | 'tryRotate' | 'tryDownscale' | 'binarizer'> = {},
): Promise<Barcode[]> {
  const options = { ...OPTIONS, ...effort, formats: [...formats] };
  const results = await readBarcodes(file, options);
  return results.filter(({ isValid }) => isValid).flatMap(toBarcode);
}

function toBarcode({ symbology, text, bytes, position }: ReadResult): Barcode[] {
  const format = BARCODE_FORMATS.find((name) => name === symbology);
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  return format ? [{ format, text, bytes, quad: [topLeft, topRight, bottomRight, bottomLeft] }] : [];
}
