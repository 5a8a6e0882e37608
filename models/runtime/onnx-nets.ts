import { createRequire } from 'node:module';
import type { InferenceSession } from 'onnxruntime-node';
import { EngineError } from '../ports.ts';
import type { NetLoader } from './nets.ts';
// Before the library is loaded: it would report its use.
import './offline.ts';
import { readWeight } from './weights.ts';

const FOLDER = 'face';

/** onnxruntime's own numbers: 3 is an error. Its warnings are of no use to anybody, and it prints them. */
const LOG_ERRORS = 3;
/**
 * One thread a worker: as many pictures are looked at at once as there are workers, a net of this size gains little from
 * a second thread, and threads that wait for work turn in circles.
 */
const THREADS = 1;

export type Runtime = Pick<typeof import('onnxruntime-node'), 'InferenceSession' | 'Tensor' | 'env'>;

/**
 * Nets in onnxruntime, on the processor (`cpu`) or by its WebGPU provider (`webgpu`). Throws `unavailable` if its
 * native program is not there or does not fit this machine.
 */
export function startOnnxNets(weightsDir: string, provider: 'cpu' | 'webgpu'): NetLoader {
  const { InferenceSession, Tensor } = loadRuntime();
  return {
    load: async ({ model, size, outputs }) => {
      const file = await readWeight(weightsDir, `${FOLDER}/${model}.onnx`);
      const session = await InferenceSession.create(file, sessionOptions(provider)).catch((cause: unknown) => {
        throw new EngineError('unavailable', reasonOf(cause), cause);
      });
      const [input] = session.inputNames;
      if (input === undefined) throw new EngineError('unavailable', `The net ${model} takes nothing.`);
      const names = outputs.map(([name]) => name);
      let results: InferenceSession.ReturnType | null = null;
      return {
        run: async (pixels) => {
          const feeds = { [input]: new Tensor('float32', pixels, [1, size, size, 3]) };
          // The processor writes into the former results again: some kilobytes a run, which need not be collected.
          results = await session.run(feeds, provider === 'cpu' && results !== null ? results : names);
          return names.map((name) => results?.[name]?.data as Float32Array);
        },
      };
    },
  };
}

/** onnxruntime itself, quiet. Throws `unavailable` if its native program is not there or does not fit this machine. */
export function loadRuntime(): Runtime {
  try {
    const runtime = createRequire(import.meta.url)('onnxruntime-node') as Runtime;
    runtime.env.logLevel = 'error';
    return runtime;
  } catch (cause) {
    throw new EngineError('unavailable', `onnxruntime cannot be loaded: ${reasonOf(cause)}`, cause);
  }
}

/** How every net is run: in one thread, its warnings kept back. */
export function sessionOptions(provider: 'cpu' | 'webgpu'): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    intraOpNumThreads: THREADS,
    interOpNumThreads: 1,
    logSeverityLevel: LOG_ERRORS,
  };
}

/**
 * The first line of what it says, without the place in its sources where a condition "was false". These failures concern
 * our own files and this machine, never a client's input.
 */
export function reasonOf(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return line.replace(/^.* was false\. /, '');
}
