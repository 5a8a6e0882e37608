import { OnnxBuilder } from '../../onnx/builder.mjs';
import { writeOnnx } from '../../onnx/onnx-file.mjs';
import { unfit } from './byte-reader.ts';
import { addLstm } from './lstm-layer.ts';
import type { Activation, Layer } from './network.ts';
import { type WeightMatrix, weightsOf } from './weights.ts';

/** A net for lines of text, ready to load. */
export interface LineModel {
  /**
   * An ONNX file. Its inputs are `pictures`, `[lines, 1, height, width]` of numbers from -1 (black) to 1, padded on the
   * right with a line's last column, and `columns`, `[lines]` of 32-bit integers: how many columns of the output belong
   * to each line. Its output is `signs`, `[columns, lines, codes]`: the probability of each code, 0..1, in each column.
   */
  file: Buffer;
  /** Height of its input pictures, in pixels. */
  height: number;
  /** Pixels of a picture per column of the output. */
  pixelsPerColumn: number;
  codes: number;
}

/** The output of the layers so far: a picture or, once its rows are summarised, one vector per column. */
interface Flow {
  name: string;
  /** `picture`: `[lines, depth, height, width]`. `columns`: `[columns, lines, depth]`. */
  form: 'picture' | 'columns';
  depth: number;
  height: number;
  /** Pixels per column. */
  span: number;
}

interface Work {
  builder: OnnxBuilder;
  int8: boolean;
}

const [PICTURES, COLUMNS, SIGNS] = ['pictures', 'columns', 'signs'];

/**
 * Makes an ONNX file of a Tesseract net. Supports Tesseract's usual form: convolutions and pooling of a grey picture, rows summarised by an LSTM,
 * then LSTMs along the line, then a softmax. Throws `EngineError('unavailable')` for others.
 *
 * @param int8 whether 8-bit integer weights are multiplied as such, as Tesseract does, or as floats
 */
export function makeLineModel(network: Layer, int8: boolean): LineModel {
  const builder = new OnnxBuilder();
  const [input, ...layers] = flatten(network);
  if (input?.kind !== 'input' || input.depth !== 1 || input.height < 2)
    throw unfit('its neural net does not accept grey lines of text');
  let flow: Flow = { name: PICTURES, form: 'picture', depth: 1, height: input.height, span: 1 };
  for (let i = 0; i < layers.length; i++) {
    const [layer, next] = [layers[i] as Layer, layers[i + 1]];
    if (layer.kind === 'convolve' && next?.kind === 'dense') {
      // The larger of two numbers stays the larger one after tanh and similar functions: pooling first leaves fewer to compute.
      const pool = layers[i + 2];
      const pooled = pool?.kind === 'maxpool' ? pool : null;
      flow = addConvolution({ builder, int8 }, flow, { layer, dense: next, pool: pooled });
      i += pooled === null ? 1 : 2;
    } else flow = addLayer({ builder, int8 }, flow, layer);
  }
  const last = layers.at(-1);
  if (flow.form !== 'columns' || last?.kind !== 'dense' || last.activation !== 'softmax')
    throw unfit('its neural net returns no characters');
  builder.graph.inputs.push({ name: PICTURES, shape: ['lines', 1, input.height, 'width'] });
  builder.graph.inputs.push({ name: COLUMNS, type: 'int32', shape: ['lines'] });
  builder.put({ op: 'Identity', inputs: [flow.name], output: SIGNS });
  builder.graph.outputs.push({ name: SIGNS, shape: ['columns', 'lines', flow.depth] });
  return { file: writeOnnx(builder.graph), height: input.height, pixelsPerColumn: flow.span, codes: flow.depth };
}

/** Nested series hold nothing of their own. */
function flatten(layer: Layer): Layer[] {
  return layer.kind === 'series' ? layer.layers.flatMap(flatten) : [layer];
}

function addLayer(work: Work, flow: Flow, layer: Layer): Flow {
  switch (layer.kind) {
    case 'maxpool':
      return addPool(work, flow, layer);
    case 'dense':
      return addDense(work, flow, layer.activation, layer.weights);
    case 'transposed':
      return addSummary(work, flow, layer.layer);
    case 'lstm':
      return addAlong(work, flow, layer, 'forward');
    case 'reversed':
      return addAlong(work, flow, layer.layer, 'reverse');
    case 'parallel':
      return addParallel(work, flow, layer.layers);
    default:
      throw unfit(UNUSUAL);
  }
}

const UNUSUAL = 'the layers of its neural net are in an order that Custos does not support';

interface Convolution {
  layer: Extract<Layer, { kind: 'convolve' }>;
  dense: Extract<Layer, { kind: 'dense' }>;
  pool: Extract<Layer, { kind: 'maxpool' }> | null;
}

/**
 * Tesseract assumes noise outside the picture. This repeats the edge instead: of 708 drawn lines, 17 more were read
 * correctly than by Tesseract, which sees quotes and dashes in the noise.
 */
