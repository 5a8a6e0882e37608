import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Config, FaceResult, Human } from '@vladmandic/human';
import { EngineError } from '../ports.ts';
import { MODEL_BASE, tf } from '../runtime/tensorflow.ts';

const require = createRequire(import.meta.url);
/** The export map leads to a program that wants a native TensorFlow; the one for WebAssembly lies beside it. */
const PROGRAMS = dirname(require.resolve('@vladmandic/human'));

export const HUMAN_VERSION = (require(join(PROGRAMS, '../package.json')) as { version: string }).version;

/** At most so many faces are looked at in one picture. */
const FACES_MAX = 10;
/** Of the detector and of the mesh. */
const CONFIDENCE_MIN = 0.3;
const MODELS = ['blazeface', 'facemesh', 'antispoof', 'liveness'];
const OFF = { enabled: false };

/**
 * Every face option is named, since the package's defaults load more and since `detect` would keep what it is given for
 * good. Its caches of earlier pictures are off. The embedding is made elsewhere (`embed.ts`), on a better crop.
 */
const CONFIG: Partial<Config> = {
  backend: 'wasm',
  modelBasePath: MODEL_BASE,
  debug: false,
  async: false,
  cacheSensitivity: 0,
  skipAllowed: false,
  filter: { enabled: false },
  gesture: OFF,
  body: OFF,
  hand: OFF,
  object: OFF,
  segmentation: OFF,
  face: {
    enabled: true,
    detector: {
      modelPath: 'blazeface.json',
      rotation: true,
      maxDetected: FACES_MAX,
      minConfidence: CONFIDENCE_MIN,
      skipFrames: 0,
      skipTime: 0,
      return: false,
    },
    mesh: { enabled: true, modelPath: 'facemesh.json' },
    antispoof: { enabled: true, modelPath: 'antispoof.json', skipFrames: 0, skipTime: 0 },
    liveness: { enabled: true, modelPath: 'liveness.json', skipFrames: 0, skipTime: 0 },
    iris: OFF,
    emotion: OFF,
    description: OFF,
  },
} as Partial<Config>;

/** Faces of a square picture; `pixels` holds `size * size * 3` values 0..255. */
export type DetectFaces = (pixels: Float32Array, size: number) => Promise<FaceResult[]>;

/** Loads detector, mesh and the two advisory models. TensorFlow must have been started (`startTensorflow`). */
export async function loadHuman(): Promise<DetectFaces> {
  const program = require(join(PROGRAMS, 'human.node-wasm.js')) as typeof import('@vladmandic/human');
  const human = new program.Human(CONFIG);
  await human.load();
  assertLoaded(human);
  return async (pixels, size) => {
    const input = tf.tensor4d(pixels, [1, size, size, 3]);
    try {
      const result = await human.detect(input as never);
      if (result.error) throw new EngineError('crashed', 'The face detector failed.');
      return result.face;
    } finally {
      input.dispose();
    }
  };
}

/** `load` swallows errors, so what is loaded is counted. */
function assertLoaded(human: Human): void {
  const { modelStats } = human.models.stats();
  for (const name of MODELS) {
    if (modelStats.some((model) => model.name === name && model.loaded)) continue;
    throw new EngineError('unavailable', `The face model ${name} could not be loaded. Run npm start again.`);
  }
}
