import type { BarcodeFormat, Point } from '../ports.ts';
import type { Scratch } from '../runtime/kernel.ts';
import type { BarcodeFunctions } from './kernel.ts';
import type { Layer } from './layers.ts';

/** Finders that are told apart; of a picture with more, any symbol may be anywhere. */
const FINDERS_MAX = 1_000;
const NUMBERS_PER_FINDER = 3;
/** What the kernel's functions work in, for each pixel of the longer side, and besides. */
const WORK_BYTES_PER_PIXEL = 8;
const WORK_BYTES = 2_048;

/** What the kernel's kinds of finders are of: dark on light and light on dark, and for MicroPDF417 in rows and in columns. */
const FORMATS = new Map<number, Finder['format']>([
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
/** Two rows of one MicroPDF417 begin so near to each other, along the lines that cross them and from line to line, in pixels. */
const SAME_ALONG_PIXELS = 8;
const SAME_ACROSS_PIXELS = 12;

/** What a symbol is known by, and where it is in the first layer. */
export interface Finder extends Point {
  format: Extract<BarcodeFormat, 'QRCode' | 'Aztec' | 'PDF417'> | 'MicroPDF417';
}

/**
 * Every finder in a layer that the reader itself would go on from; null where there are too many. The reader finds no QR code, Aztec code
 * or PDF417 without one, and of a MicroPDF417 two lines at least.
 */
export function seekFinders(scratch: Scratch<BarcodeFunctions>, layer: Layer): Finder[] | null {
  const { width, height, bits, stride, factor } = layer;
  const to = scratch.take(4 * NUMBERS_PER_FINDER * FINDERS_MAX);
  const work = takeWork(scratch, layer);
  const count = scratch.run.seekFinders(bits, stride, width, height, work, to, FINDERS_MAX);
  const numbers = Array.from(scratch.integers(to, NUMBERS_PER_FINDER * count));
  scratch.release(to);
  if (count === FINDERS_MAX) return null;
  const all = Array.from({ length: count }, (_, i) => markAt(numbers, NUMBERS_PER_FINDER * i));
  return all.filter((mark) => isMark(mark, all)).map((mark) => toFinder(mark, factor));
}

/** A finder in the layer itself. */
interface Mark extends Point {
  kind: number;
}

function markAt(numbers: readonly number[], at: number): Mark {
  const [kind = 0, x = 0, y = 0] = numbers.slice(at, at + NUMBERS_PER_FINDER);
  return { kind, x, y };
}

function toFinder({ kind, x, y }: Mark, factor: number): Finder {
  return { format: FORMATS.get(kind) ?? 'PDF417', x: x * factor, y: y * factor };
}

/** Lines of print look like a MicroPDF417's at times, but no two that are near. */
function isMark(mark: Mark, all: readonly Mark[]): boolean {
  if (FORMATS.get(mark.kind) !== 'MicroPDF417') return true;
  const [reachX, reachY] =
    mark.kind === SIDEWAYS ? [SAME_ACROSS_PIXELS, SAME_ALONG_PIXELS] : [SAME_ALONG_PIXELS, SAME_ACROSS_PIXELS];
  const isNear = (other: Mark): boolean =>
    other.kind === mark.kind && Math.abs(other.x - mark.x) <= reachX && Math.abs(other.y - mark.y) <= reachY;
  return all.some((other) => other !== mark && isNear(other));
}

/** Whether a layer may hold a Code 128 or a Code 39: the reader reads none where no line looks like one from its start to its stop. */
export function hasBars(scratch: Scratch<BarcodeFunctions>, layer: Layer): boolean {
  const work = takeWork(scratch, layer);
  const found = scratch.run.seekBars(layer.grey, layer.width, layer.height, work) !== 0;
  scratch.release(work);
  return found;
}

function takeWork(scratch: Scratch<BarcodeFunctions>, { width, height }: Layer): number {
  return scratch.take(WORK_BYTES_PER_PIXEL * Math.max(width, height) + WORK_BYTES);
}
