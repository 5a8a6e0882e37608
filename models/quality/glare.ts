import type { GreyImage } from './grey.ts';
import { KERNEL } from './kernel.ts';

/** From this grey value on a pixel is burnt out. */
const BURNT_OUT_MIN = 250;
/** Smaller blobs are print and noise, larger ones a white sheet; as shares of the picture. */
const BLOB_SHARE_MIN = 0.0005;
const BLOB_SHARE_MAX = 0.15;
/** A disc fills 0.79 of the box around it; print and edges of paper fill less than half. */
const BLOB_FILL_MIN = 0.5;
/** What the kernel needs for each pixel to walk over blobs. */
const STACK_BYTES = 8;

/**
 * Share of the picture, 0..1, under compact burnt-out blobs: what a lamp leaves on laminate. Blobs that touch the
 * border are left out, since they are mostly the table or the sheet around the document.
 */
export function glareShare({ width, height, values }: GreyImage): number {
  const total = width * height;
  if (total === 0) return 0;
  using scratch = KERNEL.borrow();
  const at = scratch.put(values);
  const limits = [BURNT_OUT_MIN, BLOB_SHARE_MIN, BLOB_SHARE_MAX, BLOB_FILL_MIN] as const;
  return scratch.run.compactPixels(at, width, height, ...limits, scratch.take(STACK_BYTES * total)) / total;
}
