import { EngineError, type NetBackend } from '../ports.ts';

/** `wasm` is TensorFlow.js, `native` and `gpu` are onnxruntime. */
export type Backend = NetBackend;

/** A net, as its files describe it. */
export interface NetSpec {
  /** Its files are `<model>.json` with `<model>.bin`, and `<model>.onnx` made from them. */
  model: string;
  /** Side of its square input picture. */
  size: number;
  /** Its results by name, and the number of values in each. */
  outputs: readonly (readonly [name: string, length: number])[];
}

/**
 * A loaded net: its input is `size * size * 3` numbers, row by row and colour by colour; its results are in the order
 * of the spec. They are valid until the next run, which must not begin before they are there.
 */
export interface Net {
  run(input: Float32Array): Promise<Float32Array[]>;
}

/** Loads nets; one for each backend. Throws if that is not possible here. */
export interface NetLoader {
  load(spec: NetSpec): Promise<Net>;
}

/**
 * Returns `net` with a check of its answer: an answer of the wrong length, or with values that are not numbers, is a
 * fault of the backend, and throws `crashed`. So does every error of the backend.
 */
export function guardNet(net: Net, spec: NetSpec): Net {
  return {
    run: async (input) => {
      const results = await net.run(input).catch((cause: unknown) => {
        throw new EngineError('crashed', `The net ${spec.model} could not be computed.`, cause);
      });
      for (const [i, [name, length]] of spec.outputs.entries()) {
        const result = results[i];
        if (result?.length !== length || !holdsNumbers(result))
          throw new EngineError('crashed', `The net ${spec.model} gave no valid ${name}.`);
      }
      return results;
    },
  };
}

/** Returns numbers from -1 to 1 to test a backend with, the same everywhere (Numerical Recipes' generator of 32 bits). */
export function noise(length: number): Float32Array {
  const values = new Float32Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[i] = state / 2 ** 31 - 1;
  }
  return values;
}

/** Returns whether all values are numbers. A plain loop, because it checks about ten thousand of them per picture. */
function holdsNumbers(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
