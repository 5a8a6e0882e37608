import type { Net } from '../net/net.ts';
import { CLASSES, NONE, normaliseWindows, normalOf, WINDOW, WINDOW_PIXELS } from '../net/shape.ts';

/** Pixels of a strip between two places that the net looks at: a tenth of a character's pitch. */
export const STEP = 2;

/** Grey values of one straightened line, `WINDOW` rows. */
export interface StripPixels {
  width: number;
  values: Uint8Array;
}

/** What the net says of every place of a strip, from its left edge on, `STEP` pixels apart. */
export interface Scan {
  places: number;
  /** Of each place `CLASSES` logarithms of probabilities. */
  logs: Float32Array;
  /** Of each place, the best character's. */
  best: Float32Array;
}

/** Windows that go through the net at once: as many as the processor's own memory holds. More take no less time. */
const WINDOWS_AT_ONCE = 128;
/**
 * Every so many places are looked at first, then those between. A character is seen from four places at least, so between two where
 * surely none is centred there is none.
 */
const STRIDES = [4, 2, 1];
/** Logarithm of the probability from which on there surely is none: 0.95. */
const SURELY_NONE = Math.log(0.95);

/** Looks at every place of the strip with `net`; between two places without a character it takes their mean. */
export async function scanStrip(net: Net, strip: StripPixels): Promise<Scan> {
  const places = Math.max(0, Math.floor((strip.width - 1) / STEP) + 1);
  const logs = new Float32Array(places * CLASSES);
  const look = createLook(net, strip, logs);
  for (const stride of STRIDES) {
    const isFirst = stride === STRIDES[0];
    const open: number[] = [];
    for (let place = isFirst ? 0 : stride; place < places; place += isFirst ? stride : 2 * stride) {
      const after = place + stride < places ? place + stride : place - stride;
      if (!isFirst && isBlank(logs, place - stride) && isBlank(logs, after))
        takeMean(logs, place, place - stride, after);
      else open.push(place);
    }
    await look(open);
  }
  return scanOf(logs);
}

function isBlank(logs: Float32Array, place: number): boolean {
  return (logs[place * CLASSES + NONE] as number) >= SURELY_NONE;
}

function takeMean(logs: Float32Array, place: number, before: number, after: number): void {
  const [to, a, b] = [place * CLASSES, before * CLASSES, after * CLASSES];
  for (let i = 0; i < CLASSES; i++) logs[to + i] = ((logs[a + i] as number) + (logs[b + i] as number)) / 2;
}

/** What looks at some places of the strip and writes what the net says into `logs`. */
function createLook(net: Net, strip: StripPixels, logs: Float32Array): (places: readonly number[]) => Promise<void> {
  const sums = sumColumns(strip);
  const buffer = new Float32Array(WINDOWS_AT_ONCE * WINDOW_PIXELS);
  return async (places) => {
    for (let from = 0; from < places.length; from += WINDOWS_AT_ONCE) {
      const some = places.slice(from, from + WINDOWS_AT_ONCE);
      const windows = buffer.subarray(0, some.length * WINDOW_PIXELS);
      for (const [i, place] of some.entries())
        takeWindow(strip, sums, place * STEP, windows.subarray(i * WINDOW_PIXELS));
      const given = await net.classify(windows);
      for (const [i, place] of some.entries())
        logs.set(given.subarray(i * CLASSES, (i + 1) * CLASSES), place * CLASSES);
    }
  };
}

/** Several looks at one strip as one: the mean of their probabilities. All have the same places. */
export function meanScan(scans: readonly Scan[]): Scan {
  const logs = new Float32Array(scans[0]?.logs.length ?? 0);
  for (let i = 0; i < logs.length; i++) {
    let sum = 0;
    for (const scan of scans) sum += Math.exp(scan.logs[i] ?? 0);
    logs[i] = Math.log(sum / scans.length);
  }
  return scanOf(logs);
}

function scanOf(logs: Float32Array): Scan {
  const places = logs.length / CLASSES;
  const best = new Float32Array(places);
  for (let place = 0; place < places; place++) {
    let top = -Infinity;
    for (let i = place * CLASSES; i < place * CLASSES + NONE; i++) top = Math.max(top, logs[i] as number);
    best[place] = top;
  }
  return { places, logs, best };
}

/** Up to each column of a strip: the sum of its grey values, and that of their squares. */
interface ColumnSums {
  values: Float64Array;
  squares: Float64Array;
}

function sumColumns({ width, values }: StripPixels): ColumnSums {
  const sums = { values: new Float64Array(width + 1), squares: new Float64Array(width + 1) };
  for (let x = 0; x < width; x++) {
    let sum = 0;
    let squares = 0;
    for (let i = x; i < WINDOW * width; i += width) {
      const value = values[i] as number;
      sum += value;
      squares += value * value;
    }
    sums.values[x + 1] = (sums.values[x] as number) + sum;
    sums.squares[x + 1] = (sums.squares[x] as number) + squares;
  }
  return sums;
}

/** The window whose middle is at `x` of the strip, as the net takes it. */
function takeWindow(strip: StripPixels, sums: ColumnSums, x: number, out: Float32Array): void {
  const { width, values } = strip;
  const left = leftOf(x);
  if (left < 0 || left + WINDOW > width) {
    takeBorder(strip, x, out);
    return;
  }
  const sum = (sums.values[left + WINDOW] as number) - (sums.values[left] as number);
  const squares = (sums.squares[left + WINDOW] as number) - (sums.squares[left] as number);
  const { mean, gain } = normalOf(sum, squares);
  for (let row = 0, from = left, to = 0; row < WINDOW; row++, from += width)
    for (let at = from; at < from + WINDOW; at++, to++) out[to] = ((values[at] as number) - mean) * gain;
}

function takeBorder(strip: StripPixels, x: number, out: Float32Array): void {
  const window = new Uint8Array(WINDOW_PIXELS);
  cutWindow(strip, x, window);
  out.set(normaliseWindows(window));
}

/** Copies the window whose middle is at `x` of the strip into `out`; borders are repeated. */
export function cutWindow({ width, values }: StripPixels, x: number, out: Uint8Array): void {
  const left = leftOf(x);
  for (let row = 0; row < WINDOW; row++) {
    for (let column = 0; column < WINDOW; column++) {
      const at = Math.min(Math.max(left + column, 0), width - 1);
      out[row * WINDOW + column] = values[row * width + at] as number;
    }
  }
}

function leftOf(x: number): number {
  return Math.round(x - (WINDOW - 1) / 2);
}
