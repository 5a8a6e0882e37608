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
  /** 32-bit floats unless set otherwise. For 16-bit ones, `values` are the bits. */
  type?: keyof typeof ARRAYS;
}
const ARRAYS = { float32: Float32Array, int32: Int32Array, float16: Uint16Array };
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
  const specs = constants.map(({ name, shape, type = 'float32' }) => ({
    name,
    shape,
    dtype: type === 'float16' ? 'float32' : type,
    ...(type === 'float16' && { quantization: { dtype: type } }),
  }));
  const weights = Buffer.concat(
    constants.map(({ values, type = 'float32' }: Constant) => Buffer.from(ARRAYS[type].from(values).buffer)),
  );
  const held = constants.map(({ name }) => ({ name, op: 'Const' }));
  return {
    json: { modelTopology: { node: [...nodes, ...held, input] }, weightsManifest: [{ weights: specs }] },
    weights,
  };
}

/** The `y` that the model's ONNX file returns for 0, 1, 2, ... 17. */
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
      { name: 'shape', shape: [2], values: [-1, 18], type: 'int32' },
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
      { name: 'around', shape: [4, 2], values: [0, 0, 1, 0, 0, 1, 0, 1], type: 'int32' },
      { name: 'less', shape: [], values: [-17] },
      { name: 'slope', shape: [1, 1, 3], values: [0.5, 0.5, 0.25] },
      { name: 'axes', shape: [2], values: [1, 2], type: 'int32' },
    ],
  );
  expect(dims).toEqual([1, 3]);
  expect(data).toEqual([-0.5, 0, -4.25]);
});

test('what is cut off once and again is cut off at all the bounds, also of 16 bits', async () => {
  const nodes = [
    { name: 'positive', op: 'Relu', input: ['less'] },
    { name: 'less', op: 'Add', input: ['x', 'five'] },
    { name: 'most', op: 'Minimum', input: ['positive', 'six'] },
    { name: 'y', op: 'Maximum', input: ['most', 'two'] },
  ];
  const constants: Constant[] = [
    { name: 'five', shape: [], values: [-5] },
    { name: 'six', shape: [], values: [0x4600], type: 'float16' },
    { name: 'two', shape: [], values: [0x4000], type: 'float16' },
  ];
  const { data } = await run(nodes, constants);
  expect(data).toEqual(Array.from({ length: 18 }, (_, x) => Math.min(6, Math.max(2, x - 5))));
  const file = convertToOnnx({ name: 'small', ...model(nodes, constants), outputs: ['y'] }).toString('latin1');
  expect([file.includes('Clip'), file.includes('Relu')]).toEqual([true, false]);
  const none = [{ name: 'eight', shape: [], values: [8] }, ...constants];
  const crossed = [...nodes.slice(0, 3), { name: 'y', op: 'Maximum', input: ['most', 'eight'] }];
  expect(() => convertToOnnx({ name: 'small', ...model(crossed, none), outputs: ['y'] })).toThrow(/y leaves nothing/);
});

