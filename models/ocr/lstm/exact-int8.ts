import { OnnxBuilder } from '../../onnx/builder.mjs';
import { writeOnnx } from '../../onnx/onnx-file.mjs';
import { loadRuntime, sessionOptions } from '../../runtime/onnx-nets.ts';
import { addLstm } from './lstm-layer.ts';

/** The result if every gate sums to 2: sigmoid(2) * tanh(sigmoid(2) * tanh(2)). */
const EXPECTED = 0.608;
const TOLERANCE = 0.02;

/**
 * Returns whether this processor adds products of 8-bit numbers exactly. With only AVX2, onnxruntime saturates sums of two at 16 bits
 * (onnxruntime.ai, "Quantize ONNX models", on saturation), and integer nets would misread: they then run as floats.
 */
export async function addsInt8Exactly(): Promise<boolean> {
  const gate = { outputs: 1, inputs: 3, values: Int8Array.of(127, 127, 0, 0), scales: Float32Array.of(1 / 127) };
  const builder = new OnnxBuilder();
  const gates = { cell: gate, input: gate, forget: gate, output: gate };
  const form = { direction: 'forward', summary: false, int8: true, lengths: null } as const;
  builder.put({ op: 'Identity', inputs: [addLstm(builder, 'x', gates, form)], output: 'y' });
  builder.graph.inputs.push({ name: 'x', shape: [1, 1, 2] });
  builder.graph.outputs.push({ name: 'y', shape: [1, 1, 1] });
  const { InferenceSession, Tensor } = loadRuntime();
  const session = await InferenceSession.create(writeOnnx(builder.graph), sessionOptions('cpu'));
  const { y } = await session.run({ x: new Tensor('float32', Float32Array.of(1, 1), [1, 1, 2]) });
  await session.release();
  return Math.abs(Number(y?.data[0]) - EXPECTED) < TOLERANCE;
}
