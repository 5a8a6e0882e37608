import type { Tensor, Tensor2D, Tensor4D } from '@tensorflow/tfjs-core';
import type { Tensorflow } from '../../runtime/tensorflow.ts';
import { CLASSES, LAYERS, type LayerShape, normaliseWindows, WINDOW } from '../net/shape.ts';
import { type LayerTensors, runLayers } from '../net/wasm-net.ts';
import type { Samples } from './samples.ts';

/** The loss of a batch and its derivative by each weight; the caller disposes of the layers. */
export interface Gradient {
  /** Mean of the negative logarithm of the right class's probability. */
  loss: number;
  right: number;
  layers: LayerTensors[];
}

/** The share of the probability that training spreads over all classes, so that the net stays uncertain where it should. */
export const SMOOTHING = 0.03;

/** Runs one forward and backward pass. TensorFlow.js has no gradient of a convolution on WebAssembly, so the chain rule is written out. */
export function gradient(tf: Tensorflow, layers: readonly LayerTensors[], { windows, labels }: Samples): Gradient {
  let [loss, right] = [0, 0];
  const found = tf.tidy(() => {
    const input = tf.tensor4d(normaliseWindows(windows), [labels.length, WINDOW, WINDOW, 1]);
    const values = [input, ...runLayers(tf, layers, input)];
    const logits = values.at(-1) as Tensor2D;
    const classes = tf.tensor1d(Int32Array.from(labels), 'int32');
    const wanted = tf.oneHot(classes, CLASSES);
    const logs = tf.sub(logits, tf.logSumExp(logits, 1, true));
    loss = -Number(tf.sum(tf.mul(wanted, logs)).dataSync()[0]) / labels.length;
    right = Number(tf.sum(tf.equal(tf.argMax(logits, 1), classes)).dataSync()[0]);
    const smoothed = tf.add(tf.mul(wanted, 1 - SMOOTHING), SMOOTHING / CLASSES);
    let change = tf.div(tf.sub(tf.exp(logs), smoothed), labels.length);
    return layers
      .map(({ kernel }, i) => ({ kernel, shape: LAYERS[i] as LayerShape, before: values[i] as Tensor }))
      .reverse()
      .map(({ kernel, shape, before }) => {
        const bias = tf.sum(tf.reshape(change, [-1, shape.outputs]), 0);
        const own = kernelGradient(tf, shape, before, change);
        // No gradient passes through values that were cut off at zero.
        if (before !== input) change = tf.mul(inputGradient(tf, shape, before, kernel, change), tf.step(before));
        return { kernel: own, bias };
      })
      .reverse();
  });
  return { loss, right, layers: found };
}

/** Zeros before and after the rows and columns of a convolution's input, as TensorFlow's "same" has them. */
function paddingOf({ size, stride, side }: LayerShape): [before: number, behind: number] {
  const zeros = (side - 1) * stride + size - side * stride;
  return [Math.floor(zeros / 2), Math.ceil(zeros / 2)];
}

/**
 * The kernel's gradient is another convolution (Dumoulin and Visin, "A guide to convolution arithmetic for deep
 * learning", 2016): of the input, with its pictures as channels, and the change as a dilated kernel.
 */
function kernelGradient(tf: Tensorflow, shape: LayerShape, input: Tensor, change: Tensor): Tensor {
  if (shape.stride === 0) return tf.matMul(tf.transpose(tf.reshape(input, [-1, shape.inputs])), change);
  const padding = paddingOf(shape);
  const pictures = tf.transpose(tf.pad(input, [[0, 0], padding, padding, [0, 0]]), [3, 1, 2, 0]) as Tensor4D;
  const gaps = tf.transpose(change, [1, 2, 0, 3]) as Tensor4D;
  return tf.transpose(tf.conv2d(pictures, gaps, 1, 'valid', 'NHWC', shape.stride), [1, 2, 0, 3]);
}

/**
 * The input's gradient is another convolution: of the change with zeros in between, with the rotated kernel.
 * TensorFlow.js' own takes ten times as long.
 */
function inputGradient(tf: Tensorflow, shape: LayerShape, input: Tensor, kernel: Tensor, change: Tensor): Tensor {
  const { size, stride, side, outputs } = shape;
  if (stride === 0) return tf.reshape(tf.matMul(change, tf.transpose(kernel)), input.shape);
  const between: [number, number] = [0, stride - 1];
  const apart = tf.pad(tf.reshape(change, [-1, side, 1, side, 1, outputs]), [
    ...[[0, 0], [0, 0], between],
    ...[[0, 0], between, [0, 0]],
  ] as [number, number][]);
  const [before] = paddingOf(shape);
  const around: [number, number] = [size - 1 - before, before];
  const spread = tf.reshape(apart, [-1, side * stride, side * stride, outputs]);
  const turned = tf.transpose(tf.reverse(kernel, [0, 1]), [0, 1, 3, 2]) as Tensor4D;
  return tf.conv2d(tf.pad(spread, [[0, 0], around, around, [0, 0]]) as Tensor4D, turned, 1, 'valid');
}
