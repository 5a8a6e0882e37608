// @ts-check

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
 * onnxruntime computes 16 channels at once, and only operations with a multiple of that stay in its efficient order:
 * more than 16 channels are padded to the next multiple, by kernels of zeros.
 */
const CHANNELS_AT_ONCE = 16;

/**
 * The conversion of each operation of a graph model (TensorFlow's `ops.pbtxt` on one side, "ONNX Operators", set 13, on the other).
 *
 * @type {Record<string, Operator | undefined>}
 */
export const OPERATORS = {
  Placeholder: (builder, node) => builder.input(node.name, [1, ...node.shape.slice(1)]),
  Identity: (builder, node) => builder.keep(node.name, builder.result(input(node, 0))),
  Conv2D: (builder, node) => convolve(builder, node, false),
  _FusedConv2D: (builder, node) => convolve(builder, node, false),
  DepthwiseConv2dNative: (builder, node) => convolve(builder, node, true),
  FusedDepthwiseConv2dNative: (builder, node) => convolve(builder, node, true),
  MatMul: multiplyMatrices,
  _FusedMatMul: multiplyMatrices,
  Add: combine('Add'),
  AddV2: combine('Add'),
  Mul: combine('Mul'),
  Minimum: (builder, node) => clampAt(builder, node, { high: builder.values(input(node, 1)) }),
  Maximum: (builder, node) => clampAt(builder, node, { low: builder.values(input(node, 1)) }),
  Relu: (builder, node) => clampAt(builder, node, { low: [0] }),
  Sigmoid: apply('Sigmoid'),
  Softmax: apply('Softmax'),
  Prelu: (builder, node) =>
    builder.keep(node.name, activate(builder, node, 'Prelu', builder.result(input(node, 0)), 1)),
  AvgPool: pool('AveragePool'),
  MaxPool: pool('MaxPool'),
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
    const from = builder.result(input(node, 0));
    builder.keep(node.name, like(from, builder.make(op, [from.name], from.shape)));
  };
}

/** Returns `made`, with as many used channels as `from`. @param {Tensor} from @param {Tensor} made @returns {Tensor} */
function like({ channels }, made) {
  return channels === undefined ? made : { ...made, channels };
}

/**
 * Limits a result at one number. A result that was already limited is limited once, at all its bounds, which
 * onnxruntime combines with the convolution before it.
 *
 * @param {GraphBuilder} builder @param {GraphNode} node @param {{ low?: number[], high?: number[] }} bound
 */
function clampAt(builder, node, { low = [Number.NEGATIVE_INFINITY], high = [Number.POSITIVE_INFINITY] }) {
  if (low.length !== 1 || high.length !== 1) throw new Error(`${node.name}: only one bound for all is known.`);
  const from = builder.result(input(node, 0));
  const before = from.clamped ?? { of: from, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const bounds = { low: Math.max(before.low, low[0] ?? 0), high: Math.min(before.high, high[0] ?? 0) };
  if (bounds.low > bounds.high) throw new Error(`${node.name} leaves nothing between its bounds.`);
  const made = clamp(builder, before.of, bounds);
  builder.keep(node.name, { ...like(from, made), clamped: { of: before.of, ...bounds } });
}

/** @param {GraphBuilder} builder @param {Tensor} of @param {{ low: number, high: number }} bounds @returns {Tensor} */
function clamp(builder, of, { low, high }) {
  if (low === 0 && high === Number.POSITIVE_INFINITY) return builder.make('Relu', [of.name], of.shape);
  const bounds = [low, high].map((bound) => (Number.isFinite(bound) ? builder.scalar(bound) : ''));
  return builder.make('Clip', [of.name, ...bounds], of.shape);
}

/**
 * Combines two operands, either of which may be a constant: a number, or one number per channel.
 * @param {string} op
 * @returns {Operator}
 */
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
    builder.keep(node.name, like(whole, builder.make(op, operands, whole.shape)));
  };
}

/**
 * Adds a constant of one number per channel, or of a single number.
 * @param {GraphBuilder} builder
 * @param {string} name
 * @param {Tensor} whole
 */
