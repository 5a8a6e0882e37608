// @ts-check
import { BYTES } from './graph-model.mjs';

/**
 * A result while the graph is built. A result of four dimensions has ONNX' order: picture, channel, row, column. `channels`: how many of its channels
 * belong to the graph model, if it was widened; the content of the others is not used. `clamped`: the result that this one limits to these bounds.
 *
 * @typedef {{ name: string, shape: number[], channels?: number, clamped?: { of: Tensor, low: number, high: number } }} Tensor
 * @typedef {import('./graph-model.mjs').Constant} Constant
 * @typedef {import('./onnx-file.mjs').AttributeValue} AttributeValue
 */

/** From TensorFlow's order (row, column, channel) to that of ONNX, and back. */
const TO_ONNX = [0, 3, 1, 2];
const FROM_ONNX = [0, 2, 3, 1];

/** An ONNX graph under construction: operations with names for their outputs. */
export class OnnxBuilder {
  /** @type {import('./onnx-file.mjs').OnnxGraph} */
  graph = { name: 'net', inputs: [], outputs: [], nodes: [], initializers: [] };
  #made = 0;

  /**
   * Adds one operation and returns the name of its output.
   * @param {string} op
   * @param {string[]} inputs
   * @param {Record<string, AttributeValue>} [attributes]
   */
  add(op, inputs, attributes = {}) {
    const output = this.fresh();
    this.put({ op, inputs, output, attributes });
    return output;
  }

  /** @param {import('./onnx-file.mjs').OnnxNode} node */
  put(node) {
    this.graph.nodes.push(node);
  }

  /** @param {Float32Array} values @param {number[]} shape */
  floats(values, shape) {
    return this.constantOf('float32', values, shape);
  }

  /** @param {Int8Array} values @param {number[]} shape */
  bytes(values, shape) {
    return this.constantOf('int8', values, shape);
  }

  /** Adds the integers that an operation takes as sizes. @param {number[]} values */
  sizes(values) {
    return this.constantOf('int64', BigInt64Array.from(values, BigInt), [values.length]);
  }

  fresh() {
    this.#made += 1;
    return `t${this.#made}`;
  }

  /** @param {import('./onnx-file.mjs').TensorType} type @param {ArrayBufferView} values little-endian @param {number[]} shape */
  constantOf(type, { buffer, byteOffset, byteLength }, shape) {
    const name = this.fresh();
    this.graph.initializers.push({ name, type, shape, raw: Buffer.from(buffer, byteOffset, byteLength) });
    return name;
  }
}

/** Collects the nodes and tensors of an ONNX graph; results have their names from the graph model. */
export class GraphBuilder extends OnnxBuilder {
  /** @type {Map<string, Tensor>} */
  #results = new Map();
  /** @type {Map<string, Constant>} */
  #constants;

  /** @param {Map<string, Constant>} constants */
  constructor(constants) {
    super();
    this.#constants = constants;
  }

  /** @param {string} name @returns {Constant | undefined} */
  constant(name) {
    return this.#constants.get(name);
  }

  /** Returns the values of a small constant. @param {string} name @returns {number[]} */
  values(name) {
    const constant = this.#need(name);
    const { type, data } = constant;
    if (constant.type === 'uint8') return Array.from(data, (value) => value * constant.scale + constant.min);
    if (type === 'float16') return Array.from({ length: data.length / 2 }, (_, i) => half(data.readUInt16LE(i * 2)));
    const read = type === 'int32' ? data.readInt32LE : data.readFloatLE;
    return Array.from({ length: data.length / 4 }, (_, i) => read.call(data, i * 4));
  }

  /** @param {string} name @returns {Tensor} */
  result(name) {
    const tensor = this.#results.get(name);
    if (tensor === undefined) throw new Error(`${name} is used before it is there.`);
    return tensor;
  }

  /** Sets another name for a result. @param {string} name @param {Tensor} tensor */
  keep(name, tensor) {
    this.#results.set(name, tensor);
  }

  /**
   * Adds one ONNX operation on results or initializers, and returns its output.
   *
   * @param {string} op
   * @param {string[]} inputs
   * @param {number[]} shape
   * @param {Record<string, AttributeValue>} [attributes]
   * @returns {Tensor}
   */
  make(op, inputs, shape, attributes) {
    return { name: this.add(op, inputs, attributes), shape };
  }

