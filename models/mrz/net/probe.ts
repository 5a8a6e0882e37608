import { EngineError } from '../../ports.ts';
import type { Probe } from '../../runtime/backends.ts';
import { noise } from '../../runtime/nets.ts';
import type { Net } from './net.ts';
import { CLASSES, WINDOW_PIXELS } from './shape.ts';

/** About as many as a clear MRZ takes. */
const WINDOWS = 200;
/** The best of so many counts, since the machine may do other things meanwhile. */
const ROUNDS = 3;
/** Backends differ by the order in which they add, by 3e-6 where it was measured; wrong ones differ by all of it. */
const TOLERANCE = 1e-3;

/** What the net says of the first of some windows of noise, whose spread is 1. */
export async function askProbe(net: Net): Promise<Float32Array> {
  const windows = noise(WINDOWS * WINDOW_PIXELS).map((value) => Math.sqrt(3) * value);
  return (await net.classify(windows)).subarray(0, CLASSES);
}

/** Looks whether the net says what it said when it was trained, and how long an MRZ takes. Throws `unavailable` if it does not. */
export async function probeNet(net: Net, expected: readonly number[]): Promise<Probe> {
  let tookMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const begunMs = performance.now();
    const given = await askProbe(net);
    tookMs = Math.min(tookMs, performance.now() - begunMs);
    if (!expected.every((log, i) => Math.abs(log - (given[i] ?? Number.NaN)) <= TOLERANCE))
      throw new EngineError('unavailable', 'It gives wrong answers (mrz).');
  }
  return { tookMs };
}
