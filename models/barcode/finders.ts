import type { BarcodeFormat, Box, Point } from '../ports.ts';
import type { Scratch } from '../runtime/kernel.ts';
import type { Layer } from './layers.ts';

/** Finders that are told apart; of a picture with more, any symbol may be anywhere. */
const FINDERS_MAX = 1_000;
const NUMBERS_PER_FINDER = 4;
const NUMBERS_PER_BOX = 4;
/** What the kernel's functions work in, for each pixel of the longer side, and besides. */
const WORK_BYTES_PER_PIXEL = 8;
const WORK_BYTES = 2_048;

/** What the kernel's kinds of finders are of: dark on light and light on dark, and for MicroPDF417 in rows and in columns. */
const FORMATS = new Map<number, Place['format']>([
  [1, 'QRCode'],
  [2, 'QRCode'],
  [4, 'Aztec'],
  [8, 'Aztec'],
  [16, 'PDF417'],
  [32, 'MicroPDF417'],
  [64, 'MicroPDF417'],
]);
/** The kind of a MicroPDF417 that is crossed by columns. */
const SIDEWAYS = 64;
/** Three rows of one MicroPDF417 begin so near to each other, along the lines that cross them and from line to line, in pixels. */
const SAME_ALONG_PIXELS = 8;
const SAME_ACROSS_PIXELS = 32;
const SAME_MIN = 3;

/**
 * No symbol reaches further from its finder, in lengths of it: a QR code of 177 modules has one of 7 in three corners, an Aztec code of
 * 151 one of 7 in its middle, a MicroPDF417 of 99 by 132 one of 10 at its rows' begin.
 */
const REACH_LENGTHS = 13;

/** A place where a symbol may be, in the first layer: its box, or what a box around its finder must reach to. */
export interface Place extends Box {
  format: Extract<BarcodeFormat, 'QRCode' | 'Aztec' | 'PDF417' | 'DataMatrix'> | 'MicroPDF417';
}

/**
 * Every finder in a layer that the reader itself would go on from; null where there are too many. The reader finds no QR code, Aztec code
 * or PDF417 without one, and of a MicroPDF417 three lines at least.
 */
export function seekFinders(scratch: Scratch<'barcode'>, layer: Layer): Place[] | null {
  const { width, height, bits, stride, factor } = layer;
  const to = scratch.take(4 * NUMBERS_PER_FINDER * FINDERS_MAX);
  const work = takeWork(scratch, layer);
  const count = scratch.run.seekFinders(bits, stride, width, height, work, to, FINDERS_MAX);
  const numbers = Array.from(scratch.integers(to, NUMBERS_PER_FINDER * count));
  scratch.release(to);
  if (count === FINDERS_MAX) return null;
  const all = Array.from({ length: count }, (_, i) => markAt(numbers, NUMBERS_PER_FINDER * i));
  return all.filter((mark) => isMark(mark, all)).map((mark) => toPlace(mark, factor));
}

/** A finder in the layer itself. */
interface Mark extends Point {
  kind: number;
  length: number;
}

function markAt(numbers: readonly number[], at: number): Mark {
  const [kind = 0, x = 0, y = 0, length = 0] = numbers.slice(at, at + NUMBERS_PER_FINDER);
  return { kind, x, y, length };
}

function toPlace({ kind, x, y, length }: Mark, factor: number): Place {
  const reach = REACH_LENGTHS * length;
  const [left, top] = [Math.max(0, x - reach), Math.max(0, y - reach)];
  const box = { x: left, y: top, width: x + reach - left, height: y + reach - top };
  return { format: FORMATS.get(kind) ?? 'PDF417', ...scaleBox(box, factor) };
}

function scaleBox({ x, y, width, height }: Box, factor: number): Box {
  return { x: factor * x, y: factor * y, width: factor * width, height: factor * height };
}

/** Lines of print look like a MicroPDF417's at times, but rarely three that are near. */
function isMark(mark: Mark, all: readonly Mark[]): boolean {
  if (FORMATS.get(mark.kind) !== 'MicroPDF417') return true;
  const [reachX, reachY] =
    mark.kind === SIDEWAYS ? [SAME_ACROSS_PIXELS, SAME_ALONG_PIXELS] : [SAME_ALONG_PIXELS, SAME_ACROSS_PIXELS];
  const isNear = (other: Mark): boolean =>
    other.kind === mark.kind && Math.abs(other.x - mark.x) <= reachX && Math.abs(other.y - mark.y) <= reachY;
  return all.filter(isNear).length >= SAME_MIN;
}

/**
 * Everything in a layer that may be a Data Matrix; null where there is too much. The kernel follows two solid legs as the reader does,
 * and looks whether the other sides are dashed.
 */
export function seekLegs(scratch: Scratch<'barcode'>, layer: Layer): Place[] | null {
  const { width, height, bits, stride, factor } = layer;
  const to = scratch.take(4 * NUMBERS_PER_BOX * FINDERS_MAX);
  const past = scratch.take(width * height);
  const count = scratch.run.seekLegs(bits, stride, width, height, past, takeWork(scratch, layer), to, FINDERS_MAX);
  const numbers = Array.from(scratch.integers(to, NUMBERS_PER_BOX * count));
  scratch.release(to);
  if (count === FINDERS_MAX) return null;
  return Array.from({ length: count }, (_, i) => ({
    format: 'DataMatrix',
    ...scaleBox(boxAt(numbers, NUMBERS_PER_BOX * i), factor),
  }));
}

function boxAt(numbers: readonly number[], at: number): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbers.slice(at, at + NUMBERS_PER_BOX);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a layer may hold a Code 128 or a Code 39: the reader reads none where no line looks like one from its start to its stop. */
export function hasBars(scratch: Scratch<'barcode'>, layer: Layer): boolean {
  const work = takeWork(scratch, layer);
  const found = scratch.run.seekBars(layer.grey, layer.width, layer.height, work) !== 0;
  scratch.release(work);
  return found;
}

function takeWork(scratch: Scratch<'barcode'>, { width, height }: Layer): number {
  return scratch.take(WORK_BYTES_PER_PIXEL * Math.max(width, height) + WORK_BYTES);
}
