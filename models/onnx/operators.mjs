// @ts-check
import { pick } from './builder.mjs';

/**
 * @typedef {import('./builder.mjs').GraphBuilder} GraphBuilder
 * @typedef {import('./builder.mjs').Tensor} Tensor
 * @typedef {import('./graph-model.mjs').GraphNode} GraphNode
 * @typedef {(builder: GraphBuilder, node: GraphNode) => void} Operator
 */

/** Rows and columns come first in TensorFlow's kernels, and last in those of ONNX. */
const KERNEL_AXES = [3, 2, 0, 1];
const DEPTHWISE_AXES = [2, 3, 0, 1];
const TO_ONNX = [0, 3, 1, 2];

/**
 * What each operation of a graph model becomes (TensorFlow's `ops.pbtxt` on one side, "ONNX Operators", set 13, on the other).
 *
 * @type {Record<string, Operator | undefined>}
 */
export const OPERATORS = {
  Placeholder: (builder, node) => builder.input(node.name, [1, ...node.shape.slice(1)]),
  Identity: (builder, node) => builder.keep(node.name, builder.result(input(node, 0))),
  Conv2D: convolve,
  _FusedConv2D: convolve,
  DepthwiseConv2dNative: convolveByChannel,
  _FusedMatMul: multiplyMatrices,
  Add: combine('Add'),
  AddV2: combine('Add'),
  Mul: combine('Mul'),
  Minimum: combine('Min'),
  Maximum: combine('Max'),
  Relu: apply('Relu'),
  Sigmoid: apply('Sigmoid'),
  Softmax: apply('Softmax'),
  Prelu: (builder, node) =>
    builder.keep(node.name, activate(builder, node, 'Prelu', builder.result(input(node, 0)), 1)),
  MaxPool: pool,
  Pad: pad,
  Reshape: reshape,
  Mean: mean,
};

/** @param {GraphNode} node @param {number} i */
function input(node, i) {
  const name = node.inputs[i];
  if (name === undefined) throw new Error(`${node.name} (${node.op}) lacks its input ${i}.`);
  return name;
}

/** @param {string} op @returns {Operator} */
function apply(op) {
  return (builder, node) => {
    const { name, shape } = builder.result(input(node, 0));
    builder.keep(node.name, builder.add(op, [name], shape));
  };
}

/** Two operands, either of which may be a constant: a number, or one number a channel. @param {string} op @returns {Operator} */
function combine(op) {
  return (builder, node) => {
    const results = node.inputs
      .filter((name) => builder.constant(name) === undefined)
      .map((name) => builder.result(name));
    const [whole] = results;
    if (whole === undefined) throw new Error(`${node.name} (${op}) has constants alone.`);
    const operands = node.inputs.map((name) =>
      builder.constant(name) === undefined ? builder.result(name).name : perChannel(builder, name, whole),
    );
    if (results.some(({ shape }) => String(shape) !== String(whole.shape)))
      throw new Error(`${node.name} (${op}) takes results of unequal size.`);
    builder.keep(node.name, builder.add(op, operands, whole.shape));
  };
}

/** A constant of one number a channel, or of one number. @param {GraphBuilder} builder @param {string} name @param {Tensor} whole */
function perChannel(builder, name, whole) {
  const size = (builder.constant(name)?.shape ?? []).reduce((product, next) => product * next, 1);
  const channels = whole.shape[1] ?? 1;
  if (size !== 1 && size !== channels) throw new Error(`${name} holds ${size} numbers, not one for each channel.`);
  return builder.weights(name, { shape: size === 1 ? [] : [size, ...whole.shape.slice(2).map(() => 1)] });
}

/** @param {GraphBuilder} builder @param {GraphNode} node */
function convolve(builder, node) {
  const kernel = builder.constant(input(node, 1))?.shape ?? [];
  const from = builder.result(input(node, 0));
  const { attributes, size } = window(node, from, pick(kernel, [0, 1]));
  const fused = node.texts('fused_ops');
  const inputs = [from.name, builder.weights(input(node, 1), { axes: KERNEL_AXES })];
  if (fused[0] === 'BiasAdd') inputs.push(builder.weights(input(node, 2)));
  const shape = [1, kernel[3] ?? 1, ...size];
  builder.keep(node.name, finish(builder, node, fused, builder.add('Conv', inputs, shape, attributes)));
}

/** Each channel by kernels of its own. @param {GraphBuilder} builder @param {GraphNode} node */
function convolveByChannel(builder, node) {
  const [rows = 1, columns = 1, channels = 1, each = 1] = builder.constant(input(node, 1))?.shape ?? [];
  const from = builder.result(input(node, 0));
  const { attributes, size } = window(node, from, [rows, columns]);
  const kernel = builder.weights(input(node, 1), { axes: DEPTHWISE_AXES, shape: [channels * each, 1, rows, columns] });
  const shape = [1, channels * each, ...size];
  builder.keep(node.name, builder.add('Conv', [from.name, kernel], shape, { ...attributes, group: channels }));
}

/** @param {GraphBuilder} builder @param {GraphNode} node */
function multiplyMatrices(builder, node) {
  if (node.isTrue('transpose_a')) throw new Error(`${node.name}: a turned input is not known.`);
  const fused = node.texts('fused_ops');
  const from = builder.result(input(node, 0));
  const matrix = builder.constant(input(node, 1))?.shape ?? [];
  const turned = node.isTrue('transpose_b');
  const inputs = [from.name, builder.weights(input(node, 1))];
  if (fused[0] === 'BiasAdd') inputs.push(builder.weights(input(node, 2)));
  const shape = [1, matrix[turned ? 0 : 1] ?? 1];
  builder.keep(node.name, finish(builder, node, fused, builder.add('Gemm', inputs, shape, { transB: turned ? 1 : 0 })));
}

