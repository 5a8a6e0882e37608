import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InferenceSession } from 'onnxruntime-node';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
type Convert = (model: { name: string; json: unknown; weights: Buffer; outputs: string[] }) => Buffer;
const { convertToOnnx } = (await import(join(ROOT, 'models/onnx/convert.mjs'))) as { convertToOnnx: Convert };
const onnxruntime = createRequire(import.meta.url)('onnxruntime-node') as typeof import('onnxruntime-node');

interface Constant {
  name: string;
  shape: number[];
  values: number[];
  whole?: boolean;
}
const b64 = (text: string): string => Buffer.from(text).toString('base64');
const strides = (...i: number[]) => ({ list: { i: i.map(String) } });
const SAME = { padding: { s: b64('SAME') }, strides: strides(1, 2, 2, 1) };
const VALID = { padding: { s: b64('VALID') }, strides: strides(1, 1, 1, 1) };

/** A graph model of one input `x` of 1 x 3 x 3 x 2 numbers, with some operations. */
function model(nodes: object[], constants: Constant[]): { json: unknown; weights: Buffer } {
  const input = {
    name: 'x',
    op: 'Placeholder',
    attr: { shape: { shape: { dim: [-1, 3, 3, 2].map((size) => ({ size: String(size) })) } } },
  };
  const specs = constants.map(({ name, shape, whole }) => ({ name, shape, dtype: whole ? 'int32' : 'float32' }));
  const weights = Buffer.concat(
    constants.map(({ values, whole }) => Buffer.from((whole ? Int32Array : Float32Array).from(values).buffer)),
  );
  const held = constants.map(({ name }) => ({ name, op: 'Const' }));
  return {
    json: { modelTopology: { node: [...nodes, ...held, input] }, weightsManifest: [{ weights: specs }] },
    weights,
  };
}

/** What the ONNX file of the model gives as `y` for 0, 1, 2, ... 17. */
async function run(nodes: object[], constants: Constant[]): Promise<{ dims: readonly number[]; data: number[] }> {
  const file = convertToOnnx({ name: 'small', ...model(nodes, constants), outputs: ['y'] });
  const session: InferenceSession = await onnxruntime.InferenceSession.create(file, { intraOpNumThreads: 1 });
  const x = new onnxruntime.Tensor(
    'float32',
    Float32Array.from({ length: 18 }, (_, i) => i),
    [1, 3, 3, 2],
  );
  const { y } = await session.run({ x });
  return { dims: y?.dims ?? [], data: [...((y?.data ?? []) as Float32Array)] };
}

test('results stand in the order of TensorFlow, whatever the order of the nodes', async () => {
  const { dims, data } = await run(
    [
      { name: 'y', op: 'Identity', input: ['sum:0'] },
      { name: 'sum', op: 'AddV2', input: ['x', 'perChannel'] },
    ],
    [{ name: 'perChannel', shape: [2], values: [100, 200] }],
  );
  expect(dims).toEqual([1, 3, 3, 2]);
  expect(data.slice(0, 4)).toEqual([100, 201, 102, 203]);
});

test('a convolution with stride 2 pads as SAME does, adds its bias and is cut off at 0 and 6', async () => {
  // One kernel that takes the first channel of the middle, of places (0,0), (0,2), (2,0), (2,2): 0, 4, 12, 16.
  const kernel = Array.from({ length: 3 * 3 * 2 }, (_, i) => (i === (1 * 3 + 1) * 2 ? 1 : 0));
  const { dims, data } = await run(
    [
      {
        name: 'y',
        op: '_FusedConv2D',
        input: ['x', 'kernel', 'bias'],
        attr: { ...SAME, fused_ops: { list: { s: [b64('BiasAdd'), b64('Relu6')] } } },
      },
    ],
    [
      { name: 'kernel', shape: [3, 3, 2, 1], values: kernel },
      { name: 'bias', shape: [1], values: [-1] },
    ],
  );
  expect(dims).toEqual([1, 2, 2, 1]);
  expect(data).toEqual([0, 3, 6, 6]);
});

test('a convolution of each channel by itself has the kernels of that channel', async () => {
  const { dims, data } = await run(
    [{ name: 'y', op: 'DepthwiseConv2dNative', input: ['x', 'kernel'], attr: VALID }],
    [{ name: 'kernel', shape: [1, 1, 2, 2], values: [1, 10, 100, 1000] }],
  );
  expect(dims).toEqual([1, 3, 3, 4]);
  expect(data.slice(4, 8)).toEqual([2, 20, 300, 3000]);
});

test('what is flattened keeps the order of TensorFlow, and goes through a matrix', async () => {
  const matrix = Array.from({ length: 18 }, (_, i) => (i === 5 ? 1 : 0));
  const { dims, data } = await run(
    [
      { name: 'flat', op: 'Reshape', input: ['x', 'shape'] },
      {
        name: 'y',
        op: '_FusedMatMul',
        input: ['flat', 'matrix', 'bias'],
        attr: { fused_ops: { list: { s: [b64('BiasAdd')] } } },
      },
    ],
    [
      { name: 'shape', shape: [2], values: [-1, 18], whole: true },
      { name: 'matrix', shape: [18, 1], values: matrix },
      { name: 'bias', shape: [1], values: [0.5] },
    ],
  );
  expect([dims, data]).toEqual([[1, 1], [5.5]]);
});

test('padding, the largest of a window, slopes below zero and means', async () => {
  const { dims, data } = await run(
    [
      { name: 'padded', op: 'Pad', input: ['x', 'around'] },
      { name: 'largest', op: 'MaxPool', input: ['padded'], attr: { ...VALID, ksize: strides(1, 4, 4, 1) } },
      { name: 'below', op: 'Add', input: ['largest', 'less'] },
      { name: 'sloped', op: 'Prelu', input: ['below', 'slope'] },
      { name: 'y', op: 'Mean', input: ['sloped', 'axes'], attr: { keep_dims: { b: false } } },
    ],
    [
      { name: 'around', shape: [4, 2], values: [0, 0, 1, 0, 0, 1, 0, 1], whole: true },
      { name: 'less', shape: [], values: [-17] },
      { name: 'slope', shape: [1, 1, 3], values: [0.5, 0.5, 0.25] },
      { name: 'axes', shape: [2], values: [1, 2], whole: true },
    ],
  );
  expect(dims).toEqual([1, 3]);
  expect(data).toEqual([-0.5, 0, -4.25]);
});

test('what is not known is named', () => {
  const convert =
    (nodes: object[], constants: Constant[] = []) =>
    () =>
      convertToOnnx({ name: 'small', ...model(nodes, constants), outputs: ['y'] });
  expect(convert([{ name: 'y', op: 'Einsum', input: ['x'] }])).toThrow(/Einsum of y/);
  expect(convert([{ name: 'y', op: 'Relu', input: ['z'] }])).toThrow(/y: its inputs/);
  const matrix = { name: 'm', shape: [3], values: [1, 2, 3] };
  expect(convert([{ name: 'y', op: 'Mul', input: ['x', 'm'] }], [matrix])).toThrow(/m holds 3 numbers/);
});
