import type { RasterImage } from '../ports.ts';
import type { Scratch } from '../runtime/kernel.ts';
import { SMALLER_OVER_PIXELS } from './reader.ts';

/** So many pixels at a time go through the kernel's memory, and stay in the processor's cache. */
const CHUNK_PIXELS = 16_384;
/** A vector read may reach so far before and behind a picture. */
const PAD_BYTES = 64;
/** The side of the reader's blocks, and the least side of a picture that it makes bits of by blocks, in pixels. */
export const BLOCK_PIXELS = 8;
const SIDE_PIXELS_MIN = 5 * BLOCK_PIXELS;

/** A picture in a kernel's memory, of grey values, of bits and of blocks, as the reader makes them of it. */
export interface Layer {
  width: number;
  height: number;
  /** How many times smaller than the first. */
  factor: number;
  grey: number;
  bits: number;
  /** Bytes of a row of bits. */
  stride: number;
  /** Blocks side by side and one above the other, and one byte for each: 0 where it is plain ground. */
  columns: number;
  rows: number;
  blocks: number;
}

/** A grey picture in a kernel's memory. */
export interface PlacedGrey {
  at: number;
  width: number;
  height: number;
}

/** The picture in grey as the reader makes it, in the kernel's memory. */
export function putGrey(scratch: Scratch<'barcode'>, { width, height, pixels }: RasterImage): number {
  scratch.take(PAD_BYTES);
  const grey = scratch.take(width * height + PAD_BYTES);
  const from = scratch.take(3 * CHUNK_PIXELS);
  const colours = scratch.bytes(from, 3 * CHUNK_PIXELS);
  for (let i = 0; i < width * height; i += CHUNK_PIXELS) {
    const count = Math.min(CHUNK_PIXELS, width * height - i);
    colours.set(pixels.subarray(3 * i, 3 * (i + count)));
    scratch.run.toReadersGrey(from, count, grey + i);
  }
  scratch.release(from);
  return grey;
}

/** The layers in which the reader looks at a picture, the largest first; null where one of them is too small for its blocks. */
export function makeLayers(scratch: Scratch<'barcode'>, grey: number, width: number, height: number): Layer[] | null {
  const layers: Layer[] = [];
  let layer = { width, height, factor: 1, grey };
  for (;;) {
    if (Math.min(layer.width, layer.height) < SIDE_PIXELS_MIN) return null;
    layers.push(addBits(scratch, layer));
    if (Math.max(layer.width, layer.height) <= SMALLER_OVER_PIXELS) return layers;
    layer = shrink(scratch, layer);
  }
}

type Grey = Pick<Layer, 'width' | 'height' | 'factor' | 'grey'>;

function shrink(scratch: Scratch<'barcode'>, { width, height, factor, grey }: Grey): Grey {
  const [columns, rows] = [Math.floor(width / 3), Math.floor(height / 3)];
  scratch.take(PAD_BYTES);
  const smaller = scratch.take(columns * rows + PAD_BYTES);
  scratch.run.shrinkByThree(grey, width, height, smaller);
  return { width: columns, height: rows, factor: 3 * factor, grey: smaller };
}

function addBits(scratch: Scratch<'barcode'>, layer: Grey): Layer {
  const { width, height, grey } = layer;
  const [columns, rows] = [Math.ceil(width / BLOCK_PIXELS), Math.ceil(height / BLOCK_PIXELS)];
  const stride = 8 * Math.ceil(width / 64);
  const blocks = scratch.take(columns * rows);
  const bits = scratch.take(stride * height + PAD_BYTES);
  const thresholds = scratch.take(columns * rows);
  const work = scratch.take(Math.max(4 * columns, width + PAD_BYTES));
  scratch.run.blockThresholds(grey, width, height, blocks);
  scratch.run.smoothThresholds(blocks, columns, rows, thresholds, work);
  scratch.run.toBits(grey, width, height, thresholds, bits, stride, work);
  scratch.release(thresholds);
  return { ...layer, bits, stride, columns, rows, blocks };
}
