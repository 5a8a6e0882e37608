import type { Tensor, Tensor2D, Tensor4D } from '@tensorflow/tfjs-core';
import type { Tensorflow } from '../../runtime/tensorflow.ts';
import { toLogProbabilities } from '../net/net.ts';
import { CLASSES, LAYERS, type LayerShape, type LayerWeights, normaliseWindows, WINDOW } from '../net/shape.ts';
import { type LayerTensors, runLayers } from '../net/wasm-net.ts';
import type { Samples } from './samples.ts';

/** The loss of a batch and how it changes with each weight. */
export interface Gradient {
  /** Mean of the negative logarithm of the right class's probability. */
  loss: number;
  right: number;
  layers: LayerWeights[];
}

/** So much of the probability is asked to lie on all classes alike, that the net stays unsure where it should. */
export const SMOOTHING = 0.03;

/**
 * One pass forward and back. TensorFlow.js has no gradient of a convolution on WebAssembly, so the chain rule is written
 * out: for the kernel as a product of the unrolled input, for the input as a convolution of the dilated change with the
 * kernel turned about (Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016).
 */
export function gradient(tf: Tensorflow, layers: readonly LayerTensors[], { windows, labels }: Samples): Gradient {
  const count = labels.length;
  const input = normaliseWindows(windows);
  const x = tf.tensor4d(input, [count, WINDOW, WINDOW, 1]);
  const outputs = runLayers(tf, layers, x);
  const values = outputs.map((output) => output.dataSync() as Float32Array);
  tf.dispose([x, ...outputs]);
  const { loss, right, change } = lossOf(values.at(-1) as Float32Array, labels);
  const found: LayerWeights[] = [];
  let back = change;
  for (let i = LAYERS.length - 1; i >= 0; i--) {
    const shape = LAYERS[i] as LayerShape;
    const before = i === 0 ? input : (values[i - 1] as Float32Array);
    found.unshift({ kernel: kernelGradient(tf, shape, before, back, count), bias: biasGradient(back, shape.outputs) });
    if (i > 0) back = rectify(inputGradient(tf, shape, (layers[i] as LayerTensors).kernel, back, count), before);
  }
  return { loss, right, layers: found };
}

function lossOf(logits: Float32Array, labels: Uint8Array): { loss: number; right: number; change: Float32Array } {
  const logs = toLogProbabilities(logits);
  const change = new Float32Array(logs.length);
  const count = labels.length;
  let loss = 0;
  let right = 0;
  for (let row = 0; row < count; row++) {
    const label = labels[row] ?? 0;
    let best = 0;
    for (let k = 0; k < CLASSES; k++) {
      const log = logs[row * CLASSES + k] ?? 0;
      if (log > (logs[row * CLASSES + best] ?? 0)) best = k;
      const wanted = SMOOTHING / CLASSES + (k === label ? 1 - SMOOTHING : 0);
      change[row * CLASSES + k] = (Math.exp(log) - wanted) / count;
    }
    loss -= (logs[row * CLASSES + label] ?? 0) / count;
    if (best === label) right += 1;
  }
  return { loss, right, change };
}

/** Nothing passes back through what was cut off at zero. */
function rectify(change: Float32Array, output: Float32Array): Float32Array {
  for (let i = 0; i < change.length; i++) if ((output[i] ?? 0) <= 0) change[i] = 0;
  return change;
}

function biasGradient(change: Float32Array, outputs: number): Float32Array {
  const sum = new Float32Array(outputs);
  for (let i = 0; i < change.length; i++) sum[i % outputs] = (sum[i % outputs] ?? 0) + (change[i] ?? 0);
  return sum;
}

function kernelGradient(
  tf: Tensorflow,
  shape: LayerShape,
  input: Float32Array,
  change: Float32Array,
  count: number,
): Float32Array {
  const { size, stride, inputs, outputs, side } = shape;
  const positions = count * side * side;
  return numbersOf(tf, () => {
    const dy = tf.tensor2d(change, [positions, outputs]);
    if (stride === 0) return tf.matMul(tf.transpose(tf.tensor2d(input, [count, inputs])) as Tensor2D, dy);
    return tf.matMul(tf.tensor2d(unroll(shape, input, count), [size * size * inputs, positions]), dy);
  });
}

/** Zeros before the first row and column of a convolution's input, as TensorFlow's "same" has them. */
function paddingBefore({ size, stride, side }: LayerShape): number {
  return Math.floor(((side - 1) * stride + size - side * stride) / 2);
}

/** The input that each weight of the kernel meets, position by position: [row][column][input] by positions. */
function unroll(shape: LayerShape, input: Float32Array, count: number): Float32Array {
  const positions = count * shape.side * shape.side;
  const out = new Float32Array(shape.size * shape.size * shape.inputs * positions);
  for (let picture = 0; picture < count; picture++) unrollOne(shape, input, picture, out, positions);
  return out;
}

/** Picture by picture, since one fits into the processor's first cache. */
function unrollOne(
  shape: LayerShape,
  input: Float32Array,
  picture: number,
  out: Float32Array,
  positions: number,
): void {
  const { size, stride, inputs, side } = shape;
  const from = side * stride;
  const before = paddingBefore(shape);
  const first = picture * from * from * inputs;
  for (let row = 0; row < size * size * inputs; row++) {
    const channel = row % inputs;
    const k = (row - channel) / inputs;
    const dx = (k % size) - before;
    const dy = Math.floor(k / size) - before;
    let to = row * positions + picture * side * side;
    for (let oy = 0; oy < side; oy++) {
      const y = oy * stride + dy;
      const inside = y >= 0 && y < from;
      for (let ox = 0; ox < side; ox++, to++) {
        const x = ox * stride + dx;
        if (inside && x >= 0 && x < from) out[to] = input[first + (y * from + x) * inputs + channel] ?? 0;
      }
    }
  }
}

function inputGradient(
  tf: Tensorflow,
  shape: LayerShape,
  kernel: Tensor,
  change: Float32Array,
  count: number,
): Float32Array {
  const { size, stride, outputs, side } = shape;
  return numbersOf(tf, () => {
    if (stride === 0) return tf.matMul(tf.tensor2d(change, [count, outputs]), tf.transpose(kernel) as Tensor2D);
    const before = size - 1 - paddingBefore(shape);
    const padded = side * stride + size - 1;
    const spread = tf.tensor4d(dilate(shape, change, count, before, padded), [count, padded, padded, outputs]);
    const turned = tf.transpose(tf.reverse(kernel, [0, 1]), [0, 1, 3, 2]) as Tensor4D;
    return tf.conv2d(spread, turned, 1, 'valid');
  });
}

/** The change at every `stride`-th place, zeros between and around. */
function dilate(
  { stride, outputs, side }: LayerShape,
  change: Float32Array,
  count: number,
  before: number,
  padded: number,
): Float32Array {
  const out = new Float32Array(count * padded * padded * outputs);
  for (let p = 0; p < count * side * side; p++) {
    const y = (Math.floor(p / side) % side) * stride + before;
    const x = (p % side) * stride + before;
    const at = ((Math.floor(p / (side * side)) * padded + y) * padded + x) * outputs;
    out.set(change.subarray(p * outputs, (p + 1) * outputs), at);
  }
  return out;
}

function numbersOf(tf: Tensorflow, compute: () => Tensor): Float32Array {
  const result = tf.tidy(compute);
  const numbers = result.dataSync() as Float32Array;
  result.dispose();
  return new Float32Array(numbers);
}
