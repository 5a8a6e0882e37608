import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { guardNet, type Net, type NetSpec } from '../../../models/runtime/nets.ts';
import program from '../../../node_modules/@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url';
import detectorWeights from '../../../node_modules/@vladmandic/human/models/blazeface.bin?url';
import detectorGraph from '../../../node_modules/@vladmandic/human/models/blazeface.json?url';
import meshWeights from '../../../node_modules/@vladmandic/human/models/facemesh.bin?url';
import meshGraph from '../../../node_modules/@vladmandic/human/models/facemesh.json?url';

/** The addresses of a net's files. */
interface NetFiles {
  graph: string;
  weights: string;
}

export const DETECTOR_FILES: NetFiles = { graph: detectorGraph, weights: detectorWeights };
export const MESH_FILES: NetFiles = { graph: meshGraph, weights: meshWeights };

interface GraphFile {
  modelTopology: object;
  weightsManifest: { weights: tf.io.WeightsManifestEntry[] }[];
}

/** Starts TensorFlow.js on WebAssembly with SIMD, in one thread: threads need headers that this page does not have. Throws without SIMD. */
export async function startTensorflow(): Promise<void> {
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  const paths = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm-threaded-simd.wasm'];
  setWasmPaths(Object.fromEntries(paths.map((path) => [path, program])));
  if (!(await tf.setBackend('wasm'))) throw new Error('WebAssembly does not start in this browser');
}

/** Loads a net of the page's own files. */
export async function loadNet(spec: NetSpec, { graph, weights }: NetFiles): Promise<Net> {
  const load = async (address: string): Promise<Response> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
    return answer;
  };
  const [json, weightData] = await Promise.all([
    load(graph).then((answer) => answer.json() as Promise<GraphFile>),
    load(weights).then((answer) => answer.arrayBuffer()),
  ]);
  const weightSpecs = json.weightsManifest.flatMap((part) => part.weights);
  const model = await loadGraphModel({
    load: async () => ({ modelTopology: json.modelTopology, weightSpecs, weightData }),
  });
  const names = spec.outputs.map(([name]) => name);
  const run = async (input: Float32Array): Promise<Float32Array[]> => {
    const results = [tf.tidy(() => model.execute(tf.tensor4d(input, [1, spec.size, spec.size, 3]), names))].flat();
    try {
      return (await Promise.all(results.map((tensor) => tensor.data()))) as Float32Array[];
    } finally {
      tf.dispose(results);
    }
  };
  return guardNet({ run }, spec);
}
