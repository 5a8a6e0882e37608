import type { RasterImage } from '../../ports.ts';
import type { GreyImage } from '../../quality/grey.ts';
import { KERNEL } from './kernel.ts';

/** So many pixels at a time go through the kernel's memory, and stay in the processor's cache. */
const CHUNK_PIXELS = 16_384;

/** Luma after ITU-R BT.601, in 256ths. */
export function toGrey({ width, height, pixels }: RasterImage): GreyImage {
  const values = new Uint8Array(width * height);
  using scratch = KERNEL.borrow();
  const [from, to] = [scratch.take(3 * CHUNK_PIXELS), scratch.take(CHUNK_PIXELS)];
  const [colours, greys] = [scratch.bytes(from, 3 * CHUNK_PIXELS), scratch.bytes(to, CHUNK_PIXELS)];
  for (let i = 0; i < values.length; i += CHUNK_PIXELS) {
    const count = Math.min(CHUNK_PIXELS, values.length - i);
    colours.set(pixels.subarray(3 * i, 3 * (i + count)));
    scratch.run.toGrey(from, count, to);
    values.set(greys.subarray(0, count), i);
  }
  return { width, height, values };
}

/** `grey` at 1/`factor` of its size, each pixel the mean of the area it covers. `factor` is at least 1, and under 2 it is quick. */
export function shrinkGrey(grey: GreyImage, factor: number): GreyImage {
  const columns = shares(grey.width, factor);
  const rows = shares(grey.height, factor);
  const [width, height] = [columns.from.length, rows.from.length];
  const values = new Uint8Array(width * height);
  const sums = new Float64Array(grey.width + 2);
  for (let y = 0; y < height; y++) {
    sumRows(grey, rows, y, sums);
    takeRow(sums, columns, values.subarray(y * width, (y + 1) * width));
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
  /** No smaller pixel covers more than three. */
  three: boolean;
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
    first[i] = alone ? 1 : ((from[i] as number) + 1 - begin) / (end - begin);
    last[i] = alone ? 0 : (end - (to[i] as number)) / (end - begin);
  }
  return { from, to, first, last, inner: 1 / factor, three: factor <= 2 };
}

function sumRows({ width, values }: GreyImage, rows: Shares, y: number, sums: Float64Array): void {
  const [from, to] = [rows.from[y] as number, rows.to[y] as number];
  const [first, last, inner] = [rows.first[y] as number, rows.last[y] as number, rows.inner];
  let at = from * width;
  if (to === from + 1) {
    for (let x = 0; x < width; x++, at++)
      sums[x] = first * (values[at] as number) + last * (values[at + width] as number);
    return;
  }
  if (to === from + 2) {
    for (let x = 0; x < width; x++, at++) {
      const outer = first * (values[at] as number) + last * (values[at + 2 * width] as number);
      sums[x] = outer + inner * (values[at + width] as number);
    }
    return;
  }
  for (let x = 0; x < width; x++) sums[x] = first * (values[at + x] as number);
  for (let row = from + 1; row <= to; row++) {
    at += width;
    const share = row === to ? last : inner;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + share * (values[at + x] as number);
  }
}

function takeRow(sums: Float64Array, { from, to, first, last, inner, three }: Shares, out: Uint8Array): void {
  for (let x = 0; x < out.length; x++) {
    const begin = from[x] as number;
    const end = to[x] as number;
    let sum = (first[x] as number) * (sums[begin] as number) + (last[x] as number) * (sums[end] as number) + 0.5;
    if (three) sum += end === begin + 2 ? inner * (sums[begin + 1] as number) : 0;
    else for (let i = begin + 1; i < end; i++) sum += inner * (sums[i] as number);
    out[x] = sum;
  }
}

/** `grey` at two thirds of its size: four pixels for nine, each the mean of the area it covers. */
export function shrinkToTwoThirds({ width, height, values }: GreyImage): GreyImage {
  const [across, down] = [Math.floor(width / 3), Math.floor(height / 3)];
  const [w, h] = [2 * across, 2 * down];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < down; y++) {
    let at = 3 * y * width;
    let to = 2 * y * w;
    for (let x = 0; x < across; x++, at += 3, to += 2) {
      const middle = values[at + width + 1] as number;
      const top = values[at + 1] as number;
      const left = values[at + width] as number;
      const right = values[at + width + 2] as number;
      const bottom = values[at + 2 * width + 1] as number;
      out[to] = (4 * (values[at] as number) + 2 * (top + left) + middle + 4.5) / 9;
      out[to + 1] = (4 * (values[at + 2] as number) + 2 * (top + right) + middle + 4.5) / 9;
      out[to + w] = (4 * (values[at + 2 * width] as number) + 2 * (bottom + left) + middle + 4.5) / 9;
      out[to + w + 1] = (4 * (values[at + 2 * width + 2] as number) + 2 * (bottom + right) + middle + 4.5) / 9;
    }
  }
  return { width: w, height: h, values: out };
}
