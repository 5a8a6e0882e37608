// @ts-check

/**
 * A constant of the model. `data` holds its values in little-endian order, as in the file of weights; 8-bit values mean `value * scale + min`.
 *
 * @typedef {{ type: 'float32' | 'float16' | 'int32', shape: number[], data: Buffer }} PlainConstant
 * @typedef {{ type: 'uint8', shape: number[], data: Buffer, scale: number, min: number }} ByteConstant
 * @typedef {PlainConstant | ByteConstant} Constant
 * @typedef {{ i?: string[], s?: string[] }} RawList
 * @typedef {{ s?: string, b?: boolean, i?: string, list?: RawList, shape?: { dim?: { size: string }[] } }} RawAttribute
 * @typedef {{ name: string, op: string, input?: string[], attr?: Record<string, RawAttribute> }} RawNode
 * @typedef {{ name: string, dtype: string, shape: number[], quantization?: { dtype: string, scale?: number, min?: number } }} RawWeight
 */

/** One operation of the graph; attributes are decoded on demand. */
export class GraphNode {
  /** @param {RawNode} raw */
  constructor(raw) {
    this.name = raw.name;
    this.op = raw.op;
    /** Names of the nodes whose results are its inputs. @type {string[]} */
    this.inputs = (raw.input ?? []).map((input) => input.replace(/:0$/, ''));
    /** @type {Record<string, RawAttribute>} */
    this.attributes = raw.attr ?? {};
  }

  /**
   * Returns integers, or `otherwise` if the node does not have them.
   * @param {string} name
   * @param {number[]} otherwise
   */
  wholes(name, otherwise = []) {
    return this.attributes[name]?.list?.i?.map(Number) ?? otherwise;
  }

  /** @param {string} name @returns {string | null} */
  text(name) {
    const encoded = this.attributes[name]?.s;
    return encoded === undefined ? null : decode(encoded);
  }

  /** @param {string} name @returns {string[]} */
  texts(name) {
    return (this.attributes[name]?.list?.s ?? []).map(decode);
  }

  /** @param {string} name */
  isTrue(name) {
    return this.attributes[name]?.b === true;
  }

  /** Sizes of a placeholder; -1 means any size. */
  get shape() {
    return (this.attributes['shape']?.shape?.dim ?? []).map(({ size }) => Number(size));
  }
}

/** Characters in base64. @param {string} encoded */
function decode(encoded) {
  return Buffer.from(encoded, 'base64').toString();
}

/** The bytes of a value of each type. */
export const BYTES = { float32: 4, float16: 2, int32: 4, uint8: 1 };

/**
 * Reads a TensorFlow.js graph model from its `.json` and `.bin` (in the layout of tfjs-converter, `GraphModel`).
 *
 * @param {any} json the content of the `.json` file
 * @param {Buffer} weights the `.bin` file
 * @returns {{ nodes: GraphNode[], constants: Map<string, Constant> }} operations, each after its inputs
 * @throws {Error} if it holds an unsupported kind of constant
 */
export function readGraphModel(json, weights) {
  /** @type {RawNode[]} */
  const raw = json.modelTopology.node;
  const nodes = raw.filter(({ op }) => op !== 'Const').map((node) => new GraphNode(node));
  const constants = readConstants(
    json.weightsManifest.flatMap((/** @type {{ weights: RawWeight[] }} */ group) => group.weights),
    weights,
  );
  return { nodes: inOrder(nodes, new Set(constants.keys())), constants };
}

/** @param {RawWeight[]} specs @param {Buffer} weights */
function readConstants(specs, weights) {
  /** @type {Map<string, Constant>} */
  const constants = new Map();
  let at = 0;
  for (const { name, dtype, shape, quantization } of specs) {
    const type = quantization?.dtype ?? dtype;
    if (type !== 'float32' && type !== 'float16' && type !== 'int32' && type !== 'uint8')
      throw new Error(`${name}: ${type} is not known.`);
    const length = shape.reduce((product, size) => product * size, BYTES[type]);
    if (at + length > weights.length) throw new Error(`${name}: the file of weights ends too early.`);
    const data = weights.subarray(at, at + length);
    const { scale, min } = quantization ?? {};
    if (type !== 'uint8') constants.set(name, { type, shape, data });
    else if (scale === undefined || min === undefined)
      throw new Error(`${name}: nothing tells what its bytes stand for.`);
    else constants.set(name, { type, shape, data, scale, min });
    at += length;
  }
  return constants;
}

/** @param {GraphNode[]} nodes @param {Set<string>} known */
function inOrder(nodes, known) {
  const done = new Set(known);
  /** @type {GraphNode[]} */
  const ordered = [];
  let waiting = nodes;
  while (waiting.length > 0) {
    const left = [];
    for (const node of waiting) {
      if (node.inputs.every((input) => done.has(input))) {
        done.add(node.name);
        ordered.push(node);
      } else left.push(node);
    }
    if (left.length === waiting.length) throw new Error(`${left[0]?.name}: its inputs are not in the model.`);
    waiting = left;
  }
  return ordered;
}
