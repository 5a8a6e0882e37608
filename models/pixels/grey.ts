/** One byte per pixel, row by row. */
export interface GreyImage {
  width: number;
  height: number;
  values: Uint8Array;
}

/** How many pixels have each of the 256 grey values. */
export type GreyCounts = Uint32Array;

export function countGreys(values: Uint8Array): GreyCounts {
  const counts = new Uint32Array(256);
  // By index: many times faster than by iterator.
  for (let i = 0; i < values.length; i++) counts[values[i] as number] = (counts[values[i] as number] as number) + 1;
  return counts;
}

/** Returns the mean grey value, 0..255; 0 for a picture without pixels. */
export function meanGrey(counts: GreyCounts): number {
  const pixels = sumOf(counts);
  return pixels === 0 ? 0 : counts.reduce((sum, count, value) => sum + count * value, 0) / pixels;
}

/** Returns the grey value that `share` (0..1) of the pixels do not exceed; 0 for a picture without pixels. */
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
 * Returns the variance of the Laplacian (kernel 0 1 0 / 1 -4 1 / 0 1 0) over the inner pixels: low if a picture is out of focus (Pech-Pacheco and
 * others, "Diatom autofocusing in brightfield microscopy", 2000). 0 if there is no inner pixel.
 */
export function varianceOfLaplacian({ width, height, values }: GreyImage): number {
  if (width < 3 || height < 3) return 0;
  let [sum, squares] = [0, 0];
  for (let y = 1; y < height - 1; y++)
    for (let at = y * width + 1, end = at + width - 2; at < end; at++) {
      const across = (values[at - 1] as number) + (values[at + 1] as number);
      const down = (values[at - width] as number) + (values[at + width] as number);
      const value = across + down - 4 * (values[at] as number);
      sum += value;
      squares += value * value;
    }
  const count = (width - 2) * (height - 2);
  const mean = sum / count;
  return squares / count - mean * mean;
}
