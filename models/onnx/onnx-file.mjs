// @ts-check
import { bytes, float, message, whole, wholes } from './protobuf.mjs';

/**
 * A tensor that is part of the model. `raw` holds its values in little-endian order, row by row.
 *
 * @typedef {'float32' | 'float16' | 'uint8' | 'int8' | 'int32' | 'int64'} TensorType
 * @typedef {{ name: string, type: TensorType, shape: number[], raw: Buffer }} Initializer
 * @typedef {number | number[] | { float: number } | { text: string }} AttributeValue whole numbers, unless marked otherwise
 *
 * One operation. An input or output without a name is an omitted optional one. `domain` is set for operations that are not ONNX' own.
 * @typedef {{ op: string, domain?: string, inputs: string[], output: string, moreOutputs?: string[], attributes?: Record<string, AttributeValue> }} OnnxNode
 *
 * One of the model's inputs or outputs, of 32-bit floats by default; a size that is only known at run time has a name.
 * @typedef {{ name: string, type?: TensorType, shape: (number | string)[] }} Port
 * @typedef {{ name: string, inputs: Port[], outputs: Port[], nodes: OnnxNode[], initializers: Initializer[] }} OnnxGraph
 */

/** The version of the operator set; the file has the format of that version. */
const OPERATOR_SET = 13;
const FORM = 8;
const PRODUCER = 'custos';

/** The first version of the operations of other domains. */
const OTHERS_SET = 1;

const TYPES = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 };
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_TEXT = 3;
const ATTRIBUTE_INTS = 7;

/**
 * Returns the bytes of an ONNX file; the same graph produces the same bytes. Field numbers are those of
 * `onnx/onnx.proto3` of github.com/onnx/onnx (`ModelProto` and its parts).
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
  const domains = new Set(graph.nodes.flatMap(({ domain }) => domain ?? []));
  const others = [...domains].map((domain) => bytes(8, message(bytes(1, domain), whole(2, OTHERS_SET))));
  return message(whole(1, FORM), bytes(2, PRODUCER), bytes(7, body), bytes(8, whole(2, OPERATOR_SET)), ...others);
}

/** @param {OnnxNode} node */
function writeNode({ op, domain, inputs, output, moreOutputs = [], attributes = {} }) {
  return message(
    ...inputs.map((input) => bytes(1, input)),
    ...[output, ...moreOutputs].map((name) => bytes(2, name)),
    bytes(3, output === '' ? (moreOutputs.at(-1) ?? '') : output),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, writeAttribute(name, value))),
    ...(domain === undefined ? [] : [bytes(7, domain)]),
  );
}

/** @param {string} name @param {AttributeValue} value */
function writeAttribute(name, value) {
  if (Array.isArray(value)) return message(bytes(1, name), wholes(8, value), whole(20, ATTRIBUTE_INTS));
  if (typeof value === 'number') return message(bytes(1, name), whole(3, value), whole(20, ATTRIBUTE_INT));
  if ('text' in value) return message(bytes(1, name), bytes(4, value.text), whole(20, ATTRIBUTE_TEXT));
  return message(bytes(1, name), float(2, value.float), whole(20, ATTRIBUTE_FLOAT));
}

/** @param {Initializer} tensor */
function writeTensor({ name, type, shape, raw }) {
  return message(wholes(1, shape), whole(2, TYPES[type]), bytes(8, name), bytes(9, raw));
}

/** @param {Port} port */
function writePort({ name, type = 'float32', shape }) {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'string' ? bytes(2, size) : whole(1, size)));
  const tensorType = message(whole(1, TYPES[type]), bytes(2, message(...dimensions)));
  return message(bytes(1, name), bytes(2, bytes(1, tensorType)));
}
