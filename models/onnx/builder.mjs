// @ts-check

/**
 * A result while the graph is built. One of four dimensions stands as ONNX has it: picture, channel, row, column.
 *
 * @typedef {{ name: string, shape: number[] }} Tensor
 * @typedef {import('./graph-model.mjs').Constant} Constant
 * @typedef {import('./onnx-file.mjs').AttributeValue} AttributeValue
 */

/** From TensorFlow's order (row, column, channel) to that of ONNX, and back. */
const TO_ONNX = [0, 3, 1, 2];
const FROM_ONNX = [0, 2, 3, 1];

/** Collects the nodes and tensors of an ONNX graph; results are known by the names they have in the graph model. */
export class GraphBuilder {
  /** @type {import('./onnx-file.mjs').OnnxGraph} */
  graph = { name: '', inputs: [], outputs: [], nodes: [], initializers: [] };
  /** @type {Map<string, Tensor>} */
  #results = new Map();
  /** @type {Map<string, Constant>} */
  #constants;
  #made = 0;

  /** @param {Map<string, Constant>} constants */
  constructor(constants) {
    this.#constants = constants;
  }

  /** @param {string} name @returns {Constant | undefined} */
  constant(name) {
    return this.#constants.get(name);
  }

  /** The values of a small constant. @param {string} name @returns {number[]} */
  values(name) {
    const { type, data } = this.#need(name);
    if (type === 'float16') throw new Error(`${name}: a constant of 16-bit numbers is not looked into.`);
    const read = type === 'int32' ? data.readInt32LE : data.readFloatLE;
    return Array.from({ length: data.length / 4 }, (_, i) => read.call(data, i * 4));
  }

  /** @param {string} name @returns {Tensor} */
  result(name) {
    const tensor = this.#results.get(name);
    if (tensor === undefined) throw new Error(`${name} is used before it is there.`);
    return tensor;
  }

  /** Another name for a result. @param {string} name @param {Tensor} tensor */
  keep(name, tensor) {
    this.#results.set(name, tensor);
  }

  /**
   * One operation of ONNX on results or initializers, and what comes out.
   *
   * @param {string} op
   * @param {string[]} inputs
   * @param {number[]} shape
   * @param {Record<string, AttributeValue>} [attributes]
   * @returns {Tensor}
   */
  add(op, inputs, shape, attributes) {
    const output = this.#fresh();
    this.graph.nodes.push({ op, inputs, output, ...(attributes && { attributes }) });
    return { name: output, shape };
  }

  /**
   * A constant of the graph model as ONNX wants it: its dimensions in the order `axes`, then called by the sizes `shape`.
   *
   * @param {string} name
   * @param {{ axes?: number[], shape?: number[] }} [form]
   * @returns {string} the name to use it by
   */
  weights(name, { axes, shape } = {}) {
    const constant = this.#need(name);
    if (constant.type === 'int32') throw new Error(`${name}: whole numbers are no weights.`);
    const turned = axes === undefined ? constant : permute(constant, axes);
    const initializer = this.#fresh();
    this.graph.initializers.push({
      name: initializer,
      type: constant.type,
      shape: shape ?? turned.shape,
      raw: turned.data,
    });
    if (constant.type === 'float32') return initializer;
    return this.add('Cast', [initializer], shape ?? turned.shape, { to: 1 }).name;
  }

  /** Whole numbers that an operation takes as an input. @param {number[]} values @returns {string} */
  sizes(values) {
    const raw = Buffer.alloc(values.length * 8);
    for (const [i, value] of values.entries()) raw.writeBigInt64LE(BigInt(value), i * 8);
    const name = this.#fresh();
    this.graph.initializers.push({ name, type: 'int64', shape: [values.length], raw });
    return name;
  }

  /** A single float that an operation takes as an input. @param {number} value @returns {string} */
  scalar(value) {
    const raw = Buffer.alloc(4);
    raw.writeFloatLE(value);
    const name = this.#fresh();
    this.graph.initializers.push({ name, type: 'float32', shape: [], raw });
    return name;
  }

  /** The model's input, in TensorFlow's order. @param {string} name @param {number[]} shape */
  input(name, shape) {
    this.graph.inputs.push({ name, shape });
    this.keep(name, this.add('Transpose', [name], pick(shape, TO_ONNX), { perm: TO_ONNX }));
  }

  /** A result in TensorFlow's order. @param {Tensor} tensor @returns {Tensor} */
  inTheirOrder(tensor) {
    if (tensor.shape.length !== 4) return tensor;
    return this.add('Transpose', [tensor.name], pick(tensor.shape, FROM_ONNX), { perm: FROM_ONNX });
  }

  /** Makes a result one of the model's. @param {string} name */
  finish(name) {
    const { name: from, shape } = this.inTheirOrder(this.result(name));
    this.graph.nodes.push({ op: 'Identity', inputs: [from], output: name });
    this.graph.outputs.push({ name, shape });
  }

  /** @param {string} name */
  #need(name) {
    const constant = this.#constants.get(name);
    if (constant === undefined) throw new Error(`${name} is no constant.`);
    return constant;
  }

  #fresh() {
    this.#made += 1;
    return `t${this.#made}`;
  }
}

/** @param {readonly number[]} values @param {readonly number[]} order */
export function pick(values, order) {
  return order.map((i) => values[i] ?? 1);
}

/** @param {Constant} constant @param {number[]} axes */
function permute({ type, shape, data }, axes) {
  const bytes = type === 'float16' ? 2 : 4;
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, bytes));
  const to = pick(shape, axes);
  const steps = pick(strides, axes);
  const turned = Buffer.alloc(data.length);
  const at = to.map(() => 0);
  for (let written = 0; written < data.length; written += bytes) {
    const from = at.reduce((sum, index, axis) => sum + index * (steps[axis] ?? 0), 0);
    data.copy(turned, written, from, from + bytes);
    for (let axis = to.length - 1; axis >= 0; axis--) {
      at[axis] = (at[axis] ?? 0) + 1;
      if ((at[axis] ?? 0) < (to[axis] ?? 0)) break;
      at[axis] = 0;
    }
  }
  return { type, shape: to, data: turned };
}
