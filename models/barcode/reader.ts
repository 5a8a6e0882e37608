import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { BARCODE_FORMATS, type Barcode, type BarcodeFormat } from '../ports.ts';
import type { GreyImage } from '../quality/grey.ts';
import { toPgm } from '../quality/pgm.ts';
import { readWeight } from '../runtime/weights.ts';

const PROGRAM = 'barcode/zxing_reader.wasm';

/**
 * Text is what the symbol's own character set says, else ISO 8859-1, which AAMVA prescribes and which keeps every byte;
 * guessing would take some names for Japanese. Symbols whose error correction fails are left out.
 */
const OPTIONS: ReaderOptions = {
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  textMode: 'Plain',
  characterSet: 'ISO8859_1',
};

/** The reader looks at a picture once more at a third of its size, and so on, as long as its longer side is over this. */
const SMALLER_OVER_PIXELS = 500;

/** Starts the reader with the program of `weightsDir`, checked against the list, so that it fetches nothing. */
export async function startReader(weightsDir: string): Promise<void> {
  const bytes = await readWeight(weightsDir, PROGRAM);
  const wasmBinary = new Uint8Array(bytes).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * Every symbol of some formats that the reader sees in this picture, which lies upright, by quarters turned, or skewed by at most 3 degrees.
 * It is looked at as a whole, and at a third of its size as long as its longer side is over 500 pixels.
 */
export async function readSymbols(
  grey: GreyImage,
  formats: readonly BarcodeFormat[],
  effort: Pick<ReaderOptions, 'tryInvert' | 'tryRotate'> = {},
): Promise<Barcode[]> {
  const options = { ...OPTIONS, ...effort, formats: [...formats], downscaleThreshold: SMALLER_OVER_PIXELS };
  // As a file, since the reader takes raw pixels in four channels only, and would make them grey once more.
  const results = await readBarcodes(toPgm(grey), options);
  return results.filter(({ isValid }) => isValid).flatMap(toBarcode);
}

function toBarcode({ symbology, text, position }: ReadResult): Barcode[] {
  const format = BARCODE_FORMATS.find((name) => name === symbology);
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  return format ? [{ format, text, quad: [topLeft, topRight, bottomRight, bottomLeft] }] : [];
}
