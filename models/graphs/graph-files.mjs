// @ts-check
import { makeDlib } from './dlib.mjs';
import { repairMobilefacenet } from './mobilefacenet.mjs';

/**
 * A graph model: its operations and constants in no order, what the constants are, and their values one after the other.
 *
 * @typedef {{
 *   nodes: import('../onnx/graph-model.mjs').RawNode[],
 *   weights: import('../onnx/graph-model.mjs').RawWeight[],
 *   data: Buffer,
 * }} Graph
 */

/**
 * Graph models that no package has as they are needed, by the name that `models/weights.json` calls them (`made`).
 *
 * @type {Record<string, ((source: Graph) => Graph) | undefined>}
 */
const MAKERS = { dlib: makeDlib, mobilefacenet: repairMobilefacenet };

/**
 * The graph model that is made of a package's files, as its own `.json` and `.bin` would hold it.
 *
 * @param {string} name what is made; its weights lie in `NAME.bin`
 * @param {{ json: any, weights: Buffer }} source a graph model, or a list of weights alone
 * @returns {{ json: any, weights: Buffer }}
 * @throws {Error} if nothing of that name is made, or not of these files
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
 * What a `.json` file says of the files of weights beside it.
 *
 * @param {any} json @returns {{ paths: string[], weights: import('../onnx/graph-model.mjs').RawWeight[] }[]}
 */
export function manifestOf(json) {
  return Array.isArray(json) ? json : json.weightsManifest;
}
