// @ts-check
import { bytes, float, message, whole, wholes } from './protobuf.mjs';

/**
 * A tensor that is part of the model. `raw` holds its values in little-endian order, row by row.
 *
 * @typedef {{ name: string, type: 'float32' | 'float16' | 'int64', shape: number[], raw: Buffer }} Initializer
 * @typedef {number | number[] | { float: number }} AttributeValue whole numbers, unless marked as a float
 * @typedef {{ op: string, inputs: string[], output: string, attributes?: Record<string, AttributeValue> }} OnnxNode
 * @typedef {{ name: string, shape: number[] }} Port one of the model's inputs or outputs, of 32-bit floats
 * @typedef {{ name: string, inputs: Port[], outputs: Port[], nodes: OnnxNode[], initializers: Initializer[] }} OnnxGraph
 */

/** The operators are those of this set, and the file is in the form that came with it. */
const OPERATOR_SET = 13;
const FORM = 8;
const PRODUCER = 'custos';

const TYPES = { float32: 1, int64: 7, float16: 10 };
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

/**
 * The bytes of an ONNX file; the same graph gives the same bytes. Field numbers are those of `onnx/onnx.proto3` of
 * github.com/onnx/onnx (`ModelProto` and what it holds).
 *
 * @param {OnnxGraph} graph
 * @returns {Buffer}
 */
export function writeOnnx(graph) {
  const body = message(
    ...graph.nodes.map((node) => bytes(1, writeNode(node))),
    bytes(2, graph.name),
    ...graph.initializers.map((tensor) => bytes(5, writeTensor(tensor))),
    ...graph.inputs.map((port) => bytes(11, writePort(port))),
    ...graph.outputs.map((port) => bytes(12, writePort(port))),
  );
  return message(whole(1, FORM), bytes(2, PRODUCER), bytes(7, body), bytes(8, whole(2, OPERATOR_SET)));
}

/** @param {OnnxNode} node */
function writeNode({ op, inputs, output, attributes = {} }) {
  return message(
    ...inputs.map((input) => bytes(1, input)),
    bytes(2, output),
    bytes(3, output),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, writeAttribute(name, value))),
  );
}

/** @param {string} name @param {AttributeValue} value */
function writeAttribute(name, value) {
  if (Array.isArray(value)) return message(bytes(1, name), wholes(8, value), whole(20, ATTRIBUTE_INTS));
  if (typeof value === 'number') return message(bytes(1, name), whole(3, value), whole(20, ATTRIBUTE_INT));
  return message(bytes(1, name), float(2, value.float), whole(20, ATTRIBUTE_FLOAT));
}

/** @param {Initializer} tensor */
function writeTensor({ name, type, shape, raw }) {
  return message(wholes(1, shape), whole(2, TYPES[type]), bytes(8, name), bytes(9, raw));
}

/** @param {Port} port */
function writePort({ name, shape }) {
  const dimensions = shape.map((size) => bytes(1, whole(1, size)));
  const tensorType = message(whole(1, TYPES.float32), bytes(2, message(...dimensions)));
  return message(bytes(1, name), bytes(2, bytes(1, tensorType)));
}
