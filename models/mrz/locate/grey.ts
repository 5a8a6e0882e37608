import type { RasterImage } from '../../ports.ts';
import type { GreyImage } from '../../quality/grey.ts';

/** Luma after ITU-R BT.601, in 256ths. */
const [RED, GREEN, BLUE] = [77, 150, 29];

export function toGrey({ width, height, pixels }: RasterImage): GreyImage {
  const values = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < values.length; i++, p += 3) {
    values[i] = (RED * (pixels[p] ?? 0) + GREEN * (pixels[p + 1] ?? 0) + BLUE * (pixels[p + 2] ?? 0)) >> 8;
  }
  return { width, height, values };
}

/** `grey` at 1/`factor` of its size, each pixel the mean of the area it covers. `factor` is at least 1. */
export function shrinkGrey(grey: GreyImage, factor: number): GreyImage {
  const columns = shares(grey.width, factor);
  const rows = shares(grey.height, factor);
  const [width, height] = [columns.from.length, rows.from.length];
  const values = new Uint8Array(width * height);
  const sums = new Float32Array(grey.width);
  for (let y = 0; y < height; y++) {
    sumRows(grey, rows, y, sums);
    for (let x = 0; x < width; x++) values[y * width + x] = sumOf(sums, columns, x) + 0.5;
  }
  return { width, height, values };
}

/** Which pixels each smaller pixel covers, and with what share of its area the first, the inner and the last. */
interface Shares {
  from: Int32Array;
  to: Int32Array;
  first: Float32Array;
  last: Float32Array;
  inner: number;
}

function shares(length: number, factor: number): Shares {
  const count = Math.max(1, Math.floor(length / factor));
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const first = new Float32Array(count);
  const last = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const [begin, end] = [i * factor, Math.min(length, (i + 1) * factor)];
    from[i] = Math.floor(begin);
    to[i] = Math.min(length, Math.ceil(end - 1e-6)) - 1;
    const alone = from[i] === to[i];
    first[i] = alone ? 1 : ((from[i] ?? 0) + 1 - begin) / (end - begin);
    last[i] = alone ? 0 : (end - (to[i] ?? 0)) / (end - begin);
  }
  return { from, to, first, last, inner: 1 / factor };
}

function sumRows({ width, values }: GreyImage, rows: Shares, y: number, sums: Float32Array): void {
  const [from, to] = [rows.from[y] ?? 0, rows.to[y] ?? 0];
  for (let row = from; row <= to; row++) {
    const share = row === from ? (rows.first[y] ?? 0) : row === to ? (rows.last[y] ?? 0) : rows.inner;
    const base = row * width;
    if (row === from) for (let x = 0; x < width; x++) sums[x] = share * (values[base + x] ?? 0);
    else for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + share * (values[base + x] ?? 0);
  }
}

function sumOf(sums: Float32Array, columns: Shares, x: number): number {
  const [from, to] = [columns.from[x] ?? 0, columns.to[x] ?? 0];
  let sum = (columns.first[x] ?? 0) * (sums[from] ?? 0) + (columns.last[x] ?? 0) * (sums[to] ?? 0);
  for (let i = from + 1; i < to; i++) sum += columns.inner * (sums[i] ?? 0);
  return sum;
}
