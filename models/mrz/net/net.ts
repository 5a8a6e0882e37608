import { CLASSES } from './shape.ts';

/** The net, ready to run. */
export interface Net {
  /**
   * Returns, for each window, the natural logarithms of `CLASSES` probabilities. `windows`: `WINDOW_PIXELS` numbers for
   * each, with mean 0 and standard deviation 1; do not change them until the result is there.
   */
  classify(windows: Float32Array): Promise<Float32Array>;
}

/** Creates the net from `run`, which returns the last layer's numbers, `CLASSES` for each window. */
export function createNet(run: (windows: Float32Array) => Promise<Float32Array>): Net {
  return { classify: async (windows) => toLogProbabilities(await run(windows)) };
}

/** Returns the logarithm of the softmax, row by row. */
export function toLogProbabilities(logits: Float32Array): Float32Array {
  const out = new Float32Array(logits.length);
  for (let from = 0; from < logits.length; from += CLASSES) {
    let top = -Infinity;
    for (let i = from; i < from + CLASSES; i++) top = Math.max(top, logits[i] as number);
    let sum = 0;
    for (let i = from; i < from + CLASSES; i++) sum += Math.exp((logits[i] as number) - top);
    const total = top + Math.log(sum);
    for (let i = from; i < from + CLASSES; i++) out[i] = (logits[i] as number) - total;
  }
  return out;
}
