import { type ByteReader, unfit } from './byte-reader.ts';

/**
 * The weights of a layer of nodes: for each node a row of `inputs` weights and then its bias. If `scales` is set,
 * `values` are integers from -127 to 127, and each row must be multiplied by its scale.
 */
export interface WeightMatrix {
  outputs: number;
  /** Without the bias. */
  inputs: number;
  values: Int8Array | Float32Array;
  /** One per row; null if `values` are the weights themselves. */
  scales: Float32Array | null;
}

/** Bits of a matrix's mode (`weightmatrix.cpp`): integers; 64-bit numbers. */
const INT8 = 1;
const DOUBLE = 128;
/** The largest layers have about a thousand nodes. */
const SIDE_MAX = 65_536;

/** Reads a weight matrix as `WeightMatrix::Serialize` of `weightmatrix.cpp` writes it. Throws if it cannot be used. */
export function readWeights(reader: ByteReader): WeightMatrix {
  const mode = reader.byte() & 0xff;
  if ((mode & DOUBLE) === 0) throw unfit('its neural net has an old format, from before Tesseract 4.0');
  const isInt = (mode & INT8) !== 0;
  const outputs = reader.size(SIDE_MAX);
  const columns = reader.size(SIDE_MAX);
  if (outputs === 0 || columns < 2) throw unfit('a layer of its neural net is empty');
  // The value of an empty element.
  reader.skip(isInt ? 1 : 8);
  const size = { outputs, inputs: columns - 1 };
  if (isInt) return { ...size, ...readInts(reader, outputs, columns) };
  const raw = reader.bytes(outputs * columns * 8);
  const values = Float32Array.from({ length: outputs * columns }, (_, i) => raw.readDoubleLE(i * 8));
  checkFinite(values);
  return { ...size, values, scales: null };
}

/** There may be more scales than rows: Tesseract pads them to a multiple for its own arithmetic. */
function readInts(reader: ByteReader, outputs: number, columns: number): Pick<WeightMatrix, 'values' | 'scales'> {
  const raw = reader.bytes(outputs * columns);
  const values = new Int8Array(raw.buffer, raw.byteOffset, raw.length);
  const count = reader.size(SIDE_MAX);
  if (count < outputs) throw unfit('a layer of its neural net lacks scales');
  const scales = Float32Array.from({ length: count }, () => reader.double()).subarray(0, outputs);
  checkFinite(scales);
  return { values, scales };
}

function checkFinite(values: Float32Array): void {
  if (!values.every(Number.isFinite)) throw unfit('a weight of its neural net is not a number');
}

/** Returns row `output` as it applies to numbers from -1 to 1, with its bias last. */
export function weightsOf({ inputs, values, scales }: WeightMatrix, output: number): Float32Array {
  const from = output * (inputs + 1);
  const scale = scales?.[output] ?? 1;
  const row = new Float32Array(inputs + 1);
  for (let i = 0; i < row.length; i++) row[i] = (values[from + i] as number) * scale;
  return row;
}

/** Returns the last value of `weightsOf`. */
export function biasOf({ inputs, values, scales }: WeightMatrix, output: number): number {
  return (values[output * (inputs + 1) + inputs] as number) * (scales?.[output] ?? 1);
}
