// @ts-check

/**
 * @typedef {import('../onnx/graph-model.mjs').RawNode} RawNode
 * @typedef {import('../onnx/graph-model.mjs').RawAttribute} RawAttribute
 * @typedef {import('../onnx/graph-model.mjs').RawWeight} RawWeight
 * @typedef {import('./graph-files.mjs').Graph} Graph
 */

/** Side of its input picture. */
const SIZE = 150;
/** Its residual blocks: the number of output channels, and whether the block halves rows and columns. */
const BLOCKS = [
  ...blocks(['conv32_1', 'conv32_2', 'conv32_3'], 32),
  { name: 'conv64_down', channels: 64, halves: true },
  ...blocks(['conv64_1', 'conv64_2', 'conv64_3'], 64),
  { name: 'conv128_down', channels: 128, halves: true },
  ...blocks(['conv128_1', 'conv128_2'], 128),
  { name: 'conv256_down', channels: 256, halves: true },
  ...blocks(['conv256_1', 'conv256_2'], 256),
  { name: 'conv256_down_out', channels: 256, halves: true },
];
/** The embedding, 128 numbers. */
const RESULT = 'descriptor';

/** @param {string[]} names @param {number} channels */
function blocks(names, channels) {
  return names.map((name) => ({ name, channels, halves: false }));
}

/**
 * Builds dlib's face recognition net, of which the package has only the weights: a ResNet of 29 convolutions, `dlib_face_recognition_resnet_model_v1`
 * (github.com/davisking/dlib, `examples/dnn_face_recognition_ex.cpp`). Each convolution is followed by a scale of each channel. A block that halves
 * rows and columns averages four pixels in its shortcut and adds channels of zeros if it has more channels. It adds a row and a column of zeros to
 * the output of its convolutions if that is one smaller.
 *
 * @param {Graph} source without nodes
 * @returns {Graph}
 */
export function makeDlib({ weights, data }) {
  const net = new Net(weights);
  net.node('x', 'Placeholder', [], {
    shape: { shape: { dim: [-1, SIZE, SIZE, 3].map((size) => ({ size: String(size) })) } },
  });
  const first = net.convolve('x', 'conv32_down', { stride: 2, size: (SIZE - 7) / 2 + 1, isCutOff: true });
  let size = Math.floor((first.size - 3) / 2) + 1;
  let at = net.node('largest', 'MaxPool', [first.name], { ...window(2, 'VALID'), ksize: wholes(1, 3, 3, 1) });
  let channels = 32;
  for (const block of BLOCKS) {
    ({ name: at, size } = net.block({ name: at, size, channels }, block));
    channels = block.channels;
  }
  const mean = net.node('mean', 'Mean', [at, net.numbers('rows and columns', [2], [1, 2])], {
    keep_dims: { b: false },
  });
  net.node(RESULT, 'MatMul', [mean, 'fc'], { transpose_a: { b: false }, transpose_b: { b: false } });
  return net.graph(data);
}

class Net {
  /** @type {RawNode[]} */
  #nodes = [];
  #weights;
  /** @type {Buffer[]} */
  #numbers = [];

  /** @param {RawWeight[]} weights */
  constructor(weights) {
    this.#weights = [...weights];
  }

  /** @param {string} name @param {string} op @param {string[]} input @param {Record<string, RawAttribute>} attr */
  node(name, op, input, attr = {}) {
    this.#nodes.push({ name, op, input, attr });
    return name;
  }

  /**
   * Adds the integers that an operation takes.
   * @param {string} name
   * @param {number[]} shape
   * @param {number[]} values
   */
  numbers(name, shape, values) {
    this.#weights.push({ name, dtype: 'int32', shape });
    this.#numbers.push(Buffer.from(Int32Array.from(values).buffer));
    return name;
  }

  /**
   * Adds a convolution with bias and scale, from the weights under `path`; `size` is the side of the output.
   *
   * @param {string} from @param {string} path @param {{ stride: number, size: number, isCutOff: boolean }} how
   */
  convolve(from, path, { stride, size, isCutOff }) {
    const inputs = [from, `${path}/conv/filters`, `${path}/conv/bias`];
    const attr = {
      ...window(stride, stride === 1 ? 'SAME' : 'VALID'),
      fused_ops: { list: { s: [text('BiasAdd')] } },
      num_args: { i: '1' },
    };
    const product = this.node(`${path}/product`, '_FusedConv2D', inputs, attr);
    const scaled = this.node(`${path}/scaled`, 'Mul', [product, `${path}/scale/weights`]);
    const name = this.node(`${path}/result`, 'AddV2', [scaled, `${path}/scale/biases`]);
    return { name: isCutOff ? this.node(`${path}/above`, 'Relu', [name]) : name, size };
  }

  /**
   * @param {{ name: string, size: number, channels: number }} from
   * @param {{ name: string, channels: number, halves: boolean }} block
   */
  block(from, { name: path, channels, halves }) {
    const size = halves ? Math.floor((from.size - 3) / 2) + 1 : from.size;
    const one = this.convolve(from.name, `${path}/conv1`, { stride: halves ? 2 : 1, size, isCutOff: true });
    const two = this.convolve(one.name, `${path}/conv2`, { stride: 1, size, isCutOff: false });
    const past = halves ? this.#halve(from, path, channels) : from;
    const made = size < past.size ? this.#pad(two.name, path, [0, past.size - size, past.size - size, 0]) : two.name;
    const sum = this.node(`${path}/sum`, 'AddV2', [made, past.name]);
    return { name: this.node(`${path}/above`, 'Relu', [sum]), size: past.size };
  }

  /** @param {{ name: string, size: number, channels: number }} from @param {string} path @param {number} channels */
  #halve(from, path, channels) {
    const mean = this.node(`${path}/half`, 'AvgPool', [from.name], {
      ...window(2, 'VALID'),
      ksize: wholes(1, 2, 2, 1),
    });
    const more = channels - from.channels;
    const name = more > 0 ? this.#pad(mean, `${path}/half`, [0, 0, 0, more]) : mean;
    return { name, size: Math.floor(from.size / 2) };
  }

  /** Adds zeros after each axis. @param {string} from @param {string} path @param {number[]} behind */
  #pad(from, path, behind) {
    const amounts = this.numbers(
      `${path}/behind`,
      [4, 2],
      behind.flatMap((amount) => [0, amount]),
    );
    return this.node(`${path}/padded`, 'Pad', [from, amounts]);
  }

  /** @param {Buffer} data of the weights it began with @returns {Graph} */
  graph(data) {
    const constants = this.#weights.map(({ name }) => ({ name, op: 'Const' }));
    return {
      nodes: [...this.#nodes, ...constants],
      weights: this.#weights,
      data: Buffer.concat([data, ...this.#numbers]),
    };
  }
}

/** @param {number} stride @param {'SAME' | 'VALID'} padding @returns {Record<string, RawAttribute>} */
function window(stride, padding) {
  return {
    strides: wholes(1, stride, stride, 1),
    dilations: wholes(1, 1, 1, 1),
    padding: { s: text(padding) },
    data_format: { s: text('NHWC') },
  };
}

/** @param {...number} values @returns {RawAttribute} */
function wholes(...values) {
  return { list: { i: values.map(String) } };
}

/** @param {string} value */
function text(value) {
  return Buffer.from(value).toString('base64');
}
