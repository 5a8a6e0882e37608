import type { MrzScratch } from './kernel.ts';

/** A grey picture in the kernel's memory: one byte a pixel, row by row, at the place `at`. */
export interface Plane {
  width: number;
  height: number;
  at: number;
}

/** The kernel's functions read and write whole vectors, up to so many bytes beyond a picture's end. */
const SLACK_BYTES = 64;

/** A place for a picture whose pixels may be anything. */
export function takePlane(scratch: MrzScratch, width: number, height: number): Plane {
  return { width, height, at: scratch.take(width * height + SLACK_BYTES) };
}

/** A view of the pixels, which ends as those of `Scratch`. */
export function pixelsOf(scratch: MrzScratch, { width, height, at }: Plane): Uint8Array {
  return scratch.bytes(at, width * height);
}
