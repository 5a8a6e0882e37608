import { KERNEL } from './kernel.ts';

/** One byte a pixel, row by row. */
export interface GreyImage {
  width: number;
  height: number;
  values: Uint8Array;
}

/** How many pixels have each of the 256 grey values. */
export type GreyCounts = Uint32Array;

/** What the kernel needs to count in: four tables. */
const COUNTS_BYTES = 4 * 256 * Uint32Array.BYTES_PER_ELEMENT;

export function countGreys({ values }: GreyImage): GreyCounts {
  using scratch = KERNEL.borrow();
  const counts = scratch.take(COUNTS_BYTES);
  scratch.run.countValues(scratch.put(values), values.length, counts);
  return new Uint32Array(scratch.integers(counts, 256));
}

/** Mean grey value, 0..255; 0 for a picture without pixels. */
export function meanGrey(counts: GreyCounts): number {
  const pixels = sumOf(counts);
  return pixels === 0 ? 0 : counts.reduce((sum, count, value) => sum + count * value, 0) / pixels;
}

/** The grey value that `share` (0..1) of the pixels do not exceed; 0 for a picture without pixels. */
export function quantileGrey(counts: GreyCounts, share: number): number {
  let left = share * sumOf(counts);
  return Math.max(
    0,
    counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    }),
  );
}

const sumOf = (counts: GreyCounts): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Variance of the Laplacian (kernel 0 1 0 / 1 -4 1 / 0 1 0) over the inner pixels: low where a picture is out of focus
 * (Pech-Pacheco and others, "Diatom autofocusing in brightfield microscopy", 2000). 0 where there is no inner pixel.
 */
export function varianceOfLaplacian({ width, height, values }: GreyImage): number {
  if (width < 3 || height < 3) return 0;
  using scratch = KERNEL.borrow();
  return scratch.run.varianceOfLaplacian(scratch.put(values), width, height);
}
