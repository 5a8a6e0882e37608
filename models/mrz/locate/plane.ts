import type { MrzScratch } from './kernel.ts';

/** A grey picture in the kernel's memory: one byte per pixel, row by row, at the address `at`. */
export interface Plane {
  width: number;
  height: number;
  at: number;
}

/** The kernel's functions read and write whole vectors, up to this many bytes beyond a picture's end. */
const SLACK_BYTES = 64;

/** Reserves memory for a picture whose pixels are undefined. */
export function takePlane(scratch: MrzScratch, width: number, height: number): Plane {
  return { width, height, at: scratch.take(width * height + SLACK_BYTES) };
}

/** Returns a view of the pixels, valid as long as those of `Scratch`. */
export function pixelsOf(scratch: MrzScratch, { width, height, at }: Plane): Uint8Array {
  return scratch.bytes(at, width * height);
}
