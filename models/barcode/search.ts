import type { RasterImage } from '../ports.ts';
import { scaleGrey } from '../quality/scale.ts';
import { Kernel, type Scratch } from '../runtime/kernel.ts';

export const KERNEL = new Kernel('barcode');
/** How many times the kernel may reduce a picture, and the least number of pixels a side. */
const SHRINK_MAX = 3;
const SIDE_PIXELS_MIN = 4;
/** A vector read may extend this far before and after a picture. */
const PAD_BYTES = 64;
/** The kernel's work memory: per pixel of a row of both pictures, and in addition. */
const WORK_BYTES_PER_PIXEL = 16;
const WORK_BYTES = 256;

/** A grey picture in a kernel's memory. */
export interface PlacedGrey {
  at: number;
  width: number;
  height: number;
}

/** Luma after ITU-R BT.601 in 1,024ths, rounded. */
const READERS_GREY = [306, 601, 117, 512, 10] as const;

/** Writes the picture in grey, as the reader computes it, into the kernel's memory. */
export function putGrey(scratch: Scratch<'barcode'>, { width, height, pixels }: RasterImage): number {
  scratch.take(PAD_BYTES);
  const grey = scratch.take(width * height + PAD_BYTES);
  scratch.passPixels(pixels, (at, count, before) => scratch.run.toGrey(at, count, grey + before, ...READERS_GREY));
  return grey;
}

/** Writes a grey picture with this many pixels on its longer side into the kernel's memory, at `grey`. */
export async function searchGrey(
  scratch: Scratch<'barcode'>,
  grey: number,
  image: RasterImage,
  sidePixels: number,
): Promise<PlacedGrey> {
  const factor = Math.max(image.width, image.height) / sidePixels;
  const least = Math.min(image.width, image.height);
  if (factor > 1 && factor <= SHRINK_MAX && least >= SIDE_PIXELS_MIN) return shrink(scratch, grey, image, factor);
  const { width, height, values } = await scaleGrey(image, sidePixels);
  scratch.take(PAD_BYTES);
  const at = scratch.put(values);
  scratch.take(PAD_BYTES);
  return { at, width, height };
}

function shrink(scratch: Scratch<'barcode'>, grey: number, { width, height }: RasterImage, factor: number): PlacedGrey {
  const [columns, rows] = [Math.round(width / factor), Math.max(1, Math.round(height / factor))];
  scratch.take(PAD_BYTES);
  const at = scratch.take(columns * rows + PAD_BYTES);
  const work = scratch.take(WORK_BYTES_PER_PIXEL * (width + columns) + WORK_BYTES);
  scratch.run.shrinkGrey(grey, width, height, at, columns, rows, work);
  scratch.release(work);
  return { at, width: columns, height: rows };
}
