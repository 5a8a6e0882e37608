import type { RasterImage } from '../ports.ts';
import { halfOf } from './halves.ts';

/** A map from the pixels of a crop to those of the picture: turn, scale and shift (x' = a x - b y + dx, y' = b x + a y + dy). */
export interface Similarity {
  a: number;
  b: number;
  dx: number;
  dy: number;
}

/** How a net wants the values of its crop. */
export interface CropForm {
  /** Of red, green and blue, what is subtracted from 0..255. */
  less: readonly [red: number, green: number, blue: number];
  /** What the rest is multiplied by. */
  gain: number;
  /** Blue comes first. */
  blueFirst?: boolean;
  /** From right to left. */
  mirrored?: boolean;
}

const AS_IT_IS: CropForm = { less: [0, 0, 0], gain: 1 };
/** Bilinear values this many pixels apart miss nothing, since each covers two. */
const PIXELS_APART_MAX = 2;

/**
 * A square crop of `size` pixels, `size * size * 3` values in the order R, G, B unless `form` says otherwise. Each is a
 * bilinear value of the picture, or of the picture halved as often as it takes for these to lie at most two pixels apart, so that
 * a smaller crop does not alias. What lies outside the picture is black.
 */
export function warpSquare(image: RasterImage, map: Similarity, size: number, form = AS_IT_IS): Float32Array {
  let [source, { a, b, dx, dy }] = [image, map];
  while (Math.hypot(a, b) > PIXELS_APART_MAX) {
    source = halfOf(source);
    [a, b, dx, dy] = [a / 2, b / 2, dx / 2, dy / 2];
  }
  const crop = new Float32Array(size * size * 3);
  for (let row = 0; row < size; row++) fillRow(crop, row, source, { a, b, dx, dy }, size, form);
  return crop;
}

/** Written as one loop without objects, since it runs some hundred thousand times a picture. */
function fillRow(
  crop: Float32Array,
  row: number,
  image: RasterImage,
  { a, b, dx, dy }: Similarity,
  size: number,
  { less, gain, blueFirst = false, mirrored = false }: CropForm,
): void {
  const { width, height, pixels } = image;
  const [lastX, lastY, stride] = [width - 1, height - 1, width * 3];
  const [lessRed, lessGreen, lessBlue] = less;
  const [red, blue] = blueFirst ? [2, 0] : [0, 2];
  const edge = new Float64Array(3);
  // Places where whole numbers are the middles of pixels.
  const startX = a * 0.5 - b * (row + 0.5) + dx - 0.5;
  const startY = b * 0.5 + a * (row + 0.5) + dy - 0.5;
  const step = mirrored ? -3 : 3;
  let to = (mirrored ? (row + 1) * size - 1 : row * size) * 3;
  for (let column = 0; column < size; column++, to += step) {
    const x = startX + a * column;
    const y = startY + b * column;
    if (x < 0 || y < 0 || x >= lastX || y >= lastY) {
      valueAtEdge(image, x, y, edge);
      crop[to + red] = ((edge[0] as number) - lessRed) * gain;
      crop[to + 1] = ((edge[1] as number) - lessGreen) * gain;
      crop[to + blue] = ((edge[2] as number) - lessBlue) * gain;
      continue;
    }
    const left = x | 0;
    const top = y | 0;
    const p = top * stride + left * 3;
    const q = p + stride;
    const right = x - left;
    const low = y - top;
    crop[to + red] = (bilinear(pixels, p, q, right, low) - lessRed) * gain;
    crop[to + 1] = (bilinear(pixels, p + 1, q + 1, right, low) - lessGreen) * gain;
    crop[to + blue] = (bilinear(pixels, p + 2, q + 2, right, low) - lessBlue) * gain;
  }
}

/** Of one colour, between the pixel at `p`, the one below at `q`, and those to their right. */
function bilinear(pixels: Uint8Array, p: number, q: number, right: number, low: number): number {
  const first = pixels[p] as number;
  const second = pixels[q] as number;
  const upper = first + ((pixels[p + 3] as number) - first) * right;
  return upper + (second + ((pixels[q + 3] as number) - second) * right - upper) * low;
}

/** The same of all colours where the picture ends: what lies outside is black. */
function valueAtEdge({ width, height, pixels }: RasterImage, x: number, y: number, value: Float64Array): void {
  value.fill(0);
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
      value[channel] = (value[channel] as number) + share * (pixels[from + channel] as number);
  }
}
