import type { NetLoader } from './nets.ts';
import { loadModel, startTensorflow, tf } from './tensorflow.ts';

/** Loads nets in WebAssembly: always available, on one thread. */
export async function startWasmNets(weightsDir: string): Promise<NetLoader> {
  await startTensorflow(weightsDir);
  return {
    load: async ({ model: name, size, outputs }) => {
      const model = await loadModel(`${name}.json`);
      const names = outputs.map(([output]) => output);
      return {
        run: async (input) => {
          const results = tf.tidy(() => model.execute(tf.tensor4d(input, [1, size, size, 3]), names));
          try {
            const read = [results].flat().map((tensor) => tensor.data());
            return (await Promise.all(read)) as Float32Array[];
          } finally {
            tf.dispose(results);
          }
        },
      };
    },
  };
}
