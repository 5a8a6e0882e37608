// @ts-check

/**
 * @typedef {import('../onnx/graph-model.mjs').RawNode} RawNode
 * @typedef {import('../onnx/graph-model.mjs').RawWeight} RawWeight
 * @typedef {import('./graph-files.mjs').Graph} Graph
 */

/** The last convolution, whose 192 numbers are the embedding. The rest scales their length to 1, which the engine does for every net. */
const LAST = 'MobileFaceNet/Logits/LinearConv1x1/BatchNorm/FusedBatchNorm';
/** For a slope: the file holds half of it, with the opposite sign. */
const SLOPE_OVER_STORED = -2;

/**
 * Restores MobileFaceNet as its authors made it from a file with a faulty conversion. After most convolutions that file computes `relu(x) + stored *
 * (x - |x|)`, whose `stored` has the wrong sign, and its convolutions of single channels cut off negative values before that. Here it is one
 * activation of the convolution: x if positive, and `-2 * stored * x` if negative.
 *
 * @param {Graph} graph as the package has it
 * @returns {Graph}
 * @throws {Error} if it is not the expected net
 */
export function repairMobilefacenet({ nodes, weights, data }) {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  /** The convolution of each activation. @type {Map<string, RawNode>} */
  const activated = new Map();
  /** @type {Set<string>} */
  const slopes = new Set();
  for (const { name } of nodes.filter(({ op, name }) => op === 'Add' && name.endsWith('/add'))) {
    const [less, slope] = byName.get(name.replace(/add$/, 'mul_1'))?.input ?? [];
    const convolution = byName.get(byName.get(less ?? '')?.input?.[0] ?? '');
    if (convolution === undefined || slope === undefined) throw new Error(`${name} is no activation of a convolution.`);
    activated.set(name, sloped(convolution, slope));
    slopes.add(slope);
  }
  const changed = new Map([...activated.values()].map((node) => [node.name, node]));
  const kept = upTo(
    LAST,
    nodes.map((node) => changed.get(node.name) ?? node).map((node) => renamed(node, activated)),
  );
  const names = new Set(kept.map(({ name }) => name));
  return { nodes: kept, ...withSlopes({ weights, data }, { names, slopes }) };
}

/**
 * Returns a convolution with slopes for negative values after its bias.
 * @param {RawNode} node
 * @param {string} slope
 * @returns {RawNode}
 */
function sloped(node, slope) {
  const text = (/** @type {string} */ value) => Buffer.from(value).toString('base64');
  return {
    ...node,
    input: [...(node.input ?? []), slope],
    attr: { ...node.attr, fused_ops: { list: { s: ['BiasAdd', 'Prelu'].map(text) } }, num_args: { i: '2' } },
  };
}

/**
 * Replaces an activation with its convolution.
 * @param {RawNode} node
 * @param {Map<string, RawNode>} activated
 * @returns {RawNode}
 */
function renamed(node, activated) {
  return node.input === undefined
    ? node
    : { ...node, input: node.input.map((name) => activated.get(name)?.name ?? name) };
}

/** Returns the node of this name with all nodes that it needs. @param {string} last @param {RawNode[]} nodes */
function upTo(last, nodes) {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const wanted = new Set([last]);
  // The loop also visits what is added during it.
  for (const name of wanted) for (const input of byName.get(name)?.input ?? []) wanted.add(input);
  const missing = [...wanted].find((name) => !byName.has(name));
  if (missing !== undefined) throw new Error(`${missing} is not in the model.`);
  return nodes.filter(({ name }) => wanted.has(name));
}

/**
 * Returns the constants that are still used, with corrected slopes.
 *
 * @param {Pick<Graph, 'weights' | 'data'>} stored @param {{ names: Set<string>, slopes: Set<string> }} used
 * @returns {Pick<Graph, 'weights' | 'data'>}
 */
function withSlopes({ weights, data }, { names, slopes }) {
  /** @type {RawWeight[]} */
  const kept = [];
  const parts = [];
  let at = 0;
  for (const weight of weights) {
    const bytes = weight.shape.reduce((product, size) => product * size, 4);
    const values = Buffer.from(data.subarray(at, at + bytes));
    at += bytes;
    if (!names.has(weight.name)) continue;
    if (slopes.has(weight.name))
      for (let i = 0; i < bytes; i += 4) values.writeFloatLE(values.readFloatLE(i) * SLOPE_OVER_STORED, i);
    kept.push(weight);
    parts.push(values);
  }
  return { weights: kept, data: Buffer.concat(parts) };
}
