import { CLASSES } from './shape.ts';

/** The net, ready to be asked. */
export interface Net {
  /**
   * Of each window, `CLASSES` probabilities' natural logarithms. `windows`: `WINDOW_PIXELS` numbers for each, with mean 0 and
   * spread 1; they must stay as they are until the answer is there.
   */
  classify(windows: Float32Array): Promise<Float32Array>;
}

/** The net whose last layer's numbers `run` gives, `CLASSES` for each window. */
export function createNet(run: (windows: Float32Array) => Promise<Float32Array>): Net {
  return { classify: async (windows) => toLogProbabilities(await run(windows)) };
}

/** Row by row, the softmax's logarithm. */
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
