import { EngineError, type NetBackend } from '../ports.ts';

/** `wasm` is TensorFlow.js, `native` and `gpu` are onnxruntime. */
export type Backend = NetBackend;

/** A net as its files describe it. */
export interface NetSpec {
  /** Its files are `<model>.json` with `<model>.bin`, and `<model>.onnx` made of them. */
  model: string;
  /** Side of the square picture it takes. */
  size: number;
  /** Its results by name, and how many numbers each holds. */
  outputs: readonly (readonly [name: string, length: number])[];
}

/**
 * A loaded net: `size * size * 3` numbers in, row by row and colour by colour; its results out, in the order of the spec. They hold until the net
 * is run again, which is not before they are there.
 */
export interface Net {
  run(input: Float32Array): Promise<Float32Array[]>;
}

/** Loads nets; one for each backend. Throws if that cannot be done here. */
export interface NetLoader {
  load(spec: NetSpec): Promise<Net>;
}

/**
 * `net`, whose answer is looked at before it is used: one of the wrong length, or with anything but numbers in it, is a
 * fault of the backend, and throws `crashed`. So does whatever the backend throws.
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

/** Numbers from -1 to 1 for a backend to be tried with, the same everywhere (Numerical Recipes' generator of 32 bits). */
export function noise(length: number): Float32Array {
  const values = new Float32Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[i] = state / 2 ** 31 - 1;
  }
  return values;
}

/** Whether there are numbers alone. A loop of its own, since it goes over some ten thousand of them a picture. */
function holdsNumbers(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
