import type { RasterImage } from '../../ports.ts';
import { halve, shrinkGrey, toGrey } from './grey.ts';
import type { MrzScratch } from './kernel.ts';
import { type Plane, takePlane } from './plane.ts';

/** A picture in grey, and copies at half its size, a quarter, and so on, in the kernel's memory. */
export interface Pyramid {
  scratch: MrzScratch;
  width: number;
  height: number;
  /** The picture itself first. */
  levels: [Plane, ...Plane[]];
}

/** A picture smaller than this, in pixels of the shorter side, is not halved. */
const SIDE_MIN = 4;

export function createPyramid(scratch: MrzScratch, image: RasterImage): Pyramid {
  const { width, height } = image;
  const whole = takePlane(scratch, width, height);
  if (!isHalved(whole)) {
    toGrey(scratch, image, whole);
    return { scratch, width, height, levels: [whole] };
  }
  let last = takePlane(scratch, width >> 1, height >> 1);
  toGrey(scratch, image, whole, last);
  const levels: [Plane, ...Plane[]] = [whole, last];
  while (isHalved(last)) {
    last = halve(scratch, last);
    levels.push(last);
  }
  return { scratch, width, height, levels };
}

function isHalved({ width, height }: Plane): boolean {
  return Math.min(width, height) >= SIDE_MIN;
}

/** Returns the picture at 1/2^`level` of its size, or the smallest there is. */
export function levelOf({ levels }: Pyramid, level: number): { grey: Plane; scale: number } {
  const found = Math.min(level, levels.length - 1);
  return { grey: levels[found] as Plane, scale: 2 ** found };
}

/**
 * Returns the picture at `under` / `over` of its size, both whole numbers, each pixel the mean of the area that it
 * covers. `over` is at least `under`.
 */
export function shrinkPyramid(pyramid: Pyramid, over: number, under: number): Plane {
  const { grey, scale } = levelOf(pyramid, Math.floor(Math.log2(over / under)));
  return over > scale * under ? shrinkGrey(pyramid.scratch, grey, over, scale * under) : grey;
}
