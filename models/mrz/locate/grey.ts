import type { RasterImage } from '../../ports.ts';
import type { MrzScratch } from './kernel.ts';
import { type Plane, takePlane } from './plane.ts';

/** About so many pixels at a time go through the kernel's memory, and stay in the processor's cache. */
const CHUNK_PIXELS = 16_384;
/** Of the colours, so many bytes more are read. */
const SLACK_BYTES = 48;

/** Luma after ITU-R BT.601, in 256ths, into `whole`, and at half the size into `half` if it is given. */
export function toGrey(scratch: MrzScratch, { width, height, pixels }: RasterImage, whole: Plane, half?: Plane): void {
  const rows = Math.max(2, 2 * Math.floor(CHUNK_PIXELS / width / 2));
  const colours = scratch.take(3 * rows * width + SLACK_BYTES);
  const view = scratch.bytes(colours, 3 * rows * width);
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y);
    view.set(pixels.subarray(3 * y * width, 3 * (y + count) * width));
    const at = whole.at + y * width;
    scratch.run.toGrey(colours, count * width, at);
    if (half) scratch.run.halve(at, width, count, half.at + (y / 2) * half.width);
  }
  scratch.release(colours);
}

/** The kernel's quick `shrink` takes whole numbers of two bytes. */
const OVER_MAX = 32_767;

/**
 * `grey` at `under` / `over` of its size, both whole numbers, each pixel the mean of the area it covers. `over` is `under` at least, and up to
 * twice as much it is quick.
 */
export function shrinkGrey(scratch: MrzScratch, { width, height, at }: Plane, over: number, under: number): Plane {
  const factor = over / under;
  const [across, down] = [shrunk(width, factor), shrunk(height, factor)];
  const small = takePlane(scratch, across, down);
  if (factor <= Math.min(2, width, height) && over <= OVER_MAX) {
    const work = scratch.take(scratch.run.shrinkWork(across, down));
    scratch.run.shrink(at, width, over, under, across, down, work, small.at);
    scratch.release(work);
  } else scratch.run.shrinkFar(at, width, height, factor, across, down, small.at);
  return small;
}

function shrunk(length: number, factor: number): number {
  return Math.max(1, Math.floor(length / factor));
}

/** `grey` at two thirds of its size: four pixels for nine, each the mean of the area it covers. */
export function shrinkToTwoThirds(scratch: MrzScratch, { width, height, at }: Plane): Plane {
  const small = takePlane(scratch, 2 * Math.floor(width / 3), 2 * Math.floor(height / 3));
  scratch.run.shrinkToTwoThirds(at, width, height, small.at);
  return small;
}

/** Each pixel the mean of four; what is odd at the right or below is left out. */
export function halve(scratch: MrzScratch, { width, height, at }: Plane): Plane {
  const half = takePlane(scratch, width >> 1, height >> 1);
  scratch.run.halve(at, width, height, half.at);
  return half;
}
