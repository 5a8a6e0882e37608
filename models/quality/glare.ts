import type { GreyImage } from './grey.ts';

/** From this grey value on a pixel is burnt out. */
const BURNT_OUT_MIN = 250;
/** Smaller blobs are print and noise, larger ones a white sheet; as shares of the picture. */
const BLOB_SHARE_MIN = 0.0005;
const BLOB_SHARE_MAX = 0.15;
/** A disc fills 0.79 of the box around it; print and edges of paper fill less than half. */
const BLOB_FILL_MIN = 0.5;

interface Blob {
  area: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Share of the picture, 0..1, under compact burnt-out blobs: what a lamp leaves on laminate. Blobs that touch the
 * border are left out, since they are mostly the table or the sheet around the document.
 */
export function glareShare(grey: GreyImage): number {
  const total = grey.width * grey.height;
  if (total === 0) return 0;
  const seen = new Uint8Array(total);
  let burnt = 0;
  for (let start = 0; start < total; start++) {
    if ((grey.values[start] as number) < BURNT_OUT_MIN || seen[start] === 1) continue;
    const blob = fillBlob(grey, seen, start);
    if (isGlare(blob, grey)) burnt += blob.area;
  }
  return burnt / total;
}

function isGlare(blob: Blob, { width, height }: GreyImage): boolean {
  const share = blob.area / (width * height);
  const fill = blob.area / ((blob.right - blob.left + 1) * (blob.bottom - blob.top + 1));
  const inside = blob.left > 0 && blob.top > 0 && blob.right < width - 1 && blob.bottom < height - 1;
  return inside && share >= BLOB_SHARE_MIN && share <= BLOB_SHARE_MAX && fill >= BLOB_FILL_MIN;
}

/** Walks over the burnt-out pixels that hang together with `start` (four neighbours) and marks them as seen. */
function fillBlob({ width, height, values }: GreyImage, seen: Uint8Array, start: number): Blob {
  const blob: Blob = { area: 0, left: width, right: 0, top: height, bottom: 0 };
  const stack = [start];
  seen[start] = 1;
  const visit = (next: number): void => {
    if (seen[next] === 1 || (values[next] as number) < BURNT_OUT_MIN) return;
    seen[next] = 1;
    stack.push(next);
  };
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const x = index % width;
    const y = (index - x) / width;
    blob.area += 1;
    blob.left = Math.min(blob.left, x);
    blob.right = Math.max(blob.right, x);
    blob.top = Math.min(blob.top, y);
    blob.bottom = Math.max(blob.bottom, y);
    if (x > 0) visit(index - 1);
    if (x < width - 1) visit(index + 1);
    if (y > 0) visit(index - width);
    if (y < height - 1) visit(index + width);
  }
  return blob;
}
