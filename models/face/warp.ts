import type { RasterImage } from '../ports.ts';

/** A map from the pixels of a crop to those of the picture: turn, scale and shift (x' = a x - b y + dx, y' = b x + a y + dy). */
export interface Similarity {
  a: number;
  b: number;
  dx: number;
  dy: number;
}

/** More samples than this a pixel and side add cost and no sharpness. */
const SAMPLES_PER_SIDE_MAX = 4;

/**
 * A square crop of `size` pixels, `size * size * 3` values 0..255 in the order R, G, B. Each value is the mean of
 * bilinear samples about one source pixel apart, so that a crop made smaller does not alias. What lies outside the
 * picture is black.
 */
export function warpSquare(image: RasterImage, map: Similarity, size: number): Float32Array {
  const crop = new Float32Array(size * size * 3);
  const steps = Math.min(SAMPLES_PER_SIDE_MAX, Math.max(1, Math.round(Math.hypot(map.a, map.b))));
  const weight = 1 / (steps * steps);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = (y * size + x) * 3;
      for (let step = 0; step < steps * steps; step++) {
        const u = x + ((step % steps) + 0.5) / steps;
        const v = y + (Math.floor(step / steps) + 0.5) / steps;
        addSample(image, map.a * u - map.b * v + map.dx, map.b * u + map.a * v + map.dy, weight, crop, at);
      }
    }
  }
  return crop;
}

/** Adds the bilinear value at (x, y), where whole numbers are the corners of pixels, times `weight`. */
function addSample(image: RasterImage, x: number, y: number, weight: number, into: Float32Array, at: number): void {
  const { width, height, pixels } = image;
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  if (left < -1 || top < -1 || left >= width || top >= height) return;
  const right = x - 0.5 - left;
  const low = y - 0.5 - top;
  for (let corner = 0; corner < 4; corner++) {
    const cx = left + (corner & 1);
    const cy = top + (corner >> 1);
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
    const share = weight * ((corner & 1) === 1 ? right : 1 - right) * (corner >> 1 === 1 ? low : 1 - low);
    const from = (cy * width + cx) * 3;
    into[at] = (into[at] ?? 0) + share * (pixels[from] ?? 0);
    into[at + 1] = (into[at + 1] ?? 0) + share * (pixels[from + 1] ?? 0);
    into[at + 2] = (into[at + 2] ?? 0) + share * (pixels[from + 2] ?? 0);
  }
}
