import type { Box, RasterImage } from '../ports.ts';
import { Kernel } from '../runtime/kernel.ts';

const KERNEL = new Kernel('face');

/** A map from the pixels of a crop to those of the picture: rotation, scale and translation (x' = a x - b y + dx, y' = b x + a y + dy). */
export interface Similarity {
  a: number;
  b: number;
  dx: number;
  dy: number;
}

/** The value format that a net needs for its crop. */
export interface CropForm {
  /** For red, green and blue, the number subtracted from 0..255. */
  less: readonly [red: number, green: number, blue: number];
  /** The factor for the result. */
  gain: number;
  /** Blue comes first. */
  blueFirst?: boolean;
  /** From right to left. */
  mirrored?: boolean;
}

const AS_IT_IS: CropForm = { less: [0, 0, 0], gain: 1 };
/** Bilinear values this many pixels apart miss nothing, because each covers two. */
const PIXELS_APART_MAX = 2;
/** Rows of a picture that are halved at a time, an even number that fits the processor's cache. */
const ROWS_AT_ONCE = 16;
/** A pixel of a crop: three values of 32 bits. */
const PIXEL_BYTES = 12;
/** The kernel may read and write this many bytes after a picture or crop. */
const SLACK_BYTES = 16;

/** A picture in the kernel's memory: the address of its first pixel, and the bytes from row to row. */
interface Placed {
  at: number;
  stride: number;
  width: number;
  height: number;
}

/** A picture from which square crops are made. It keeps what it needs for that, including halved copies of the picture, until it is disposed of. */
export class Crops implements Disposable {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;
  readonly #scratch = KERNEL.borrow();
  readonly #halves: Placed[] = [];
  readonly #crop: number;

  /** No crop has a longer side than `sizeMax` pixels. */
  constructor({ width, height, pixels }: RasterImage, sizeMax: number) {
    this.width = width;
    this.height = height;
    this.#pixels = pixels;
    this.#crop = this.#scratch.take(sizeMax * sizeMax * PIXEL_BYTES + SLACK_BYTES);
  }

  /**
   * Returns a crop of `size` pixels, `size * size * 3` values in the order R, G, B unless `form` says otherwise, valid
   * until the next crop. Each is a bilinear value of the picture, or of the picture halved until the values are at most
   * two pixels apart, so that a smaller crop does not alias. Pixels outside the picture are black.
   */
  square({ a, b, dx, dy }: Similarity, size: number, form = AS_IT_IS): Float32Array {
    let halvings = 0;
    while (Math.hypot(a, b) > PIXELS_APART_MAX) {
      [a, b, dx, dy] = [a / 2, b / 2, dx / 2, dy / 2];
      halvings += 1;
    }
    const picture = halvings === 0 ? this.#part({ a, b, dx, dy }, size) : this.#half(halvings);
    this.#warp(picture, { a, b, dx, dy }, size, form);
    return this.#scratch.floats(this.#crop, size * size * 3);
  }

  /** Returns the memory; crops become invalid. */
  [Symbol.dispose](): void {
    this.#scratch[Symbol.dispose]();
  }

  #warp(
    picture: Placed,
    { a, b, dx, dy }: Similarity,
    size: number,
    { less, gain, blueFirst = false, mirrored = false }: CropForm,
  ): void {
    const { run } = this.#scratch;
    run.setPicture(picture.at, picture.stride, picture.width, picture.height);
    run.setForm(...less, gain, blueFirst);
    const step = mirrored ? -1 : 1;
    const x = (mirrored ? size - 1 : 0) + 0.5;
    for (let row = 0, to = this.#crop; row < size; row++, to += size * PIXEL_BYTES) {
      const y = row + 0.5;
      run.warpRow(to, size, a * x - b * y + dx - 0.5, b * x + a * y + dy - 0.5, step * a, step * b);
    }
  }

  /** Returns the picture halved this many times, at least once. */
  #half(halvings: number): Placed {
    while (this.#halves.length < halvings) this.#halves.push(this.#halveOnce());
    return this.#halves[halvings - 1] as Placed;
  }

  #halveOnce(): Placed {
    const whole = this.#halves.at(-1);
    const { width, height } = whole ?? this;
    const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), stride: 3 * Math.ceil(width / 2) };
    const at = this.#scratch.take(half.stride * half.height + SLACK_BYTES);
    if (whole === undefined) this.#halvePicture(at);
    else this.#scratch.run.halve(whole.at, width, height, at);
    return { ...half, at };
  }

  /** The whole picture is never in the kernel's memory. */
  #halvePicture(to: number): void {
    const { width } = this;
    const halfStride = 3 * Math.ceil(width / 2);
    const halve = (at: number, count: number, before: number): void =>
      this.#scratch.run.halve(at, width, count / width, to + (before / width / 2) * halfStride);
    this.#scratch.passPixels(this.#pixels, halve, ROWS_AT_ONCE * width);
  }

  /** Returns the part of the picture that a crop shows, valid until something else is put into the kernel's memory. */
  #part(map: Similarity, size: number): Placed {
    const { x, y, width, height } = shownPart(map, size, this);
    const [stride, from] = [3 * width, (y * this.width + x) * 3];
    const at = this.#scratch.take(stride * height + SLACK_BYTES);
    const part = this.#scratch.bytes(at, stride * height);
    for (let row = 0, i = from; row < height; row++, i += 3 * this.width)
      part.set(this.#pixels.subarray(i, i + stride), row * stride);
    this.#scratch.release(at);
    return { at: at - y * stride - 3 * x, stride, width: this.width, height: this.height };
  }
}

/** Returns the whole pixels of a picture that a crop takes values from, and one more around them; an empty area if it takes none. */
function shownPart({ a, b, dx, dy }: Similarity, size: number, picture: { width: number; height: number }): Box {
  const [x, width] = spanOf(dx, [a * size, -b * size], picture.width);
  const [y, height] = spanOf(dy, [b * size, a * size], picture.height);
  return width === 0 || height === 0 ? { x: 0, y: 0, width: 0, height: 0 } : { x, y, width, height };
}

/** Returns the range between a crop's corners, one of them at `from` and its neighbours this much further, in whole pixels from 0 to `length`. */
function spanOf(
  from: number,
  [across, down]: readonly [number, number],
  length: number,
): [from: number, length: number] {
  const begin = Math.max(0, Math.floor(from + Math.min(0, across) + Math.min(0, down)) - 1);
  const end = Math.min(length, Math.ceil(from + Math.max(0, across) + Math.max(0, down)) + 1);
  return [begin, Math.max(0, end - begin)];
}
