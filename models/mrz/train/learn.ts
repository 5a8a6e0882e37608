import type { Tensorflow } from '../../runtime/tensorflow.ts';
import { kernelSize, LAYERS, type LayerShape, type LayerWeights } from '../net/shape.ts';
import { toTensors } from '../net/wasm-net.ts';
import { type Gradient, gradient } from './gradient.ts';
import type { Random } from './random.ts';
import type { Samples } from './samples.ts';

/** Adam (Kingma and Ba, 2015) with its authors' constants; the step shrinks along half a cosine to nothing. */
const MOMENT = 0.9;
const SQUARES = 0.999;
const EPSILON = 1e-8;
const STEP_FIRST = 0.002;
const WARM_UP_STEPS = 100;
/** Of the weights, taken off at each full step (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019). */
const DECAY = 0.01;

interface Moments {
  mean: Float32Array;
  square: Float32Array;
}

export interface Learner {
  weights: LayerWeights[];
  /** Learns from one batch; `part` is how much of the training is over, 0..1. */
  learn(samples: Samples, part: number): Pick<Gradient, 'loss' | 'right'>;
}

/** A net of random numbers (He and others, "Delving deep into rectifiers", 2015) that learns. */
export function createLearner(tf: Tensorflow, random: Random): Learner {
  const weights = LAYERS.map((layer) => firstWeights(layer, random));
  const moments = weights.map(({ kernel, bias }) => [createMoments(kernel), createMoments(bias)] as const);
  let steps = 0;
  return {
    weights,
    learn: (samples, part) => {
      const tensors = weights.map((layer, i) => toTensors(tf, LAYERS[i] as LayerShape, layer));
      const found = gradient(tf, tensors, samples);
      for (const { kernel, bias } of tensors) tf.dispose([kernel, bias]);
      steps += 1;
      const step = STEP_FIRST * Math.min(1, steps / WARM_UP_STEPS) * 0.5 * (1 + Math.cos(Math.PI * part));
      for (const [i, layer] of weights.entries()) {
        const [ofKernel, ofBias] = moments[i] as readonly [Moments, Moments];
        const change = found.layers[i] as LayerWeights;
        takeStep(layer.kernel, change.kernel, ofKernel, steps, step, DECAY);
        takeStep(layer.bias, change.bias, ofBias, steps, step, 0);
      }
      return found;
    },
  };
}

function firstWeights(layer: LayerShape, random: Random): LayerWeights {
  const spread = Math.sqrt(2 / (layer.size * layer.size * layer.inputs));
  const kernel = Float32Array.from({ length: kernelSize(layer) }, () => random.normal() * spread);
  return { kernel, bias: new Float32Array(layer.outputs) };
}

function createMoments({ length }: Float32Array): Moments {
  return { mean: new Float32Array(length), square: new Float32Array(length) };
}

function takeStep(
  weights: Float32Array,
  change: Float32Array,
  { mean, square }: Moments,
  steps: number,
  step: number,
  decay: number,
): void {
  const meanScale = 1 / (1 - MOMENT ** steps);
  const squareScale = 1 / (1 - SQUARES ** steps);
  for (let i = 0; i < weights.length; i++) {
    const g = change[i] ?? 0;
    const m = MOMENT * (mean[i] ?? 0) + (1 - MOMENT) * g;
    const s = SQUARES * (square[i] ?? 0) + (1 - SQUARES) * g * g;
    mean[i] = m;
    square[i] = s;
    const weight = weights[i] ?? 0;
    weights[i] = weight - step * ((m * meanScale) / (Math.sqrt(s * squareScale) + EPSILON) + decay * weight);
  }
}
