import { OnnxBuilder } from '../../onnx/builder.mjs';
import { writeOnnx } from '../../onnx/onnx-file.mjs';
import { CLASSES, LAYERS, type LayerShape, type LayerWeights, WINDOW } from './shape.ts';

const [WINDOWS, LOGITS] = ['windows', 'logits'];
/** From TensorFlow's axis order (row, column, input, output) to ONNX', for kernels of convolutions and for what follows the last. */
const KERNEL_AXES = [3, 2, 0, 1];
const DENSE_AXES = [2, 0, 1, 3];

/**
 * Returns the net as an ONNX file: input `windows`, `[count, 1, side, side]`; output `logits`, `[count, CLASSES]`. It
 * holds the weights unchanged; the loader transposes them once.
 */
export function toOnnx(weights: readonly LayerWeights[]): Buffer {
  const builder = new OnnxBuilder();
  let last = WINDOWS;
  let side = WINDOW;
  for (const [i, layer] of weights.entries()) {
    const shape = LAYERS[i] as LayerShape;
    const sum = (shape.stride > 0 ? addConvolution : addDense)(builder, shape, layer, { input: last, side });
    last = i < LAYERS.length - 1 ? builder.add('Relu', [sum]) : sum;
    side = shape.side;
  }
  builder.put({ op: 'Identity', inputs: [last], output: LOGITS });
  builder.graph.inputs.push({ name: WINDOWS, shape: ['count', 1, WINDOW, WINDOW] });
  builder.graph.outputs.push({ name: LOGITS, shape: ['count', CLASSES] });
  return writeOnnx(builder.graph);
}

/** `side`: of the input picture. */
interface Place {
  input: string;
  side: number;
}

/** The zeros around the picture are those of TensorFlow's `same`: if the number of rows is odd, one more at the end. */
function addConvolution(builder: OnnxBuilder, shape: LayerShape, layer: LayerWeights, { input, side }: Place): string {
  const { size, stride, inputs, outputs } = shape;
  const zeros = (shape.side - 1) * stride + size - side;
  const before = Math.floor(zeros / 2);
  const pads = [before, before, zeros - before, zeros - before];
  const raw = builder.floats(layer.kernel, [size, size, inputs, outputs]);
  const kernel = builder.add('Transpose', [raw], { perm: KERNEL_AXES });
  const attributes = { kernel_shape: [size, size], strides: [stride, stride], pads };
  return builder.add('Conv', [input, kernel, builder.floats(layer.bias, [outputs])], attributes);
}

/** The first dense layer takes a picture row by row, which ONNX has channel by channel: its kernel is transposed instead. */
function addDense(builder: OnnxBuilder, shape: LayerShape, layer: LayerWeights, { input, side }: Place): string {
  const { inputs, outputs } = shape;
  const raw = builder.floats(layer.kernel, [side, side, inputs / (side * side), outputs]);
  const turned = builder.add('Transpose', [raw], { perm: DENSE_AXES });
  const kernel = builder.add('Flatten', [turned], { axis: 3 });
  const flat = builder.add('Flatten', [input]);
  return builder.add('Gemm', [flat, kernel, builder.floats(layer.bias, [outputs])]);
}
