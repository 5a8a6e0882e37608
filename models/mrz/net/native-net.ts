import { EngineError } from '../../ports.ts';
import { loadRuntime, reasonOf, sessionOptions } from '../../runtime/onnx-nets.ts';
import { createNet, type Net } from './net.ts';
import { toOnnx } from './onnx-model.ts';
import { CLASSES, type LayerWeights, WINDOW, WINDOW_PIXELS } from './shape.ts';

/** Runs the net in onnxruntime, on the processor. Throws `unavailable` if its native program is missing or does not fit this machine. */
export async function createNativeNet(weights: readonly LayerWeights[]): Promise<Net> {
  const { InferenceSession, Tensor } = loadRuntime();
  const loaded = InferenceSession.create(toOnnx(weights), sessionOptions('cpu'));
  const session = await loaded.catch((cause: unknown) => {
    throw new EngineError('unavailable', reasonOf(cause), cause);
  });
  return createNet(async (windows) => {
    const count = windows.length / WINDOW_PIXELS;
    const input = new Tensor('float32', windows, [count, 1, WINDOW, WINDOW]);
    const results = await session.run({ windows: input }).catch((cause: unknown) => {
      throw new EngineError('crashed', 'The MRZ model could not be computed.', cause);
    });
    const logits = results['logits']?.data as Float32Array | undefined;
    if (logits?.length !== count * CLASSES || !logits.every(Number.isFinite))
      throw new EngineError('crashed', 'The MRZ model gave no valid answer.');
    return logits;
  });
}
