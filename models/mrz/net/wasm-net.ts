import type { Tensor, Tensor2D, Tensor4D } from '@tensorflow/tfjs-core';
import type { Tensorflow } from '../../runtime/tensorflow.ts';
import { createNet, type Net } from './net.ts';
import { LAYERS, type LayerShape, type LayerWeights, WINDOW, WINDOW_PIXELS } from './shape.ts';

/** A layer's numbers as tensors; the caller disposes of them. */
export interface LayerTensors {
  kernel: Tensor;
  bias: Tensor;
}

export function toTensors(tf: Tensorflow, shape: LayerShape, { kernel, bias }: LayerWeights): LayerTensors {
  const { size, stride, inputs, outputs } = shape;
  return {
    kernel: stride === 0 ? tf.tensor2d(kernel, [inputs, outputs]) : tf.tensor4d(kernel, [size, size, inputs, outputs]),
    bias: tf.tensor1d(bias),
  };
}

/** Returns each layer's output for `input`, [windows, side, side, 1]; the last are the classes' logits. */
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

/** Runs the net in TensorFlow.js, which must be started. */
export function createWasmNet(tf: Tensorflow, weights: readonly LayerWeights[]): Net {
  const layers = weights.map((layer, i) => toTensors(tf, LAYERS[i] as LayerShape, layer));
  return createNet(async (windows) => {
    const input = tf.tensor4d(windows, [windows.length / WINDOW_PIXELS, WINDOW, WINDOW, 1]);
    const outputs = runLayers(tf, layers, input);
    const logits = outputs.at(-1)?.dataSync() as Float32Array;
    tf.dispose([input, ...outputs]);
    return logits;
  });
}
