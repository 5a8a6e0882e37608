// @ts-check
import { makeDlib } from './dlib.mjs';
import { repairMobilefacenet } from './mobilefacenet.mjs';

/**
 * A graph model: its operations and constants in no order, the description of the constants, and their values in sequence.
 *
 * @typedef {{
 *   nodes: import('../onnx/graph-model.mjs').RawNode[],
 *   weights: import('../onnx/graph-model.mjs').RawWeight[],
 *   data: Buffer,
 * }} Graph
 */

/**
 * Builders of graph models that no package has in the necessary form, by their name in `models/weights.json` (`made`).
 *
 * @type {Record<string, ((source: Graph) => Graph) | undefined>}
 */
const MAKERS = { dlib: makeDlib, mobilefacenet: repairMobilefacenet };

/**
 * Returns the graph model made from a package's files, in the form of its own `.json` and `.bin`.
 *
 * @param {string} name its name; its weights are in `NAME.bin`
 * @param {{ json: any, weights: Buffer }} source a graph model, or only a list of weights
 * @returns {{ json: any, weights: Buffer }}
 * @throws {Error} if there is no builder of that name, or not for these files
 */
export function makeGraph(name, { json, weights: data }) {
  const make = MAKERS[name];
  if (make === undefined) throw new Error(`nothing is made that is called ${name}`);
  const weights = manifestOf(json).flatMap((group) => group.weights);
  const made = make({ nodes: json.modelTopology?.node ?? [], weights, data });
  return {
    json: {
      format: 'graph-model',
      modelTopology: { node: made.nodes, versions: {} },
      weightsManifest: [{ paths: [`${name}.bin`], weights: made.weights }],
    },
    weights: made.data,
  };
}

/**
 * Returns what a `.json` file says about its files of weights.
 *
 * @param {any} json @returns {{ paths: string[], weights: import('../onnx/graph-model.mjs').RawWeight[] }[]}
 */
export function manifestOf(json) {
  return Array.isArray(json) ? json : json.weightsManifest;
}