  /**
   * Adds a constant of the graph model in ONNX' form: its dimensions in the order `axes`, then reshaped to `shape`,
   * then padded with zeros to the sizes `filled`.
   *
   * @param {string} name
   * @param {{ axes?: number[], shape?: number[], filled?: number[] }} [form]
   * @returns {string} its name
   */
  weights(name, { axes, shape, filled } = {}) {
    const constant = this.#need(name);
    if (constant.type === 'int32') throw new Error(`${name}: whole numbers are no weights.`);
    const turned = axes === undefined ? constant : permute(constant, axes);
    const called = { ...turned, shape: shape ?? turned.shape };
    return this.#initialize(filled === undefined ? called : fill(called, filled));
  }

  /**
   * A constant that is not 32-bit in the file is converted when the file is loaded.
   * @param {Constant} constant
   * @returns {string}
   */
  #initialize(constant) {
    const { type, shape, data } = constant;
    const name = this.constantOf(type, data, shape);
    if (type === 'float32') return name;
    const cast = this.add('Cast', [name], { to: 1 });
    if (constant.type !== 'uint8') return cast;
    return this.add('Add', [this.add('Mul', [cast, this.scalar(constant.scale)]), this.scalar(constant.min)]);
  }

  /** Adds a single float that an operation takes as an input. @param {number} value @returns {string} */
  scalar(value) {
    return this.floats(Float32Array.of(value), []);
  }

  /** Adds the model's input, in TensorFlow's order. @param {string} name @param {number[]} shape */
  input(name, shape) {
    this.graph.inputs.push({ name, shape });
    this.keep(name, this.make('Transpose', [name], pick(shape, TO_ONNX), { perm: TO_ONNX }));
  }

  /** Returns a result in TensorFlow's order, without added channels. @param {Tensor} result @returns {Tensor} */
  inTheirOrder(result) {
    const tensor = this.narrow(result);
    if (tensor.shape.length !== 4) return tensor;
    return this.make('Transpose', [tensor.name], pick(tensor.shape, FROM_ONNX), { perm: FROM_ONNX });
  }

  /** Returns a result without added channels. @param {Tensor} tensor @returns {Tensor} */
  narrow({ name, shape, channels }) {
    if (channels === undefined) return { name, shape };
    const [pictures = 1, , ...rest] = shape;
    const inputs = [name, ...[[0], [channels], [1]].map((bound) => this.sizes(bound))];
    return this.make('Slice', inputs, [pictures, channels, ...rest]);
  }

  /** Makes a result an output of the model. @param {string} name */
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
}

/** @param {readonly number[]} values @param {readonly number[]} order */
export function pick(values, order) {
  return order.map((i) => values[i] ?? 1);
}

/**
 * Adds zeros after the values along every axis.
 * @param {Constant} constant
 * @param {number[]} sizes
 * @returns {Constant}
 */
function fill(constant, sizes) {
  const { type, shape, data } = constant;
  if (String(sizes) === String(shape)) return constant;
  if (type === 'uint8') throw new Error('A byte stands for no zero: such constants cannot be widened.');
  const bytes = BYTES[type];
  const filled = Buffer.alloc(sizes.reduce((product, size) => product * size, bytes));
  const row = (shape.at(-1) ?? 1) * bytes;
  const at = shape.map(() => 0);
  for (let read = 0; read < data.length; read += row) {
    const to = at.reduce((sum, index, axis) => sum * (sizes[axis] ?? 1) + index, 0);
    data.copy(filled, to * bytes, read, read + row);
    countOn(at, shape, shape.length - 2);
  }
  return { type, shape: sizes, data: filled };
}

/**
 * Moves to the next place of a tensor of these sizes; the axis `last` changes fastest.
 * @param {number[]} at
 * @param {number[]} sizes
 * @param {number} last
 */
function countOn(at, sizes, last) {
  for (let axis = last; axis >= 0; axis--) {
    at[axis] = (at[axis] ?? 0) + 1;
    if ((at[axis] ?? 0) < (sizes[axis] ?? 0)) return;
    at[axis] = 0;
  }
}

/** Returns the value of a 16-bit float (IEEE 754, binary16), neither infinite nor NaN. @param {number} bits */
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  const size = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
  return bits >> 15 === 1 ? -size : size;
}

/** @param {Constant} constant @param {number[]} axes @returns {Constant} */
function permute(constant, axes) {
  const { type, shape, data } = constant;
  const bytes = BYTES[type];
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, bytes));
  const to = pick(shape, axes);
  const steps = pick(strides, axes);
  const turned = Buffer.alloc(data.length);
  const at = to.map(() => 0);
  for (let written = 0; written < data.length; written += bytes) {
    const from = at.reduce((sum, index, axis) => sum + index * (steps[axis] ?? 0), 0);
    if (bytes === 1) turned[written] = data[from] ?? 0;
    else data.copy(turned, written, from, from + bytes);
    countOn(at, to, to.length - 1);
  }
  return { ...constant, shape: to, data: turned };
}
