import type { Variable } from '@tensorflow/tfjs-core';
import type { Tensorflow } from '../../runtime/tensorflow.ts';
import { kernelSize, LAYERS, type LayerShape, type LayerWeights } from '../net/shape.ts';
import { type LayerTensors, toTensors } from '../net/wasm-net.ts';
import { type Gradient, gradient } from './gradient.ts';
import type { Random } from './random.ts';
import type { Samples } from './samples.ts';

/** Adam's first step size; it decreases to zero along half a cosine. */
const STEP_FIRST = 0.002;
const WARM_UP_STEPS = 100;
/** The weight decay, applied at each full step (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019). */
const DECAY = 0.01;

export interface Learner {
  layers: readonly Record<keyof LayerTensors, Variable>[];
  weights(): LayerWeights[];
  /** Trains on one batch; `part` is the completed share of the training, 0..1. */
  learn(samples: Samples, part: number): Pick<Gradient, 'loss' | 'right'>;
}

/** Creates a net of random numbers (He and others, "Delving deep into rectifiers", 2015) that is trained with Adam (Kingma and Ba, 2015). */
export function createLearner(tf: Tensorflow, random: Random): Learner {
  const layers = LAYERS.map((shape) => {
    const { kernel, bias } = toTensors(tf, shape, firstWeights(shape, random));
    return { kernel: tf.variable(kernel), bias: tf.variable(bias) };
  });
  const adam = tf.train.adam(STEP_FIRST);
  let steps = 0;
  return {
    layers,
    weights: () =>
      layers.map(({ kernel, bias }) => ({
        kernel: Float32Array.from(kernel.dataSync()),
        bias: Float32Array.from(bias.dataSync()),
      })),
    learn: (samples, part) => {
      steps += 1;
      const step = STEP_FIRST * Math.min(1, steps / WARM_UP_STEPS) * 0.5 * (1 + Math.cos(Math.PI * part));
      return tf.tidy(() => {
        const { layers: found, ...told } = gradient(tf, layers, samples);
        for (const { kernel } of layers) kernel.assign(tf.mul(kernel, 1 - step * DECAY));
        Object.assign(adam, { learningRate: step });
        const changes = layers.flatMap(({ kernel, bias }, i) => [
          { name: kernel.name, tensor: found[i]?.kernel },
          { name: bias.name, tensor: found[i]?.bias },
        ]);
        adam.applyGradients(changes as Parameters<typeof adam.applyGradients>[0]);
        return told;
      });
    },
  };
}

function firstWeights(layer: LayerShape, random: Random): LayerWeights {
  const spread = Math.sqrt(2 / (layer.size * layer.size * layer.inputs));
  const kernel = Float32Array.from({ length: kernelSize(layer) }, () => random.normal() * spread);
  return { kernel, bias: new Float32Array(layer.outputs) };
}
