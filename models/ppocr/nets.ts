import type { InferenceSession } from 'onnxruntime-node';
import { EngineError } from '../ports.ts';
import { loadRuntime, reasonOf, sessionOptions } from '../runtime/onnx-nets.ts';
import { readWeight } from '../runtime/weights.ts';

/** The nets of PP-OCRv4, and the characters that its recogniser distinguishes. */
export interface PpocrNets {
  detect: ColourNet;
  recognise: ColourNet;
  /** By the recogniser's codes; the first, '', means no character, and the last is the space. */
  signs: readonly string[];
}

/** Takes one picture, channel by channel: `3 * height * width` numbers. Throws `EngineError('crashed')`. */
export type ColourNet = (pixels: Float32Array, width: number, height: number) => Promise<Float32Array>;

const FOLDER = 'ppocr';

/** Loads both nets, checked against the list of model files. Throws `EngineError('unavailable')`. */
export async function loadPpocrNets(weightsDir: string): Promise<PpocrNets> {
  const signs = (await readWeight(weightsDir, `${FOLDER}/signs.txt`)).toString('utf8').split('\n');
  return {
    detect: await loadNet(weightsDir, 'detect'),
    recognise: await loadNet(weightsDir, 'recognise'),
    signs: ['', ...signs, ' '],
  };
}

async function loadNet(weightsDir: string, name: string): Promise<ColourNet> {
  const { InferenceSession, Tensor } = loadRuntime();
  const file = await readWeight(weightsDir, `${FOLDER}/${name}.onnx`);
  const session = await InferenceSession.create(file, sessionOptions('cpu')).catch((cause: unknown) => {
    throw new EngineError('unavailable', reasonOf(cause), cause);
  });
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return async (pixels, width, height) => {
    const feeds: InferenceSession.FeedsType = { [input]: new Tensor('float32', pixels, [1, 3, height, width]) };
    const results = await session.run(feeds).catch((cause: unknown) => {
      throw new EngineError('crashed', `The net ${FOLDER}/${name} could not be computed.`, cause);
    });
    return results[output]?.data as Float32Array;
  };
}