function perChannel(builder, name, whole) {
  const size = (builder.constant(name)?.shape ?? []).reduce((product, next) => product * next, 1);
  if (size === 1) return builder.weights(name, { shape: [] });
  if (size !== channelsOf(whole)) throw new Error(`${name} holds ${size} numbers, not one for each channel.`);
  const rest = whole.shape.slice(2).map(() => 1);
  return builder.weights(name, { shape: [size, ...rest], filled: [whole.shape[1] ?? 1, ...rest] });
}

/** Returns how many channels of a result are used. @param {Tensor} tensor */
function channelsOf({ shape, channels }) {
  return channels ?? shape[1] ?? 1;
}

/** Returns the number of channels, with unused ones if that makes a multiple. @param {number} channels */
function widened(channels) {
  return channels < CHANNELS_AT_ONCE ? channels : Math.ceil(channels / CHANNELS_AT_ONCE) * CHANNELS_AT_ONCE;
}

/** Returns a result with this many used channels. @param {Tensor} made @param {number} channels @returns {Tensor} */
function counting(made, channels) {
  return made.shape[1] === channels ? made : { ...made, channels };
}

/**
 * `byChannel`: each channel has separate kernels.
 * @param {GraphBuilder} builder
 * @param {GraphNode} node
 * @param {boolean} byChannel
 */
function convolve(builder, node, byChannel) {
  const [rows = 1, columns = 1, taken = 1, each = 1] = builder.constant(input(node, 1))?.shape ?? [];
  const from = builder.result(input(node, 0));
  const width = from.shape[1] ?? 1;
  const { attributes, size } = window(node, from, [rows, columns]);
  const channels = byChannel ? taken * each : each;
  const wide = byChannel ? width * each : widened(channels);
  const kernel = byChannel
    ? { axes: DEPTHWISE_AXES, shape: [channels, 1, rows, columns], filled: [wide, 1, rows, columns] }
    : { axes: KERNEL_AXES, filled: [wide, width, rows, columns] };
  const fused = node.texts('fused_ops');
  const inputs = [from.name, builder.weights(input(node, 1), kernel)];
  if (fused[0] === 'BiasAdd') inputs.push(builder.weights(input(node, 2), { filled: [wide] }));
  const form = byChannel ? { ...attributes, group: width } : attributes;
  const made = builder.make('Conv', inputs, [1, wide, ...size], form);
  builder.keep(node.name, finish(builder, node, fused, counting(made, channels)));
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
  builder.keep(
    node.name,
    finish(builder, node, fused, builder.make('Gemm', inputs, shape, { transB: turned ? 1 : 0 })),
  );
}

/**
 * Adds what is fused with a product: a bias, which is already in it, and an activation.
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
  if (name === 'Relu' || name === 'Sigmoid') return like(from, builder.make(name, [from.name], from.shape));
  if (name === 'Relu6') return like(from, clamp(builder, from, { low: 0, high: 6 }));
  if (name !== 'Prelu') throw new Error(`${node.name}: the activation ${name} is not known.`);
  return like(from, slope(builder, input(node, slopeAt), from));
}

/**
 * Applies slopes to negative values. A slope of s below zero and 1 above equals s everywhere plus 1 - s above zero: two
 * per-channel convolutions, which onnxruntime runs in its efficient order, unlike a Prelu.
 *
 * @param {GraphBuilder} builder @param {string} slopes @param {Tensor} from @returns {Tensor}
 */
function slope(builder, slopes, from) {
  const channels = from.shape[1] ?? 1;
  const values = builder.values(slopes);
  if (values.length !== channels)
    return builder.make('PRelu', [from.name, perChannel(builder, slopes, from)], from.shape);
  const scale = (/** @type {Tensor} */ { name }, /** @type {number[]} */ by) =>
    builder.make('Conv', [name, builder.floats(Float32Array.from(by), [channels, 1, 1, 1])], from.shape, {
      group: channels,
    });
  const above = builder.make('Relu', [from.name], from.shape);
  const everywhere = scale(from, values);
  const more = scale(
    above,
    values.map((value) => 1 - value),
  );
  return builder.make('Add', [more.name, everywhere.name], from.shape);
}

