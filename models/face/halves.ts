import type { RasterImage } from '../ports.ts';

const halves = new WeakMap<RasterImage, RasterImage>();

/** `image` at half its size, each pixel the mean of four; made once, and kept as long as `image` is. */
export function halfOf(image: RasterImage): RasterImage {
  const known = halves.get(image);
  if (known !== undefined) return known;
  const half = halve(image);
  halves.set(image, half);
  return half;
}

/** An odd last row or column counts twice. Written as one loop without objects, since every pixel of a picture goes through it. */
function halve({ width, height, pixels }: RasterImage): RasterImage {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const smaller = new Uint8Array(half.width * half.height * 3);
  const pairs = width >> 1;
  let to = 0;
  for (let row = 0; row < half.height; row++) {
    let p = row * 2 * width * 3;
    let q = row * 2 + 1 < height ? p + width * 3 : p;
    for (let column = 0; column < half.width; column++) {
      const next = column < pairs ? 3 : 0;
      smaller[to] = mean(pixels, p, q, next);
      smaller[to + 1] = mean(pixels, p + 1, q + 1, next);
      smaller[to + 2] = mean(pixels, p + 2, q + 2, next);
      to += 3;
      p += 6;
      q += 6;
    }
  }
  return { ...half, pixels: smaller };
}

/** Rounded, of the values at `p` and `q` and of those `next` further. */
function mean(pixels: Uint8Array, p: number, q: number, next: number): number {
  const upper = (pixels[p] as number) + (pixels[p + next] as number);
  return (upper + (pixels[q] as number) + (pixels[q + next] as number) + 2) >> 2;
}
