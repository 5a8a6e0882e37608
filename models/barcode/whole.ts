import type { Barcode, Box, Point } from '../ports.ts';
import type { GreyImage } from '../quality/grey.ts';
import { mapQuad } from '../runtime/geometry.ts';
import type { Scratch } from '../runtime/kernel.ts';
import { areasAround } from './areas.ts';
import { hasBars, seekFinders, seekLegs } from './finders.ts';
import { makeLayers } from './layers.ts';
import { cropGrey, enlargeGrey } from './picture.ts';
import { readSymbols, SMALLER_OVER_PIXELS, type SoughtFormat } from './reader.ts';

const LINEAR = ['Code128', 'Code39'] as const;
/** A part no larger than this, with a finder that led to nothing, is read so many times enlarged: modules of two pixels are then of four. */
const ENLARGED = { sidePixelsMax: 560, times: 2 };

/**
 * Every symbol that the reader sees in a picture, whose grey values are at `grey` in the kernel's memory. It takes long over pictures
 * that hold none, so it is only asked for the formats whose finders are in the picture, and mostly only where they are.
 */
export async function readWhole(
  scratch: Scratch<'barcode'>,
  grey: number,
  { width, height }: Pick<GreyImage, 'width' | 'height'>,
): Promise<Barcode[]> {
  const picture = (): GreyImage => ({ width, height, values: scratch.bytes(grey, width * height) });
  const layers = makeLayers(scratch, grey, width, height);
  const places = layers && [
    ...layers.map((layer) => seekFinders(scratch, layer)),
    ...layers.map((layer) => seekLegs(scratch, layer)),
  ];
  if (!layers || !places || places.includes(null)) return readSymbols(picture());
  const all = places.flatMap((list) => list ?? []);
  const stacked = all.some(({ format }) => format === 'PDF417');
  const bars = layers.some((layer) => hasBars(scratch, layer));
  const formats: SoughtFormat[] = [...(stacked ? ['PDF417' as const] : []), ...(bars ? LINEAR : [])];
  const found = formats.length > 0 ? await readSymbols(picture(), formats) : [];
  // A PDF417 that was looked for in the whole picture was looked for in all its kinds.
  const others = all.filter(({ format }) => format !== 'PDF417' && !(stacked && format === 'MicroPDF417'));
  for (const box of areasAround(others, { width, height })) {
    const inside = others.filter((place) => holds(box, place));
    found.push(...(await readArea(picture(), box, [...new Set(inside.map(({ format }) => format))])));
  }
  return found;
}

function holds({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

/** Reads a part of a picture in as many sizes as the whole; once more, enlarged, where it is small and no finder led to anything. */
async function readArea(grey: GreyImage, box: Box, formats: readonly SoughtFormat[]): Promise<Barcode[]> {
  const part = cropGrey(grey, box);
  const side = Math.max(box.width, box.height);
  const share = side / Math.max(grey.width, grey.height);
  const found = await readSymbols(part, formats, Math.max(1, Math.floor(SMALLER_OVER_PIXELS * share)));
  if (found.length > 0 || side > ENLARGED.sidePixelsMax) return found.map((barcode) => moveTo(barcode, box, 1));
  const more = await readSymbols(await enlargeGrey(part, ENLARGED.times), formats);
  return more.map((barcode) => moveTo(barcode, box, ENLARGED.times));
}

function moveTo(barcode: Barcode, box: Box, times: number): Barcode {
  const move = ({ x, y }: Point): Point => ({ x: x / times + box.x, y: y / times + box.y });
  return { ...barcode, quad: mapQuad(barcode.quad, move) };
}
