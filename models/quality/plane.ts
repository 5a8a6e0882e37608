import type { GreyImage } from './grey.ts';
import type { TextScratch } from './text-kernel.ts';

/** A picture in a kernel's memory: one byte a pixel, row by row. It is there until the scratch is given back or its place released. */
export interface Plane {
  scratch: TextScratch;
  at: number;
  width: number;
  height: number;
}

/** Kernels read and write whole vectors, and so a little behind what they are given. */
export const BEHIND_BYTES = 64;

/** A place for a picture; its pixels are anything. */
export function takePlane(scratch: TextScratch, { width, height }: Pick<Plane, 'width' | 'height'>): Plane {
  return { scratch, at: scratch.take(width * height + BEHIND_BYTES), width, height };
}

/** A copy of a picture. */
export function putPlane(scratch: TextScratch, grey: GreyImage): Plane {
  const plane = takePlane(scratch, grey);
  viewOf(plane).set(grey.values);
  return plane;
}

/** A copy of what is in a kernel's memory. */
export function copyPlane(plane: Plane): GreyImage {
  return { width: plane.width, height: plane.height, values: viewOf(plane).slice() };
}

/** Its pixels, until memory is taken again. */
function viewOf({ scratch, at, width, height }: Plane): Uint8Array {
  return scratch.bytes(at, width * height);
}
