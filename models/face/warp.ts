import type { RasterImage } from '../ports.ts';

/** A map from the pixels of a crop to those of the picture: turn, scale and shift (x' = a x - b y + dx, y' = b x + a y + dy). */
export interface Similarity {
  a: number;
  b: number;
  dx: number;
  dy: number;
}

/** More samples than this a pixel and side add cost and little else. */
const SAMPLES_PER_SIDE_MAX = 4;

/**
 * A square crop of `size` pixels, `size * size * 3` values 0..255 in the order R, G, B. Each value is the mean of
 * bilinear samples at most two source pixels apart, each of which covers two, so that a crop made up to eight times smaller
 * does not alias. What lies outside the picture is black.
 */
export function warpSquare(image: RasterImage, map: Similarity, size: number): Float32Array {
  const crop = new Float32Array(size * size * 3);
  for (let row = 0; row < size; row++) fillRow(crop, row, image, map, size);
  return crop;
}

/** Written as one loop without objects, since it runs some hundred thousand times a picture. */
function fillRow(
  crop: Float32Array,
  row: number,
  image: RasterImage,
  { a, b, dx, dy }: Similarity,
  size: number,
): void {
  const { width, height, pixels } = image;
  const [lastX, lastY] = [width - 1, height - 1];
  const steps = Math.min(SAMPLES_PER_SIDE_MAX, Math.max(1, Math.ceil(Math.hypot(a, b) / 2)));
  const step = 1 / steps;
  const sum = new Float64Array(3);
  for (let column = 0; column < size; column++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let v = row + step / 2; v < row + 1; v += step) {
      for (let u = column + step / 2; u < column + 1; u += step) {
        // Places where whole numbers are the middles of pixels.
        const x = a * u - b * v + dx - 0.5;
        const y = b * u + a * v + dy - 0.5;
        if (x < 0 || y < 0 || x >= lastX || y >= lastY) {
          addAtEdge(image, x, y, sum);
          continue;
        }
        const left = x | 0;
        const top = y | 0;
        const at = (top * width + left) * 3;
        red += bilinear(pixels, at, width, x - left, y - top);
        green += bilinear(pixels, at + 1, width, x - left, y - top);
        blue += bilinear(pixels, at + 2, width, x - left, y - top);
      }
    }
    const to = (row * size + column) * 3;
    crop[to] = (red + (sum[0] as number)) * step * step;
    crop[to + 1] = (green + (sum[1] as number)) * step * step;
    crop[to + 2] = (blue + (sum[2] as number)) * step * step;
    sum.fill(0);
  }
}

/** Of one colour, between the pixel `at` and those to its right and below. */
function bilinear(pixels: Uint8Array, at: number, width: number, right: number, low: number): number {
  const below = at + width * 3;
  const p = pixels[at] as number;
  const q = pixels[below] as number;
  const upper = p + ((pixels[at + 3] as number) - p) * right;
  return upper + (q + ((pixels[below + 3] as number) - q) * right - upper) * low;
}

/** The same where the picture ends: what lies outside is black. */
function addAtEdge({ width, height, pixels }: RasterImage, x: number, y: number, sum: Float64Array): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < -1 || top < -1 || left >= width || top >= height) return;
  const right = x - left;
  const low = y - top;
  for (let corner = 0; corner < 4; corner++) {
    const cx = left + (corner & 1);
    const cy = top + (corner >> 1);
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
    const share = ((corner & 1) === 1 ? right : 1 - right) * (corner >> 1 === 1 ? low : 1 - low);
    const from = (cy * width + cx) * 3;
    for (let channel = 0; channel < 3; channel++)
      sum[channel] = (sum[channel] as number) + share * (pixels[from + channel] as number);
  }
}
