import type { RasterImage } from '../../ports.ts';
import type { MrzScratch } from './kernel.ts';
import { type Plane, takePlane } from './plane.ts';

/** About this many pixels at a time go through the kernel's memory. */
const CHUNK_PIXELS = 16_384;
/** Luma after ITU-R BT.601, in 256ths, rounded down. */
const GREY = [77, 150, 29, 0, 8] as const;

/** Writes a picture's luma into `whole`, and at half the size into `half` if given. */
export function toGrey(scratch: MrzScratch, { width, pixels }: RasterImage, whole: Plane, half?: Plane): void {
  const rows = Math.max(2, 2 * Math.floor(CHUNK_PIXELS / width / 2));
  const take = (at: number, count: number, before: number): void => {
    scratch.run.toGrey(at, count, whole.at + before, ...GREY);
    if (half) scratch.run.halve(whole.at + before, width, count / width, half.at + (before / width / 2) * half.width);
  };
  scratch.passPixels(pixels, take, rows * width);
}

/**
 * Returns `grey` at `under` / `over` of its size, between a half and all of it, each pixel the mean of the area that it covers; both are whole
 * numbers, `over` of two bytes. Drops the rest that does not fill a pixel, or a multiple of `fit` pixels.
 */
export function shrinkGrey(
  scratch: MrzScratch,
  { width, height, at }: Plane,
  over: number,
  under: number,
  fit = 1,
): Plane {
  const [across, down] = [width, height].map((length) => fit * Math.floor((length * under) / over / fit));
  const small = takePlane(scratch, across as number, down as number);
  const work = scratch.take(scratch.run.shrinkWork(small.width, small.height));
  scratch.run.shrink(at, width, over, under, small.width, small.height, work, small.at);
  scratch.release(work);
  return small;
}

/** Makes each pixel the mean of four; drops an odd column on the right or row at the bottom. */
export function halve(scratch: MrzScratch, { width, height, at }: Plane): Plane {
  const half = takePlane(scratch, width >> 1, height >> 1);
  scratch.run.halve(at, width, height, half.at);
  return half;
}
