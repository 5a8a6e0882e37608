import type { GreyImage } from './grey.ts';
import { copyPlane, type Plane, putPlane, takePlane } from './plane.ts';
import { KERNEL } from './text-kernel.ts';

/** What follows is told here as it stands in `models/kernels/assembly/ink.ts`. Half the side of the square whose mean a pixel is held against. */
export const WINDOW_RADIUS_PIXELS = 12;
/** Ink is darker than its surroundings by so many grey values, and by this share of them: security print is paler. */
export const CLEAR = { contrastMin: 28, meanShareMax: 0.8 };
/** Security print, but small labels too, most letters of which have some clear ink in them: half as much darker. */
export const PALE_INK = 2;

/** 1 where a pixel is ink, 0 where it is ground, `PALE_INK` where it is pale and that was asked for; row by row. */
export interface InkMask {
  width: number;
  height: number;
  ink: Uint8Array;
}

/** A rectangle of whole pixels; `right` and `bottom` are its last column and row. */
export interface Span {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Marks what is clearly darker than the mean of the square around it: print, whatever the ground and the light. `pale`: pale ink too. */
export function markInk(grey: GreyImage, pale = false): InkMask {
  using scratch = KERNEL.borrow();
  const { width, height, values } = copyPlane(markPlane(putPlane(scratch, grey), pale));
  return { width, height, ink: values };
}

/** `markInk` of a grey picture in a kernel's memory. What comes back has the bytes of an `InkMask`. */
export function markPlane(grey: Plane, pale: boolean): Plane {
  const { scratch, at, width, height } = grey;
  const ink = takePlane(scratch, grey);
  const work = scratch.take(scratch.run.inkWorkBytes(width));
  scratch.run.markInk(at, width, height, pale, ink.at, work);
  scratch.release(work);
  return ink;
}

/** Share of ink, 0..1, in the part of a span that lies inside the mask; 0 where none does. */
export function inkShare({ width, height, ink }: InkMask, { left, right, top, bottom }: Span): number {
  let marked = 0;
  let count = 0;
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++)
    for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) {
      marked += ink[y * width + x] ?? 0;
      count += 1;
    }
  return count === 0 ? 0 : marked / count;
}
