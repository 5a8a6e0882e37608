import type { Net } from '../net/net.ts';
import { CLASSES, NONE, normaliseWindows, WINDOW, WINDOW_PIXELS } from '../net/shape.ts';

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

/** Looks at every place of the strip with `net`. */
export async function scanStrip(net: Net, strip: StripPixels): Promise<Scan> {
  const places = Math.max(0, Math.floor((strip.width - 1) / STEP) + 1);
  const windows = new Uint8Array(places * WINDOW_PIXELS);
  for (let place = 0; place < places; place++) {
    cutWindow(strip, place * STEP, windows.subarray(place * WINDOW_PIXELS, (place + 1) * WINDOW_PIXELS));
  }
  return scanOf(await net.classify(normaliseWindows(windows)));
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

/** Copies the window whose middle is at `x` of the strip into `out`; borders are repeated. */
export function cutWindow({ width, values }: StripPixels, x: number, out: Uint8Array): void {
  const left = Math.round(x - (WINDOW - 1) / 2);
  if (left >= 0 && left + WINDOW <= width) {
    for (let row = 0, from = left; row < WINDOW; row++, from += width)
      for (let column = 0; column < WINDOW; column++) out[row * WINDOW + column] = values[from + column] as number;
    return;
  }
  for (let row = 0; row < WINDOW; row++) {
    for (let column = 0; column < WINDOW; column++) {
      const at = Math.min(Math.max(left + column, 0), width - 1);
      out[row * WINDOW + column] = values[row * width + at] as number;
    }
  }
}
