import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const MODULES = new URL('../../../node_modules/', import.meta.url);

interface HumanFace {
  score: number;
  embedding?: number[];
}

/** The few members of the package's class in use here; its own types need a DOM and a bundler. */
interface Human {
  load(): Promise<void>;
  detect(input: unknown): Promise<{ face: HumanFace[] }>;
  match: { similarity(first: number[], second: number[]): number };
}

interface LoadedModel {
  modelTopology: object;
  /** Names the outputs; without it the embedding is missing among them. */
  signature: object;
  weightSpecs: unknown[];
  weightData: ArrayBuffer;
}

interface Tensors {
  io: { registerLoadRouter(router: (url: string) => { load(): Promise<LoadedModel> } | null): void };
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): { dispose(): void };
}

const tf = require('@tensorflow/tfjs-core') as Tensors;

/** Loads the package's models from its own folder, with the settings of its face match example. */
export async function loadHuman(): Promise<Human> {
  tf.io.registerLoadRouter((url) => (url.startsWith('file://') ? { load: () => readModel(new URL(url)) } : null));
  const { Human } = require(fileURLToPath(new URL('@vladmandic/human/dist/human.node-wasm.js', MODULES))) as {
    Human: new (config: object) => Human;
  };
  const human = new Human({
    backend: 'wasm',
    wasmPath: fileURLToPath(new URL('@tensorflow/tfjs-backend-wasm/dist/', MODULES)),
    modelBasePath: new URL('@vladmandic/human/models/', MODULES).href,
    // From the package's documentation: 0 for separate pictures; otherwise it may repeat a result of the previous picture.
    cacheSensitivity: 0,
    face: { emotion: { enabled: false }, iris: { enabled: false } },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    gesture: { enabled: false },
  });
  await human.load();
  return human;
}

/** Node's `fetch` refuses file addresses, so this function reads the model and its weights. */
async function readModel(address: URL): Promise<LoadedModel> {
  const model = JSON.parse(await readFile(address, 'utf8')) as {
    modelTopology: object;
    signature: object;
    weightsManifest: { paths: string[]; weights: unknown[] }[];
  };
  const paths = model.weightsManifest.flatMap((group) => group.paths);
  const files = await Promise.all(paths.map((path) => readFile(new URL(path, address))));
  const weightData = new Uint8Array(Buffer.concat(files)).buffer;
  return {
    modelTopology: model.modelTopology,
    signature: model.signature,
    weightSpecs: model.weightsManifest.flatMap((group) => group.weights),
    weightData,
  };
}

/** The embedding of the first face the package finds in a picture (JPEG or PNG), or null. */
export async function embedFace(human: Human, picture: Buffer): Promise<number[] | null> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const tensor = tf.tensor3d(new Uint8Array(data), [info.height, info.width, 3], 'int32');
  const { face } = await human.detect(tensor);
  tensor.dispose();
  return face[0]?.embedding ?? null;
}

/** The package's own similarity, 0..1. */
export function similarity(human: Human, first: number[], second: number[]): number {
  return human.match.similarity(first, second);
}

export type { Human };
