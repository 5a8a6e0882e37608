import { createRequire } from 'node:module';
import type { InferenceSession } from 'onnxruntime-node';
import { EngineError } from '../ports.ts';
import type { NetLoader } from './nets.ts';
// Before the library is loaded: it would send usage reports.
import './offline.ts';
import { readWeight } from './weights.ts';

const FOLDER = 'face';

/** onnxruntime's own numbers: 3 is an error. Its warnings are of no use, and it prints them. */
const LOG_ERRORS = 3;
/**
 * One thread per worker: there are as many concurrent pictures as workers, a net of this size gains little from a
 * second thread, and waiting threads spin.
 */
const THREADS = 1;

export type Runtime = Pick<typeof import('onnxruntime-node'), 'InferenceSession' | 'Tensor' | 'env'>;

/**
 * Loads nets in onnxruntime, on the processor (`cpu`) or with its WebGPU provider (`webgpu`). Throws `unavailable` if
 * its native program is missing or does not fit this machine.
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
          // The processor writes into the previous results again: a few kilobytes per run that need no garbage collection.
          results = await session.run(feeds, provider === 'cpu' && results !== null ? results : names);
          return names.map((name) => results?.[name]?.data as Float32Array);
        },
      };
    },
  };
}

/** Returns onnxruntime itself, without logging. Throws `unavailable` if its native program is missing or does not fit this machine. */
export function loadRuntime(): Runtime {
  try {
    const runtime = createRequire(import.meta.url)('onnxruntime-node') as Runtime;
    runtime.env.logLevel = 'error';
    return runtime;
  } catch (cause) {
    throw new EngineError('unavailable', `onnxruntime cannot be loaded: ${reasonOf(cause)}`, cause);
  }
}

/** Returns the options of every net: one thread, no warnings. */
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
 * Returns the first line of its message, without the place in its sources where a condition "was false". These failures
 * concern our own files and this machine, never a client's input.
 */
export function reasonOf(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return line.replace(/^.* was false\. /, '');
}
