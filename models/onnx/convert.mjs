// @ts-check
import { GraphBuilder } from './builder.mjs';
import { readGraphModel } from './graph-model.mjs';
import { writeOnnx } from './onnx-file.mjs';
import { OPERATORS } from './operators.mjs';

/**
 * Makes an ONNX file of a TensorFlow.js graph model. The file takes the same input, row by row and colour by colour (`[1, height, width, 3]`), and
 * returns the named results under the same names; it omits what they do not need. Weights keep their precision, 16-bit weights stay 16 bits long in
 * the file, and the same model produces the same bytes.
 *
 * @param {{ name: string, json: any, weights: Buffer, outputs: string[] }} model `json` and `weights` are the content
 * of its two files
 * @returns {Buffer}
 * @throws {Error} naming the unsupported operation
 */
export function convertToOnnx({ name, json, weights, outputs }) {
  const { nodes, constants } = readGraphModel(json, weights);
  const builder = new GraphBuilder(constants);
  for (const node of needed(nodes, outputs)) {
    const operator = OPERATORS[node.op];
    if (operator === undefined) throw new Error(`${name}: the operation ${node.op} of ${node.name} is not known.`);
    operator(builder, node);
  }
  for (const output of outputs) builder.finish(output);
  return writeOnnx({ ...used(builder.graph), name });
}

/**
 * Returns the graph without what its outputs do not need.
 *
 * @param {import('./onnx-file.mjs').OnnxGraph} graph
 */
function used(graph) {
  const wanted = new Set(graph.outputs.map(({ name }) => name));
  for (const { output, inputs } of graph.nodes.toReversed()) {
    if (wanted.has(output)) for (const input of inputs) wanted.add(input);
  }
  return {
    ...graph,
    nodes: graph.nodes.filter(({ output }) => wanted.has(output)),
    initializers: graph.initializers.filter(({ name }) => wanted.has(name)),
  };
}

/**
 * Returns the nodes that the named ones depend on, in their order.
 *
 * @param {import('./graph-model.mjs').GraphNode[]} nodes
 * @param {string[]} names
 */
function needed(nodes, names) {
  const wanted = new Set(names);
  for (const node of nodes.toReversed()) {
    if (wanted.has(node.name)) for (const input of node.inputs) wanted.add(input);
  }
  return nodes.filter(({ name }) => wanted.has(name));
}
