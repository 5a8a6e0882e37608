import { EngineError } from '../../ports.ts';
import type { Probe } from '../../runtime/backends.ts';
import { noise } from '../../runtime/nets.ts';
import type { Net } from './net.ts';
import { CLASSES, WINDOW_PIXELS } from './shape.ts';

/** About as many as a clear MRZ needs. */
const WINDOWS = 200;
/** The best of this many timings counts, because the machine may be busy meanwhile. */
const ROUNDS = 3;
/** Backends differ by the order of additions, measured by 3e-6; a wrong backend differs by all of it. */
const TOLERANCE = 1e-3;

/** Returns the net's result for the first of some windows of noise, whose standard deviation is 1. */
export async function askProbe(net: Net): Promise<Float32Array> {
  const windows = noise(WINDOWS * WINDOW_PIXELS).map((value) => Math.sqrt(3) * value);
  return (await net.classify(windows)).subarray(0, CLASSES);
}

/** Checks that the net returns its results of the training, and measures the time for an MRZ. Throws `unavailable` if it does not. */
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
