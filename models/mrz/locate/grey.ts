import type { RasterImage } from '../../ports.ts';
import type { MrzScratch } from './kernel.ts';
import { type Plane, takePlane } from './plane.ts';

/** About so many pixels at a time go through the kernel's memory. */
const CHUNK_PIXELS = 16_384;
/** Luma after ITU-R BT.601, in 256ths, rounded down. */
const GREY = [77, 150, 29, 0, 8] as const;

/** A picture's luma into `whole`, and at half the size into `half` if it is given. */
export function toGrey(scratch: MrzScratch, { width, pixels }: RasterImage, whole: Plane, half?: Plane): void {
  const rows = Math.max(2, 2 * Math.floor(CHUNK_PIXELS / width / 2));
  const take = (at: number, count: number, before: number): void => {
    scratch.run.toGrey(at, count, whole.at + before, ...GREY);
    if (half) scratch.run.halve(whole.at + before, width, count / width, half.at + (before / width / 2) * half.width);
  };
  scratch.passPixels(pixels, take, rows * width);
}

/**
 * `grey` at `under` / `over` of its size, a half to all of it, each pixel the mean of the area it covers; both are whole numbers, `over` of two
 * bytes. What does not fill a pixel, or does not come to a whole number of times `fit` of them, is left out.
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

/** Each pixel the mean of four; what is odd at the right or below is left out. */
export function halve(scratch: MrzScratch, { width, height, at }: Plane): Plane {
  const half = takePlane(scratch, width >> 1, height >> 1);
  scratch.run.halve(at, width, height, half.at);
  return half;
}
