import type { Tensor, Tensor2D, Tensor4D } from '@tensorflow/tfjs-core';
import type { Tensorflow } from '../../runtime/tensorflow.ts';
import {
  CLASSES,
  LAYERS,
  type LayerShape,
  type LayerWeights,
  normaliseWindows,
  WINDOW,
  WINDOW_PIXELS,
} from './shape.ts';

/** Windows that go through the net at once: more take more memory and no less time. */
const BATCH = 256;

/** A layer's numbers as tensors, which the caller disposes. */
export interface LayerTensors {
  kernel: Tensor;
  bias: Tensor;
}

/** The net, ready to be asked. */
export interface Net {
  /** Of each window, `CLASSES` probabilities' natural logarithms. `windows`: `WINDOW_PIXELS` grey values for each. */
  classify(windows: Uint8Array): Float32Array;
}

export function toTensors(tf: Tensorflow, shape: LayerShape, { kernel, bias }: LayerWeights): LayerTensors {
  const { size, stride, inputs, outputs } = shape;
  return {
    kernel: stride === 0 ? tf.tensor2d(kernel, [inputs, outputs]) : tf.tensor4d(kernel, [size, size, inputs, outputs]),
    bias: tf.tensor1d(bias),
  };
}

/** What each layer gives for `input`, [windows, side, side, 1]; the last are the classes' logits. */
export function runLayers(tf: Tensorflow, layers: readonly LayerTensors[], input: Tensor4D): Tensor[] {
  return tf.tidy(() => {
    const outputs: Tensor[] = [];
    let last: Tensor = input;
    for (const [i, { kernel, bias }] of layers.entries()) {
      last = runLayer(tf, LAYERS[i] as LayerShape, last, kernel, bias, i < layers.length - 1);
      outputs.push(last);
    }
    return outputs;
  });
}

function runLayer(
  tf: Tensorflow,
  { stride, inputs }: LayerShape,
  input: Tensor,
  kernel: Tensor,
  bias: Tensor,
  rectified: boolean,
): Tensor {
  const product =
    stride === 0
      ? tf.matMul(tf.reshape(input, [-1, inputs]) as Tensor2D, kernel as Tensor2D)
      : tf.conv2d(input as Tensor4D, kernel as Tensor4D, stride, 'same');
  const sum = tf.add(product, bias);
  return rectified ? tf.relu(sum) : sum;
}

export function createNet(tf: Tensorflow, weights: readonly LayerWeights[]): Net {
  const layers = weights.map((layer, i) => toTensors(tf, LAYERS[i] as LayerShape, layer));
  return {
    classify: (windows) => {
      const count = windows.length / WINDOW_PIXELS;
      const out = new Float32Array(count * CLASSES);
      for (let from = 0; from < count; from += BATCH) {
        const part = windows.subarray(from * WINDOW_PIXELS, Math.min(count, from + BATCH) * WINDOW_PIXELS);
        out.set(classifyBatch(tf, layers, part), from * CLASSES);
      }
      return out;
    },
  };
}

function classifyBatch(tf: Tensorflow, layers: readonly LayerTensors[], windows: Uint8Array): Float32Array {
  const input = tf.tensor4d(normaliseWindows(windows), [windows.length / WINDOW_PIXELS, WINDOW, WINDOW, 1]);
  const outputs = runLayers(tf, layers, input);
  const logits = outputs.at(-1)?.dataSync() as Float32Array;
  tf.dispose([input, ...outputs]);
  return toLogProbabilities(logits);
}

/** Row by row, the softmax's logarithm. */
export function toLogProbabilities(logits: Float32Array): Float32Array {
  const out = new Float32Array(logits.length);
  for (let from = 0; from < logits.length; from += CLASSES) {
    let top = -Infinity;
    for (let i = from; i < from + CLASSES; i++) top = Math.max(top, logits[i] ?? 0);
    let sum = 0;
    for (let i = from; i < from + CLASSES; i++) sum += Math.exp((logits[i] ?? 0) - top);
    const total = top + Math.log(sum);
    for (let i = from; i < from + CLASSES; i++) out[i] = (logits[i] ?? 0) - total;
  }
  return out;
}