function addConvolution(work: Work, flow: Flow, { layer: { halfX, halfY }, dense, pool }: Convolution): Flow {
  const [wide, high] = [2 * halfX + 1, 2 * halfY + 1];
  const { weights } = dense;
  if (flow.form !== 'picture' || weights.inputs !== flow.depth * wide * high) throw unfit(UNUSUAL);
  const kernel = new Float32Array(weights.outputs * weights.inputs);
  const bias = new Float32Array(weights.outputs);
  for (let node = 0; node < weights.outputs; node++) {
    const row = weightsOf(weights, node);
    bias[node] = row.at(-1) ?? 0;
    for (let x = 0; x < wide; x++) {
      for (let y = 0; y < high; y++) {
        for (let c = 0; c < flow.depth; c++) {
          const to = ((node * flow.depth + c) * high + y) * wide + x;
          kernel[to] = row[(x * high + y) * flow.depth + c] ?? 0;
        }
      }
    }
  }
  const { builder } = work;
  const shape = [weights.outputs, flow.depth, high, wide];
  const edges = builder.sizes([0, 0, halfY, halfX, 0, 0, halfY, halfX]);
  const wider = builder.add('Pad', [flow.name, edges], { mode: { text: 'edge' } });
  const taken = [wider, builder.floats(kernel, shape), builder.floats(bias, [weights.outputs])];
  const name = builder.add('Conv', taken, { kernel_shape: [high, wide] });
  const convolved: Flow = { ...flow, name, depth: weights.outputs };
  const pooled = pool === null ? convolved : addPool(work, convolved, pool);
  return { ...pooled, name: activate(builder, pooled.name, dense.activation) };
}

function addPool({ builder }: Work, flow: Flow, { x, y }: { x: number; y: number }): Flow {
  if (flow.form !== 'picture' || flow.height < y) throw unfit(UNUSUAL);
  const name = builder.add('MaxPool', [flow.name], { kernel_shape: [y, x], strides: [y, x] });
  return { ...flow, name, height: Math.floor(flow.height / y), span: flow.span * x };
}

/** Reads every column from top to bottom and passes on the state at its end. */
function addSummary({ builder, int8 }: Work, flow: Flow, layer: Layer): Flow {
  if (flow.form !== 'picture' || layer.kind !== 'lstm' || !layer.summary) throw unfit(UNUSUAL);
  checkGates(flow, layer);
  const hidden = layer.gates.cell.outputs;
  const turned = builder.add('Transpose', [flow.name], { perm: [2, 3, 0, 1] });
  const steps = builder.add('Reshape', [turned, builder.sizes([flow.height, -1, flow.depth])]);
  const summed = addLstm(builder, steps, layer.gates, { direction: 'forward', summary: true, int8, lengths: null });
  const lines = builder.add('Shape', [COLUMNS]);
  const shape = builder.add('Concat', [builder.sizes([-1]), lines, builder.sizes([hidden])], { axis: 0 });
  return { ...flow, name: builder.add('Reshape', [summed, shape]), form: 'columns', depth: hidden, height: 1 };
}

function addAlong({ builder, int8 }: Work, flow: Flow, layer: Layer, direction: 'forward' | 'reverse'): Flow {
  if (flow.form !== 'columns' || layer.kind !== 'lstm' || layer.summary) throw unfit(UNUSUAL);
  checkGates(flow, layer);
  const name = addLstm(builder, flow.name, layer.gates, { direction, summary: false, int8, lengths: COLUMNS });
  return { ...flow, name, depth: layer.gates.cell.outputs };
}

function checkGates({ depth }: Flow, { gates }: Extract<Layer, { kind: 'lstm' }>): void {
  if (gates.cell.inputs !== depth + gates.cell.outputs) throw unfit(UNUSUAL);
}

function addParallel(work: Work, flow: Flow, layers: Layer[]): Flow {
  const flows = layers.map((layer) => flatten(layer).reduce((sum, part) => addLayer(work, sum, part), flow));
  if (flows.length === 0 || flows.some(({ form }) => form !== 'columns')) throw unfit(UNUSUAL);
  const name = work.builder.add(
    'Concat',
    flows.map((one) => one.name),
    { axis: 2 },
  );
  return { ...flow, name, depth: flows.reduce((sum, { depth }) => sum + depth, 0) };
}

function addDense({ builder }: Work, flow: Flow, activation: Activation, weights: WeightMatrix): Flow {
  const { inputs, outputs } = weights;
  if (flow.form !== 'columns' || inputs !== flow.depth) throw unfit(UNUSUAL);
  const [matrix, bias] = [new Float32Array(inputs * outputs), new Float32Array(outputs)];
  for (let node = 0; node < outputs; node++) {
    const row = weightsOf(weights, node);
    bias[node] = row[inputs] ?? 0;
    for (let i = 0; i < inputs; i++) matrix[i * outputs + node] = row[i] ?? 0;
  }
  const product = builder.add('MatMul', [flow.name, builder.floats(matrix, [inputs, outputs])]);
  const sum = builder.add('Add', [product, builder.floats(bias, [outputs])]);
  return { ...flow, name: activate(builder, sum, activation), depth: outputs };
}

function activate(builder: OnnxBuilder, name: string, activation: Activation): string {
  if (activation === 'linear') return name;
  if (activation === 'softmax') return builder.add('Softmax', [name], { axis: 2 });
  return builder.add({ tanh: 'Tanh', sigmoid: 'Sigmoid', relu: 'Relu' }[activation], [name]);
}
