import type { GreyImage } from '../pixels/grey.ts';
import type { TextScratch } from './text-kernel.ts';

/** A picture in a kernel's memory: one byte per pixel, row by row. Valid until the scratch is returned or its place released. */
export interface Plane {
  scratch: TextScratch;
  at: number;
  width: number;
  height: number;
}

/** Kernels read and write whole vectors, and so slightly beyond their data. */
export const BEHIND_BYTES = 64;

/** Reserves a place for a picture; its pixels are undefined. */
export function takePlane(scratch: TextScratch, { width, height }: Pick<Plane, 'width' | 'height'>): Plane {
  return { scratch, at: scratch.take(width * height + BEHIND_BYTES), width, height };
}

/** Copies a picture into a kernel's memory. */
export function putPlane(scratch: TextScratch, grey: GreyImage): Plane {
  const plane = takePlane(scratch, grey);
  viewOf(plane).set(grey.values);
  return plane;
}

/** Copies a picture out of a kernel's memory. */
export function copyPlane(plane: Plane): GreyImage {
  return { width: plane.width, height: plane.height, values: viewOf(plane).slice() };
}

/** Returns a view of its pixels, valid until memory is reserved again. */
function viewOf({ scratch, at, width, height }: Plane): Uint8Array {
  return scratch.bytes(at, width * height);
}
