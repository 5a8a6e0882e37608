import type { GreyImage } from '../pixels/grey.ts';
import { copyPlane, type Plane, putPlane, takePlane } from './plane.ts';
import { KERNEL } from './text-kernel.ts';

/** The following values equal those in `models/kernels/assembly/ink.ts`. Half the side of the square whose mean a pixel is compared with. */
export const WINDOW_RADIUS_PIXELS = 12;
/** Ink is darker than its surroundings by at least this many grey values, and by this share of them: security print is paler. */
export const CLEAR = { contrastMin: 28, meanShareMax: 0.8 };
/** Half as much darker: security print, but also small labels, most letters of which have some clear ink. */
export const PALE_INK = 2;

/** 1 for ink, 0 for background, `PALE_INK` for pale ink if requested; row by row. */
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

/** Marks what is clearly darker than the mean of the square around it: printed text, on any background and in any light. `pale`: pale ink too. */
export function markInk(grey: GreyImage, pale = false): InkMask {
  using scratch = KERNEL.borrow();
  const { width, height, values } = copyPlane(markPlane(putPlane(scratch, grey), pale));
  return { width, height, ink: values };
}

/** Does the work of `markInk` on a grey picture in a kernel's memory. Returns the bytes of an `InkMask`. */
export function markPlane(grey: Plane, pale: boolean): Plane {
  const { scratch, at, width, height } = grey;
  const ink = takePlane(scratch, grey);
  const work = scratch.take(scratch.run.inkWorkBytes(width));
  scratch.run.markInk(at, width, height, pale, ink.at, work);
  scratch.release(work);
  return ink;
}

/** Returns the share of ink, 0..1, in the part of a span inside the mask; 0 if none is inside. */
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
