import type { GreyImage } from '../pixels/grey.ts';
import { BARCODE_FORMATS, type Barcode, type BarcodeFormat, type Box, type Point, type RasterImage } from '../ports.ts';
import { toPgm } from '../quality/pgm.ts';
import { mapQuad } from '../runtime/geometry.ts';
import { enlargePart, sharpenGrey, turnGrey } from './picture.ts';
import { readSymbols } from './reader.ts';
import { directionOf, findRegions } from './regions.ts';
import { KERNEL, putGrey, searchGrey } from './search.ts';

/** The longer side of the picture in which regions are searched. */
const SEARCH_SIDE_PIXELS = 1_200;
/**
 * The enlargement of a region: to 1,200 pixels on its longer side, at least twice, but never to more than 3,000. On
 * modules of three pixels the measured direction is wrong by up to 7 degrees, at twice the size by 1.4.
 */
const ENLARGEMENT = { sidePixels: 1_200, min: 2, max: 3, sidePixelsMax: 3_000 };
/** How far the edges of an enlarged region must agree, 0..1. Measured: drawn symbols 0.46 and more; text up to 0.44. */
const AGREEMENT_MIN = 0.45;
/** Quiet zone around a region, as a share of its shorter side. */
const MARGIN_SHARE = 0.25;
/** Deviations of the unsharp masks, in the order in which they are tried; 0: none. */
const SHARPENINGS_PIXELS = [0, 3];

/** Symbols that hold a document's data. */
const MATRIX: readonly BarcodeFormat[] = ['PDF417', 'QRCode', 'Aztec', 'DataMatrix'];
/** Bars for counting and sorting. Every fourth row shows all drawn bars of 40 pixels and more, in a third of the time. */
const LINEAR = { formats: ['Code128', 'Code39'], rowStep: 4 } as const;
/** Formats that are also searched on their side, because no region shows a small one. One threshold finds 38 of 39 drawn ones, and is faster. */
const SMALL: readonly BarcodeFormat[] = ['DataMatrix'];
/** Light symbols on dark ground and reduced copies of the picture would take most of the reader's time. */
const QUICK = { tryInvert: false, tryDownscale: false } as const;

/**
 * Reads every barcode of a picture: first as it is, dark on light, at its own size. If that finds no two-dimensional symbol but parts look like one:
 * also turned by quarters, light on dark and reduced, then in those parts, straightened, enlarged, and sharpened.
 */
export async function readPicture(image: RasterImage): Promise<Barcode[]> {
  using scratch = KERNEL.borrow();
  const grey = putGrey(scratch, image);
  const picture = { ...image, values: scratch.bytes(grey, image.width * image.height) };
  const whole = toPgm(picture);
  const linear = await readLinear(picture);
  const upright = [...(await readSymbols(whole, MATRIX, { ...QUICK, tryRotate: false })), ...linear];
  if (upright.some(isMatrix)) return upright;
  const quick = [...upright, ...(await readSymbols(whole, SMALL, { ...QUICK, binarizer: 'GlobalHistogram' }))];
  if (quick.some(isMatrix)) return quick;
  const regions = findRegions(scratch, await searchGrey(scratch, grey, image, SEARCH_SIDE_PIXELS));
  if (regions.length === 0) return quick;
  const found = await readSymbols(whole, BARCODE_FORMATS);
  if (found.some(isMatrix)) return found;
  const scale = Math.max(image.width, image.height) / SEARCH_SIDE_PIXELS;
  for (const region of regions) {
    const read = await readRegion(image, region, scale);
    if (read.length > 0) return [...found, ...read];
  }
  return found;
}

/** Reads upright bars from every fourth row of the picture. */
async function readLinear({ width, height, values }: GreyImage): Promise<Barcode[]> {
  const { formats, rowStep } = LINEAR;
  const rows = Array.from({ length: Math.ceil(height / rowStep) }, (_, row) =>
    values.subarray(row * rowStep * width, (row * rowStep + 1) * width),
  );
  const some = toPgm({ width, height: rows.length, values: Buffer.concat(rows) });
  const found = await readSymbols(some, formats, { ...QUICK, tryRotate: false });
  return found.map((bars) => ({ ...bars, quad: mapQuad(bars.quad, ({ x, y }) => ({ x, y: rowStep * y })) }));
}

const isMatrix = ({ format }: Barcode): boolean => MATRIX.includes(format);

/** `region` is in coordinates of a picture `scale` times smaller. */
async function readRegion(image: RasterImage, region: Box, scale: number): Promise<Barcode[]> {
  const box = surround(region, scale, image);
  const enlargement = enlargementOf(Math.max(box.width, box.height));
  const part = await enlargePart(image, box, enlargement);
  const { skew, agreement } = directionOf(part);
  if (agreement < AGREEMENT_MIN) return [];
  const turned = await turnGrey(part, -skew);
  const toImage = (point: Point): Point => {
    const { x, y } = turned.before(point);
    return { x: box.x + x / enlargement, y: box.y + y / enlargement };
  };
  for (const deviation of SHARPENINGS_PIXELS) {
    const grey = deviation > 0 ? await sharpenGrey(turned.grey, deviation) : turned.grey;
    const read = await readSymbols(toPgm(grey), MATRIX);
    const symbols = read.filter(isMatrix).map((barcode) => ({ ...barcode, quad: mapQuad(barcode.quad, toImage) }));
    if (symbols.length > 0) return withoutRepeats(symbols);
  }
  return [];
}

/** A blurred symbol is sometimes found twice. */
function withoutRepeats(barcodes: Barcode[]): Barcode[] {
  return [...new Map(barcodes.map((barcode) => [barcode.format + barcode.text, barcode])).values()];
}

function enlargementOf(sidePixels: number): number {
  const { sidePixels: wanted, min, max, sidePixelsMax } = ENLARGEMENT;
  return Math.max(1, Math.min(max, Math.max(min, wanted / sidePixels), sidePixelsMax / sidePixels));
}

/** Returns the region with its quiet zone, in whole pixels of the picture. */
function surround(region: Box, scale: number, { width, height }: RasterImage): Box {
  const margin = MARGIN_SHARE * Math.min(region.width, region.height);
  const x = Math.max(0, Math.floor((region.x - margin) * scale));
  const y = Math.max(0, Math.floor((region.y - margin) * scale));
  const right = Math.min(width, Math.ceil((region.x + region.width + margin) * scale));
  const bottom = Math.min(height, Math.ceil((region.y + region.height + margin) * scale));
  return { x, y, width: right - x, height: bottom - y };
}
