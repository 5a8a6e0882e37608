import type { OnnxGraph } from '../../onnx/onnx-file.mjs';
import { writeOnnx } from '../../onnx/onnx-file.mjs';
import { CLASSES, LAYERS, type LayerShape, type LayerWeights, WINDOW } from './shape.ts';

const [WINDOWS, LOGITS] = ['windows', 'logits'];
/** From TensorFlow's order (row, column, input, output) to that of ONNX, for kernels of convolutions and for what follows the last. */
const KERNEL_AXES = [3, 2, 0, 1];
const DENSE_AXES = [2, 0, 1, 3];

/**
 * The net as an ONNX file: `windows`, `[count, 1, side, side]`, in; `logits`, `[count, CLASSES]`, out. Weights stand in it as they
 * are, and whoever loads it turns them once.
 */
export function toOnnx(weights: readonly LayerWeights[]): Buffer {
  const graph: OnnxGraph = {
    name: 'mrz',
    inputs: [{ name: WINDOWS, shape: ['count', 1, WINDOW, WINDOW] }],
    outputs: [{ name: LOGITS, shape: ['count', CLASSES] }],
    nodes: [],
    initializers: [],
  };
  let last = WINDOWS;
  let side = WINDOW;
  for (const [i, layer] of weights.entries()) {
    const shape = LAYERS[i] as LayerShape;
    const rectified = i < LAYERS.length - 1;
    const sum = rectified ? `sum${i}` : LOGITS;
    addNumbers(graph, `bias${i}`, layer.bias, [shape.outputs]);
    if (shape.stride > 0) addConvolution(graph, i, layer, { input: last, output: sum, side });
    else addDense(graph, i, layer, { input: last, output: sum, side });
    if (rectified) graph.nodes.push({ op: 'Relu', inputs: [sum], output: `layer${i}` });
    last = `layer${i}`;
    side = shape.side;
  }
  return writeOnnx(graph);
}

/** `side`: of the picture that comes in. */
interface Place {
  input: string;
  output: string;
  side: number;
}

/** The zeros around the picture are those of TensorFlow's `same`: of an odd number of rows, one more at the end. */
function addConvolution(graph: OnnxGraph, i: number, { kernel }: LayerWeights, { input, output, side }: Place): void {
  const { size, stride, inputs, outputs, side: outSide } = LAYERS[i] as LayerShape;
  const zeros = (outSide - 1) * stride + size - side;
  const before = Math.floor(zeros / 2);
  const pads = [before, before, zeros - before, zeros - before];
  addNumbers(graph, `raw${i}`, kernel, [size, size, inputs, outputs]);
  graph.nodes.push(
    { op: 'Transpose', inputs: [`raw${i}`], output: `kernel${i}`, attributes: { perm: KERNEL_AXES } },
    {
      op: 'Conv',
      inputs: [input, `kernel${i}`, `bias${i}`],
      output,
      attributes: { kernel_shape: [size, size], strides: [stride, stride], pads },
    },
  );
}

/** The first of them takes a picture, row by row, which ONNX has channel by channel: its kernel is turned instead. */
function addDense(graph: OnnxGraph, i: number, { kernel }: LayerWeights, { input, output, side }: Place): void {
  const { inputs, outputs } = LAYERS[i] as LayerShape;
  addNumbers(graph, `raw${i}`, kernel, [side, side, inputs / (side * side), outputs]);
  graph.nodes.push(
    { op: 'Transpose', inputs: [`raw${i}`], output: `turned${i}`, attributes: { perm: DENSE_AXES } },
    { op: 'Flatten', inputs: [`turned${i}`], output: `kernel${i}`, attributes: { axis: 3 } },
    { op: 'Flatten', inputs: [input], output: `flat${i}` },
    { op: 'Gemm', inputs: [`flat${i}`, `kernel${i}`, `bias${i}`], output },
  );
}

function addNumbers(
  { initializers }: OnnxGraph,
  name: string,
  { buffer, byteOffset, byteLength }: Float32Array,
  shape: number[],
) {
  initializers.push({ name, type: 'float32', shape, raw: Buffer.from(buffer, byteOffset, byteLength) });
}
