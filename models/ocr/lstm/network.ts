import { type ByteReader, unfit } from './byte-reader.ts';
import { readWeights, type WeightMatrix } from './weights.ts';

/** Layers of a Tesseract net in execution order. Sizes count values at one place of the picture. */
export type Layer =
  | { kind: 'series'; layers: Layer[] }
  | { kind: 'parallel'; layers: Layer[] }
  | { kind: 'input'; height: number; depth: number }
  /** Every place gets its neighbours' values: columns from left to right, and in each the rows from top to bottom. */
  | { kind: 'convolve'; halfX: number; halfY: number }
  | { kind: 'maxpool'; x: number; y: number }
  | { kind: 'reversed'; layer: Layer }
  | { kind: 'transposed'; layer: Layer }
  | { kind: 'dense'; activation: Activation; weights: WeightMatrix }
  /** `summary`: of a row only the output at its end is kept. */
  | { kind: 'lstm'; summary: boolean; gates: Gates };

export type Activation = 'tanh' | 'sigmoid' | 'relu' | 'linear' | 'softmax';

/** Each takes the inputs and then the cell's previous output (`lstm.cpp`). */
export interface Gates {
  cell: WeightMatrix;
  input: WeightMatrix;
  forget: WeightMatrix;
  output: WeightMatrix;
}

const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  Tanh: 'tanh',
  Logistic: 'sigmoid',
  Relu: 'relu',
  Linear: 'linear',
  Softmax: 'softmax',
};
/** Its layers have their own learning rates (`network.h`, `NF_LAYER_SPECIFIC_LR`). */
const LAYER_RATES = 64;
const LAYERS_MAX = 64;
const DEPTH_MAX = 8;
const SPAN_MAX = 64;

/**
 * Reads a net as the `Serialize` methods of Tesseract's `src/lstm` write it. Throws `EngineError('unavailable')` if it
 * is damaged or has an unknown layer.
 */
export function readNetwork(reader: ByteReader, depth = 0): Layer {
  const type = readType(reader);
  const isTraining = reader.byte() === 1;
  if (isTraining || depth > DEPTH_MAX) throw unfit('its neural net is a training copy, or is not a neural net');
  reader.skip(1);
  const flags = reader.whole();
  const inputs = reader.whole();
  // The output and the number of weights.
  reader.skip(8);
  reader.text();
  const activation = ACTIVATIONS[type];
  if (activation !== undefined) return { kind: 'dense', activation, weights: readWeights(reader) };
  return readLayer(reader, { type, flags, inputs, depth });
}

interface Head {
  type: string;
  flags: number;
  inputs: number;
  depth: number;
}

function readLayer(reader: ByteReader, head: Head): Layer {
  switch (head.type) {
    case 'Input':
      return readInput(reader);
    case 'Convolve':
      return { kind: 'convolve', halfX: reader.size(SPAN_MAX), halfY: reader.size(SPAN_MAX) };
    case 'Maxpool':
      return { kind: 'maxpool', x: span(reader), y: span(reader) };
    case 'LSTM':
      return { kind: 'lstm', summary: false, gates: readGates(reader, head.inputs) };
    case 'SummLSTM':
      return { kind: 'lstm', summary: true, gates: readGates(reader, head.inputs) };
    case 'Series':
      return { kind: 'series', layers: readStack(reader, head) };
    case 'Parallel':
    case 'ParBidiLSTM':
      return { kind: 'parallel', layers: readStack(reader, head) };
    case 'RTLReversed':
      return { kind: 'reversed', layer: onlyOne(readStack(reader, head)) };
    case 'XYTranspose':
      return { kind: 'transposed', layer: onlyOne(readStack(reader, head)) };
    default:
      throw unfit(
        `its neural net has a layer of the kind "${head.type.replace(/[^\w ]/g, '?')}", which Custos does not support`,
      );
  }
}

/** If the first byte is not 0, it is the kind itself; files of Tesseract 4 and later have names. */
function readType(reader: ByteReader): string {
  if (reader.byte() !== 0) throw unfit('its neural net has an old format, from before Tesseract 4.0');
  return reader.text();
}

function span(reader: ByteReader): number {
  return Math.max(1, reader.size(SPAN_MAX));
}

/** Reads batch, height, width, depth, and the training loss. */
function readInput(reader: ByteReader): Layer {
  reader.skip(4);
  const height = reader.size(SPAN_MAX);
  reader.skip(4);
  const depth = reader.size(SPAN_MAX);
  reader.skip(4);
  return { kind: 'input', height, depth };
}

function readStack(reader: ByteReader, { flags, depth }: Head): Layer[] {
  const count = reader.size(LAYERS_MAX);
  const layers = Array.from({ length: count }, () => readNetwork(reader, depth + 1));
  if ((flags & LAYER_RATES) !== 0) reader.skip(reader.size(LAYERS_MAX) * 4);
  return layers;
}

function onlyOne(layers: Layer[]): Layer {
  const [layer, ...others] = layers;
  if (layer === undefined || others.length > 0) throw unfit('a layer of its neural net is empty');
  return layer;
}

function readGates(reader: ByteReader, inputs: number): Gates {
  const taken = reader.whole();
  const [cell, input, forget, output] = [
    readWeights(reader),
    readWeights(reader),
    readWeights(reader),
    readWeights(reader),
  ];
  const size = cell.outputs;
  const fits = [cell, input, forget, output].every((gate) => gate.outputs === size && gate.inputs === inputs + size);
  if (!fits || taken !== inputs + size) throw unfit('the gates of a layer of its neural net do not fit together');
  return { cell, input, forget, output };
}
