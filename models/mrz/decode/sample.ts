import type { Net } from '../net/net.ts';
import { CLASSES, NONE, normaliseWindows, WINDOW_PIXELS } from '../net/shape.ts';
import { cutWindow, STEP, type StripPixels } from './window.ts';

/** The net's results for every place of a strip, from its left edge on, `STEP` pixels apart. */
export interface Scan {
  places: number;
  /** For each place, `CLASSES` logarithms of probabilities. */
  logs: Float32Array;
  /** For each place, the best character's; -Infinity if it was not sampled. */
  best: Float32Array;
}

/** A strip, and the net's results for it so far. */
export interface Sight extends Scan {
  strip: StripPixels;
}

/** A place of a strip to sample. */
export interface Spot {
  sight: Sight;
  place: number;
}

/** Windows that go through the net at once: as many as fit the processor's cache. More take no less time per window. */
const WINDOWS_AT_ONCE = 128;

/** Returns the strip before any sample. */
export function sightOf(strip: StripPixels): Sight {
  const places = Math.max(0, Math.floor((strip.width - 1) / STEP) + 1);
  return { strip, places, logs: new Float32Array(places * CLASSES), best: new Float32Array(places).fill(-Infinity) };
}

export function isSeen({ best }: Sight, place: number): boolean {
  return (best[place] as number) > -Infinity;
}

/** Samples some places of strips with `net`. */
export async function sampleAt(net: Net, spots: readonly Spot[]): Promise<void> {
  const windows = new Uint8Array(WINDOWS_AT_ONCE * WINDOW_PIXELS);
  for (let from = 0; from < spots.length; from += WINDOWS_AT_ONCE) {
    const some = spots.slice(from, from + WINDOWS_AT_ONCE);
    for (const [i, { sight, place }] of some.entries())
      cutWindow(sight.strip, place * STEP, windows.subarray(i * WINDOW_PIXELS, (i + 1) * WINDOW_PIXELS));
    const given = await net.classify(normaliseWindows(windows.subarray(0, some.length * WINDOW_PIXELS)));
    for (const [i, spot] of some.entries()) take(spot, given.subarray(i * CLASSES, (i + 1) * CLASSES));
  }
}

function take({ sight, place }: Spot, logs: Float32Array): void {
  sight.logs.set(logs, place * CLASSES);
  sight.best[place] = bestOf(logs);
}

/** Returns the logarithm of the likeliest character's probability. */
export function bestOf(logs: Float32Array): number {
  let top = -Infinity;
  for (let i = 0; i < NONE; i++) top = Math.max(top, logs[i] as number);
  return top;
}