/** Neither counts values outside the picture. @param {'MaxPool' | 'AveragePool'} op @returns {Operator} */
function pool(op) {
  return (builder, node) => {
    const from = builder.result(input(node, 0));
    const { attributes, size } = window(node, from, node.wholes('ksize').slice(1, 3));
    const { dilations, ...others } = attributes;
    builder.keep(node.name, like(from, builder.make(op, [from.name], [1, from.shape[1] ?? 1, ...size], others)));
  };
}

/**
 * Returns how a kernel of `kernel` rows and columns moves over a picture, and its number of places. TensorFlow's SAME
 * has as many places as there are strides, with an odd row of padding at the bottom and an odd column on the right.
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

/** Adds zeros around a result. @param {GraphBuilder} builder @param {GraphNode} node */
function pad(builder, node) {
  const from = builder.result(input(node, 0));
  const amounts = builder.values(input(node, 1));
  const order = from.shape.length === 4 ? TO_ONNX : from.shape.map((_, axis) => axis);
  const before = order.map((axis) => amounts[axis * 2] ?? 0);
  const after = order.map((axis) => amounts[axis * 2 + 1] ?? 0);
  const addsChannels = from.shape.length === 4 && [...before, ...after].every((amount, i) => amount === 0 || i === 5);
  if (addsChannels) return builder.keep(node.name, addChannels(builder, from, after[1] ?? 0));
  if (from.channels !== undefined) throw new Error(`${node.name}: zeros around a widened result are not known.`);
  const shape = from.shape.map((length, axis) => length + (before[axis] ?? 0) + (after[axis] ?? 0));
  builder.keep(node.name, builder.make('Pad', [from.name, builder.sizes([...before, ...after])], shape));
}

/**
 * Adds channels of zeros after the existing ones, by a convolution that keeps each channel: it is faster than padding,
 * for the same reason as in `slope`.
 *
 * @param {GraphBuilder} builder @param {Tensor} from @param {number} count @returns {Tensor}
 */
function addChannels(builder, from, count) {
  const channels = channelsOf(from);
  const [wide, width] = [widened(channels + count), from.shape[1] ?? 1];
  const kernel = new Float32Array(wide * width);
  for (let channel = 0; channel < channels; channel++) kernel[channel * width + channel] = 1;
  const shape = [1, wide, ...from.shape.slice(2)];
  const made = builder.make('Conv', [from.name, builder.floats(kernel, [wide, width, 1, 1])], shape);
  return counting(made, channels + count);
}

/** @param {GraphBuilder} builder @param {GraphNode} node */
function reshape(builder, node) {
  const from = builder.inTheirOrder(builder.result(input(node, 0)));
  const wanted = builder.values(input(node, 1));
  const all = from.shape.reduce((product, length) => product * length, 1);
  const given = wanted.reduce((product, length) => (length === -1 ? product : product * length), 1);
  const shape = wanted.map((length) => (length === -1 ? all / given : length));
  if (shape.length === 4) throw new Error(`${node.name}: a reshape to four dimensions is not known.`);
  builder.keep(node.name, builder.make('Reshape', [from.name, builder.sizes(shape)], shape));
}

/** Adds the mean over rows and columns. @param {GraphBuilder} builder @param {GraphNode} node */
function mean(builder, node) {
  const from = builder.narrow(builder.result(input(node, 0)));
  if (String(builder.values(input(node, 1))) !== '1,2' || from.shape.length !== 4 || node.isTrue('keep_dims'))
    throw new Error(`${node.name}: only a mean over rows and columns is known.`);
  const channels = from.shape[1] ?? 1;
  const pooled = builder.make('GlobalAveragePool', [from.name], [1, channels, 1, 1]);
  builder.keep(node.name, builder.make('Flatten', [pooled.name], [1, channels], { axis: 1 }));
}
