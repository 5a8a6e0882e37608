import { EngineError } from '../../ports.ts';
import type { Probe } from '../../runtime/backends.ts';
import { type Net, toLogProbabilities } from './net.ts';
import { computePlainly } from './plain.ts';
import { CLASSES, type LayerWeights, WINDOW_PIXELS } from './shape.ts';

/** About as many as a clear MRZ takes. */
const WINDOWS = 200;
/** The best of so many counts, since the machine may do other things meanwhile. */
const ROUNDS = 3;
/** Backends differ by the order in which they add, by 3e-6 where it was measured; wrong ones differ by all of it. */
const TOLERANCE = 1e-3;

/** Looks whether the net says what its weights mean, and how long an MRZ takes. Throws `unavailable` where it does not. */
export async function probeNet(net: Net, weights: readonly LayerWeights[]): Promise<Probe> {
  const windows = noise(WINDOWS * WINDOW_PIXELS);
  const expected = toLogProbabilities(computePlainly(weights, windows.subarray(0, WINDOW_PIXELS)));
  let tookMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const begunMs = performance.now();
    const given = (await net.classify(windows)).subarray(0, CLASSES);
    tookMs = Math.min(tookMs, performance.now() - begunMs);
    if (!expected.every((log, i) => Math.abs(log - (given[i] ?? Number.NaN)) <= TOLERANCE))
      throw new EngineError('unavailable', 'It gives wrong answers (mrz).');
  }
  return { tookMs };
}

/** -1.7..1.7, whose spread is 1, by Numerical Recipes' generator of 32 bits. */
function noise(length: number): Float32Array {
  const values = new Float32Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[i] = Math.sqrt(3) * (state / 2 ** 31 - 1);
  }
  return values;
}
