import type { Barcode, Box, Point } from '../ports.ts';
import type { GreyImage } from '../quality/grey.ts';
import type { Scratch } from '../runtime/kernel.ts';
import { busyAreas } from './areas.ts';
import { hasBars, seekFinders } from './finders.ts';
import type { BarcodeFunctions } from './kernel.ts';
import { makeLayers } from './layers.ts';
import { cropGrey, enlargeGrey } from './picture.ts';
import { readSymbols, SMALLER_OVER_PIXELS, type SoughtFormat } from './reader.ts';

const LINEAR = ['Code128', 'Code39'] as const;
/** Symbols that are looked for where their finder is. */
const WITH_FINDER = ['QRCode', 'Aztec', 'MicroPDF417'] as const;
/** A part no larger than this, with a finder that led to nothing, is read so many times enlarged: modules of two pixels are then of four. */
const ENLARGED = { sidePixelsMax: 400, times: 2 };

/**
 * Every symbol that the reader sees in a picture, whose grey values are at `grey` in the kernel's memory. It takes long over pictures
 * that hold none, so it is only asked for what can be there: for each format whose finder is in the picture, and for Data Matrix, which
 * has none that is told so quickly, where the picture is not plain ground.
 */
export async function readWhole(
  scratch: Scratch<BarcodeFunctions>,
  grey: number,
  { width, height }: Pick<GreyImage, 'width' | 'height'>,
): Promise<Barcode[]> {
  const picture = (): GreyImage => ({ width, height, values: scratch.bytes(grey, width * height) });
  const layers = makeLayers(scratch, grey, width, height);
  const lists = layers?.map((layer) => seekFinders(scratch, layer)) ?? [null];
  if (layers === null || lists.includes(null)) return readSymbols(picture());
  const finders = lists.flatMap((list) => list ?? []);
  const stacked = finders.some(({ format }) => format === 'PDF417');
  const bars = layers.some((layer) => hasBars(scratch, layer));
  const formats: SoughtFormat[] = [...(stacked ? ['PDF417' as const] : []), ...(bars ? LINEAR : [])];
  const found = formats.length > 0 ? await readSymbols(picture(), formats) : [];
  for (const box of busyAreas(scratch, layers)) {
    const inside = finders.filter((finder) => holds(box, finder));
    const seen = WITH_FINDER.filter((format) => inside.some((finder) => finder.format === format));
    // A PDF417 that was looked for in the whole picture was looked for in all its kinds.
    found.push(...(await readArea(picture(), box, stacked ? seen.filter(isNoMicro) : seen)));
  }
  return found;
}

const isNoMicro = (format: SoughtFormat): boolean => format !== 'MicroPDF417';

function holds({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

/** Reads a part of a picture in as many sizes as the whole; once more, enlarged, where it is small and no finder led to anything. */
async function readArea(grey: GreyImage, box: Box, seen: readonly SoughtFormat[]): Promise<Barcode[]> {
  const part = cropGrey(grey, box);
  const side = Math.max(box.width, box.height);
  const share = side / Math.max(grey.width, grey.height);
  const found = await readSymbols(part, ['DataMatrix', ...seen], Math.max(1, Math.floor(SMALLER_OVER_PIXELS * share)));
  if (found.length > 0 || seen.length === 0 || side > ENLARGED.sidePixelsMax)
    return found.map((barcode) => moveTo(barcode, box, 1));
  const more = await readSymbols(await enlargeGrey(part, ENLARGED.times), seen);
  return more.map((barcode) => moveTo(barcode, box, ENLARGED.times));
}

function moveTo(barcode: Barcode, box: Box, times: number): Barcode {
  const move = ({ x, y }: Point): Point => ({ x: x / times + box.x, y: y / times + box.y });
  const [a, b, c, d] = barcode.quad;
  return { ...barcode, quad: [move(a), move(b), move(c), move(d)] };
}
