import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EngineError } from '../ports.ts';
import { readWeight } from './weights.ts';

const require = createRequire(import.meta.url);
/** The prefix of model addresses, which only this module's own router serves. */
export const MODEL_BASE = 'file://models/';
const FOLDER = 'face';

export type Tensorflow = typeof import('@tensorflow/tfjs-core');
export type GraphModel = import('@tensorflow/tfjs-converter').GraphModel;

/** The CommonJS copies, because the face package requires those: two copies would have two sets of tensors. */
export const tf = require('@tensorflow/tfjs-core') as Tensorflow;
const converter = require('@tensorflow/tfjs-converter') as typeof import('@tensorflow/tfjs-converter');
const wasm = require('@tensorflow/tfjs-backend-wasm') as typeof import('@tensorflow/tfjs-backend-wasm');

const WASM_PLAIN = 'tfjs-backend-wasm.wasm';
const WASM_SIMD = 'tfjs-backend-wasm-simd.wasm';

interface ModelFile {
  modelTopology: object;
  weightsManifest: { paths: string[]; weights: import('@tensorflow/tfjs-core').io.WeightsManifestEntry[] }[];
  signature?: object;
}

/**
 * Starts TensorFlow.js on WebAssembly (SIMD, one thread: threads do not work in Node) with program and models from
 * `weightsDir`, each file checked against the list. Node's `fetch` refuses `file:` addresses, hence the load router.
 */
export async function startTensorflow(weightsDir: string): Promise<void> {
  for (const program of [WASM_PLAIN, WASM_SIMD]) await readWeight(weightsDir, `${FOLDER}/${program}`);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  wasm.setWasmPaths(`${join(weightsDir, FOLDER)}/`);
  tf.io.registerLoadRouter((url) => {
    const address = Array.isArray(url) ? url[0] : url;
    if (address === undefined || !address.startsWith(MODEL_BASE)) return null as never;
    return { load: () => readModel(weightsDir, address.slice(MODEL_BASE.length)) };
  });
  if (!(await tf.setBackend('wasm'))) throw new EngineError('unavailable', 'WebAssembly cannot be started here.');
  await tf.ready();
}

/** Returns a model of the weights folder by file name, `faceres.json`. */
export function loadModel(name: string): Promise<GraphModel> {
  return converter.loadGraphModel(`${MODEL_BASE}${name}`);
}

async function readModel(weightsDir: string, name: string): Promise<import('@tensorflow/tfjs-core').io.ModelArtifacts> {
  const model = JSON.parse((await readWeight(weightsDir, `${FOLDER}/${name}`)).toString('utf8')) as ModelFile;
  const parts: Buffer[] = [];
  for (const { paths } of model.weightsManifest) {
    for (const path of paths) parts.push(await readWeight(weightsDir, `${FOLDER}/${path}`));
  }
  const bytes = new Uint8Array(Buffer.concat(parts));
  return {
    modelTopology: model.modelTopology,
    weightSpecs: model.weightsManifest.flatMap((part) => part.weights),
    weightData: bytes.buffer,
    ...(model.signature && { signature: model.signature }),
  };
}