test('channels that are no multiple of 16 are widened on the way, and every result is as without', async () => {
  const OUT = 18;
  // Channel c of the first convolution is x0 + c - 9 * x1, so some values are below zero.
  const kernel = [...Array(OUT).fill(1), ...Array.from({ length: OUT }, (_, c) => c - 9)];
  const nodes = [
    { name: 'wide', op: 'Conv2D', input: ['x', 'kernel'], attr: VALID },
    { name: 'own', op: 'DepthwiseConv2dNative', input: ['wide', 'twice'], attr: VALID },
    { name: 'both', op: 'AddV2', input: ['wide', 'own'] },
    { name: 'more', op: 'Add', input: ['both', 'perChannel'] },
    { name: 'sloped', op: 'Prelu', input: ['more', 'slopes'] },
    { name: 'largest', op: 'MaxPool', input: ['sloped'], attr: { ...VALID, ksize: strides(1, 3, 3, 1) } },
    { name: 'padded', op: 'Pad', input: ['largest', 'behind'] },
  ];
  const constants: Constant[] = [
    { name: 'kernel', shape: [1, 1, 2, OUT], values: kernel },
    { name: 'twice', shape: [1, 1, OUT, 1], values: Array(OUT).fill(2) },
    { name: 'perChannel', shape: [OUT], values: Array.from({ length: OUT }, (_, c) => c) },
    { name: 'slopes', shape: [1, 1, OUT], values: Array(OUT).fill(0.5) },
    { name: 'behind', shape: [4, 2], values: [0, 0, 0, 0, 0, 0, 0, 2], type: 'int32' },
    { name: 'axes', shape: [2], values: [1, 2], type: 'int32' },
  ];
  const expected = Array.from({ length: OUT }, (_, c) => {
    const places = Array.from({ length: 9 }, (__, i) => 3 * (2 * i + (c - 9) * (2 * i + 1)) + c);
    return Math.max(...places.map((value) => (value < 0 ? value / 2 : value)));
  });
  const told = await run([...nodes, { name: 'y', op: 'Identity', input: ['padded'] }], constants);
  expect([told.dims, told.data]).toEqual([
    [1, 1, 1, OUT + 2],
    [...expected, 0, 0],
  ]);
  const mean = await run([...nodes, { name: 'y', op: 'Mean', input: ['padded', 'axes'] }], constants);
  expect([mean.dims, mean.data]).toEqual([
    [1, OUT + 2],
    [...expected, 0, 0],
  ]);
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

test('bytes stand for numbers by their scale and their least, and are decoded when the file is loaded', async () => {
  const json = {
    modelTopology: {
      node: [
        {
          name: 'x',
          op: 'Placeholder',
          attr: { shape: { shape: { dim: ['-1', '3', '3', '2'].map((size) => ({ size })) } } },
        },
        { name: 'k', op: 'Const' },
        { name: 'y', op: 'Conv2D', input: ['x', 'k'], attr: VALID },
      ],
    },
    weightsManifest: [
      {
        weights: [
          { name: 'k', shape: [1, 1, 2, 1], dtype: 'float32', quantization: { dtype: 'uint8', scale: 0.5, min: -3 } },
        ],
      },
    ],
  };
  // -3 + 0.5 * 8 and -3 + 0.5 * 255.
  const file = convertToOnnx({ name: 'small', json, weights: Buffer.of(8, 255), outputs: ['y'] });
  const session: InferenceSession = await onnxruntime.InferenceSession.create(file, { intraOpNumThreads: 1 });
  const x = new onnxruntime.Tensor('float32', new Float32Array(18).fill(2).fill(0, 2), [1, 3, 3, 2]);
  const { y } = await session.run({ x });
  expect(y?.data[0]).toBe(2 * 1 + 2 * 124.5);
  const [group] = structuredClone(json.weightsManifest);
  const untold = {
    ...json,
    weightsManifest: [{ weights: [{ ...group?.weights[0], quantization: { dtype: 'uint8' } }] }],
  };
  expect(() => convertToOnnx({ name: 'small', json: untold, weights: Buffer.of(8, 255), outputs: ['y'] })).toThrow(
    /k: nothing tells/,
  );
});

test('the mean of a window, a matrix, and channels by themselves with bias and bound at once', async () => {
  const { dims, data } = await run(
    [
      { name: 'half', op: 'AvgPool', input: ['x'], attr: { ...VALID, ksize: strides(1, 3, 3, 1) } },
      {
        name: 'own',
        op: 'FusedDepthwiseConv2dNative',
        input: ['half', 'twice', 'less'],
        attr: { ...VALID, fused_ops: { list: { s: [b64('BiasAdd'), b64('Relu')] } } },
      },
      { name: 'mean', op: 'Mean', input: ['own', 'axes'] },
      { name: 'y', op: 'MatMul', input: ['mean', 'matrix'] },
    ],
    [
      { name: 'twice', shape: [1, 1, 2, 1], values: [2, -2] },
      { name: 'less', shape: [2], values: [1, 0] },
      { name: 'axes', shape: [2], values: [1, 2], type: 'int32' },
      { name: 'matrix', shape: [2, 1], values: [10, 1000] },
    ],
  );
  // The means are 8 and 9, so 17 and the value clipped at 0 remain.
  expect([dims, data]).toEqual([[1, 1], [170]]);
});