/**
 * What is fused with a product: a bias, which is in it already, and an activation.
 *
 * @param {GraphBuilder} builder @param {GraphNode} node @param {string[]} fused @param {Tensor} product
 */
function finish(builder, node, fused, product) {
  const [first, ...rest] = fused;
  const activations = first === 'BiasAdd' ? rest : fused;
  const [activation] = activations;
  if (activations.length > 1) throw new Error(`${node.name}: ${fused.join(', ')} at once is not known.`);
  return activation === undefined ? product : activate(builder, node, activation, product, 3);
}

/**
 * `slopeAt`: which input holds the slopes of a Prelu.
 *
 * @param {GraphBuilder} builder @param {GraphNode} node @param {string} name @param {Tensor} from @param {number} slopeAt
 */
function activate(builder, node, name, from, slopeAt) {
  if (name === 'Relu' || name === 'Sigmoid') return builder.add(name, [from.name], from.shape);
  if (name === 'Relu6') return builder.add('Clip', [from.name, builder.scalar(0), builder.scalar(6)], from.shape);
  if (name !== 'Prelu') throw new Error(`${node.name}: the activation ${name} is not known.`);
  return builder.add('PRelu', [from.name, perChannel(builder, input(node, slopeAt), from)], from.shape);
}

/** @param {GraphBuilder} builder @param {GraphNode} node */
function pool(builder, node) {
  const from = builder.result(input(node, 0));
  const { attributes, size } = window(node, from, node.wholes('ksize').slice(1, 3));
  const { dilations, ...others } = attributes;
  builder.keep(node.name, builder.add('MaxPool', [from.name], [1, from.shape[1] ?? 1, ...size], others));
}

/**
 * How a kernel of `kernel` rows and columns moves over a picture, and how many places it comes to. TensorFlow's SAME
 * gives as many as there are strides, with the odd row of padding below and the odd column on the right.
 *
 * @param {GraphNode} node @param {Tensor} from @param {number[]} kernel
 */
function window(node, from, kernel) {
  const strides = node.wholes('strides', [1, 1, 1, 1]).slice(1, 3);
  const dilations = node.wholes('dilations', [1, 1, 1, 1]).slice(1, 3);
  const padding = node.text('padding');
  if ((node.text('data_format') ?? 'NHWC') !== 'NHWC') throw new Error(`${node.name}: only NHWC is known.`);
  if (padding !== 'SAME' && padding !== 'VALID') throw new Error(`${node.name}: the padding ${padding} is not known.`);
  const before = [];
  const after = [];
  const size = [];
  for (const axis of [0, 1]) {
    const length = from.shape[axis + 2] ?? 1;
    const stride = strides[axis] ?? 1;
    const reach = ((kernel[axis] ?? 1) - 1) * (dilations[axis] ?? 1) + 1;
    const places = padding === 'SAME' ? Math.ceil(length / stride) : Math.floor((length - reach) / stride) + 1;
    const added = padding === 'SAME' ? Math.max(0, (places - 1) * stride + reach - length) : 0;
    size.push(places);
    before.push(Math.floor(added / 2));
    after.push(Math.ceil(added / 2));
  }
  return { size, attributes: { kernel_shape: kernel, strides, dilations, pads: [...before, ...after] } };
}

/** Zeros around a result. @param {GraphBuilder} builder @param {GraphNode} node */
function pad(builder, node) {
  const from = builder.result(input(node, 0));
  const amounts = builder.values(input(node, 1));
  const order = from.shape.length === 4 ? TO_ONNX : from.shape.map((_, axis) => axis);
  const before = order.map((axis) => amounts[axis * 2] ?? 0);
  const after = order.map((axis) => amounts[axis * 2 + 1] ?? 0);
  const shape = from.shape.map((length, axis) => length + (before[axis] ?? 0) + (after[axis] ?? 0));
  builder.keep(node.name, builder.add('Pad', [from.name, builder.sizes([...before, ...after])], shape));
}

/** @param {GraphBuilder} builder @param {GraphNode} node */
function reshape(builder, node) {
  const from = builder.inTheirOrder(builder.result(input(node, 0)));
  const wanted = builder.values(input(node, 1));
  const all = from.shape.reduce((product, length) => product * length, 1);
  const given = wanted.reduce((product, length) => (length === -1 ? product : product * length), 1);
  const shape = wanted.map((length) => (length === -1 ? all / given : length));
  if (shape.length === 4) throw new Error(`${node.name}: a reshape to four dimensions is not known.`);
  builder.keep(node.name, builder.add('Reshape', [from.name, builder.sizes(shape)], shape));
}

/** The mean over rows and columns. @param {GraphBuilder} builder @param {GraphNode} node */
function mean(builder, node) {
  const from = builder.result(input(node, 0));
  if (String(builder.values(input(node, 1))) !== '1,2' || from.shape.length !== 4 || node.isTrue('keep_dims'))
    throw new Error(`${node.name}: only a mean over rows and columns is known.`);
  const channels = from.shape[1] ?? 1;
  const pooled = builder.add('GlobalAveragePool', [from.name], [1, channels, 1, 1]);
  builder.keep(node.name, builder.add('Flatten', [pooled.name], [1, channels], { axis: 1 }));
}
