import type { GreyImage } from './grey.ts';

/** A pixel is burnt out from this grey value on. */
export const BURNT_OUT_MIN = 250;
/** Smaller blobs are printed text and noise, larger ones a white sheet; as shares of the picture. */
const BLOB_SHARE_MIN = 0.0005;
const BLOB_SHARE_MAX = 0.15;
/** A disc fills 0.79 of the box around it; printed text and edges of paper fill less than half. */
const BLOB_FILL_MIN = 0.5;

/**
 * Returns the share of the picture, 0..1, under compact burnt-out blobs, as a lamp causes on laminate. Leaves out blobs
 * that touch the border, because most are the table or the sheet around the document.
 */
export function glareShare({ width, height, values }: GreyImage): number {
  const total = width * height;
  const burnt = Uint8Array.from(values, (value) => (value >= BURNT_OUT_MIN ? 1 : 0));
  const stack: number[] = [];
  let found = 0;
  for (let start = burnt.indexOf(1); start >= 0; start = burnt.indexOf(1, start + 1)) {
    let [area, left, right, top, bottom] = [0, width, 0, height, 0];
    const push = (at: number): void => {
      if (burnt[at] !== 1) return;
      burnt[at] = 0;
      stack.push(at);
    };
    push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const y = Math.floor(at / width);
      const x = at - y * width;
      area += 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x > 0) push(at - 1);
      if (x < width - 1) push(at + 1);
      push(at - width);
      push(at + width);
    }
    const [share, fill] = [area / total, area / ((right - left + 1) * (bottom - top + 1))];
    const inside = left > 0 && top > 0 && right < width - 1 && bottom < height - 1;
    if (inside && share >= BLOB_SHARE_MIN && share <= BLOB_SHARE_MAX && fill >= BLOB_FILL_MIN) found += area;
  }
  return total === 0 ? 0 : found / total;
}
