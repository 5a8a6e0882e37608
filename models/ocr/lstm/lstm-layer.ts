import type { OnnxBuilder } from '../../onnx/builder.mjs';
import type { Gates } from './network.ts';
import { biasOf, weightsOf } from './weights.ts';

/** onnxruntime's domain, with an LSTM whose weights stay 8-bit integers. */
const MICROSOFT = 'com.microsoft';

/** How a cell runs. */
export interface LstmForm {
  direction: 'forward' | 'reverse';
  /** Only the output at the end is needed: `[sequences, hidden]`, otherwise `[steps, sequences, hidden]`. */
  summary: boolean;
  /** 8-bit integers are multiplied as such, if the file has them. */
  int8: boolean;
  /** Name of the lengths of the sequences; null: all have full length. */
  lengths: string | null;
}

/**
 * Adds a cell to the graph and returns the name of its output; `input` is `[steps, sequences, values]`. ONNX has the gates in the order input,
 * output, forget, cell (onnx.ai, operator LSTM). Tesseract limits a cell's state to -100..100, which ONNX cannot do: no text reaches that.
 */
export function addLstm(builder: OnnxBuilder, input: string, gates: Gates, form: LstmForm): string {
  const ordered = [gates.input, gates.output, gates.forget, gates.cell];
  const hidden = gates.cell.outputs;
  const inputs = gates.cell.inputs - hidden;
  const asInt8 = form.int8 && ordered.every(({ scales }) => scales !== null);
  const [bias, all] = [new Float32Array(hidden * 8), { ordered, hidden, inputs }];
  for (const [gate, matrix] of ordered.entries()) {
    for (let row = 0; row < hidden; row++) bias[gate * hidden + row] = biasOf(matrix, row);
  }
  const weights = (asInt8 ? addInt8 : addFloats)(builder, all);
  const given = [weights.input, weights.recurrent, builder.floats(bias, [1, hidden * 8]), form.lengths ?? ''];
  const [sequence, last] = form.summary ? ['', builder.fresh()] : [builder.fresh(), ''];
  builder.put({
    op: asInt8 ? 'DynamicQuantizeLSTM' : 'LSTM',
    ...(asInt8 && { domain: MICROSOFT }),
    inputs: [input, ...given, ...(asInt8 ? ['', '', '', ...weights.scales] : [])],
    output: sequence,
    ...(form.summary && { moreOutputs: [last] }),
    attributes: { hidden_size: hidden, direction: { text: form.direction } },
  });
  // The dimension for directions, of which there is one.
  return builder.add('Squeeze', [form.summary ? last : sequence, builder.sizes([form.summary ? 0 : 1])]);
}

interface Weights {
  input: string;
  recurrent: string;
  /** Scale and zero point of both. */
  scales: string[];
}

interface Stacked {
  ordered: Gates['cell'][];
  hidden: number;
  inputs: number;
}

/** `[1, 4 * hidden, inputs]` and `[1, 4 * hidden, hidden]`. */
function addFloats(builder: OnnxBuilder, { ordered, hidden, inputs }: Stacked): Weights {
  const [w, r] = [new Float32Array(4 * hidden * inputs), new Float32Array(4 * hidden * hidden)];
  for (const [gate, matrix] of ordered.entries()) {
    for (let row = 0; row < hidden; row++) {
      const weights = weightsOf(matrix, row);
      const at = gate * hidden + row;
      w.set(weights.subarray(0, inputs), at * inputs);
      r.set(weights.subarray(inputs, inputs + hidden), at * hidden);
    }
  }
  const shape = [1, 4 * hidden];
  return { input: builder.floats(w, [...shape, inputs]), recurrent: builder.floats(r, [...shape, hidden]), scales: [] };
}

/** Transposed: `[1, inputs, 4 * hidden]` and `[1, hidden, 4 * hidden]`, and a scale for each of the last. */
function addInt8(builder: OnnxBuilder, { ordered, hidden, inputs }: Stacked): Weights {
  const nodes = 4 * hidden;
  const [w, r] = [new Int8Array(inputs * nodes), new Int8Array(hidden * nodes)];
  const scales = new Float32Array(nodes);
  for (const [gate, { values, scales: own }] of ordered.entries()) {
    for (let row = 0; row < hidden; row++) {
      const node = gate * hidden + row;
      const from = row * (inputs + hidden + 1);
      scales[node] = own?.[row] ?? 1;
      for (let i = 0; i < inputs; i++) w[i * nodes + node] = values[from + i] ?? 0;
      for (let i = 0; i < hidden; i++) r[i * nodes + node] = values[from + inputs + i] ?? 0;
    }
  }
  const scale = builder.floats(scales, [1, nodes]);
  const zero = builder.bytes(new Int8Array(nodes), [1, nodes]);
  return {
    input: builder.bytes(w, [1, inputs, nodes]),
    recurrent: builder.bytes(r, [1, hidden, nodes]),
    scales: [scale, zero, scale, zero],
  };
}
