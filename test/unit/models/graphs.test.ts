import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InferenceSession } from 'onnxruntime-node';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
interface GraphModel {
  json: {
    modelTopology: { node: { name: string; op: string; input?: string[] }[] };
    weightsManifest: { paths: string[]; weights: { name: string }[] }[];
  };
  weights: Buffer;
}
type Make = (name: string, source: { json: unknown; weights: Buffer }) => GraphModel;
type Convert = (model: GraphModel & { name: string; outputs: string[] }) => Buffer;
const { makeGraph } = (await import(join(ROOT, 'models/graphs/graph-files.mjs'))) as { makeGraph: Make };
const { convertToOnnx } = (await import(join(ROOT, 'models/onnx/convert.mjs'))) as { convertToOnnx: Convert };
const onnxruntime = createRequire(import.meta.url)('onnxruntime-node') as typeof import('onnxruntime-node');

async function run(graph: GraphModel, output: string, input: Float32Array, dims: number[]): Promise<number[]> {
  const file = convertToOnnx({ name: 'made', ...graph, outputs: [output] });
  const session: InferenceSession = await onnxruntime.InferenceSession.create(file, { intraOpNumThreads: 1 });
  const feeds = { [session.inputNames[0] ?? '']: new onnxruntime.Tensor('float32', input, dims) };
  const results = await session.run(feeds);
  return [...((results[output]?.data ?? []) as Float32Array)];
}

/**
 * The first numbers that `faceRecognitionNet` of @vladmandic/face-api 1.7.15 returns for the picture below, computed layer by layer in TensorFlow.js.
 */
const DLIB_GIVES = [-0.0843087, 0.05181, 0.0624788, 0.004166, -0.1537307, -0.0792284];

test("dlib's net gives what the layers of the package's own source give with its weights", async () => {
  const folder = join(ROOT, 'node_modules/@vladmandic/face-api/model');
  const json: unknown = JSON.parse(readFileSync(join(folder, 'face_recognition_model-weights_manifest.json'), 'utf8'));
  const made = makeGraph('dlib', { json, weights: readFileSync(join(folder, 'face_recognition_model.bin')) });
  expect(made.json.weightsManifest[0]?.paths).toEqual(['dlib.bin']);
  const picture = Float32Array.from({ length: 150 * 150 * 3 }, (_, i) => ((i * 7919) % 1000) / 1000 - 0.5);
  const descriptor = await run(made, 'descriptor', picture, [1, 150, 150, 3]);
  expect(descriptor).toHaveLength(128);
  for (const [i, value] of DLIB_GIVES.entries()) expect(descriptor[i]).toBeCloseTo(value, 4);
});

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const LAST = 'MobileFaceNet/Logits/LinearConv1x1/BatchNorm/FusedBatchNorm';
const MOVES = {
  padding: { s: b64('SAME') },
  strides: { list: { i: ['1', '1', '1', '1'] } },
  dilations: { list: { i: ['1', '1', '1', '1'] } },
};
const fused = (...ops: string[]) => ({ ...MOVES, fused_ops: { list: { s: ops.map(b64) } } });

/** The operations after a convolution in the broken file: `relu(x) + stored * (x - |x|)`. */
function broken(path: string, from: string, above: string): object[] {
  return [
    { name: `${path}/Abs`, op: 'Abs', input: [from] },
    { name: `${path}/sub`, op: 'Sub', input: [from, `${path}/Abs`] },
    { name: `${path}/mul_1`, op: 'Mul', input: [`${path}/sub`, `${path}/mul`] },
    { name: `${path}/add`, op: 'Add', input: [above, `${path}/mul_1`] },
  ];
}

/** A net in the form of the broken file, with two channels: a convolution, a depthwise one, the sum of both, and the last one. */
function brokenNet(): { json: unknown; weights: Buffer } {
  const constants: [name: string, shape: number[], values: number[]][] = [
    ['a/kernel', [1, 1, 3, 2], [1, 0, 0, 1, 0, 0]],
    ['a/bias', [2], [0, -1]],
    ['a/mul', [2], [-0.125, -0.25]],
    ['d/kernel', [1, 1, 2, 1], [-1, 2]],
    ['d/bias', [2], [0, 0]],
    ['d/mul', [2], [-0.05, 0.5]],
    ['last/kernel', [1, 1, 2, 2], [1, 0, 0, 1]],
    ['last/bias', [2], [10, 20]],
    ['unused', [2], [7, 7]],
  ];
  const nodes = [
    { name: 'x', op: 'Placeholder', attr: { shape: { shape: { dim: [-1, 1, 1, 3].map((size) => ({ size })) } } } },
    { name: 'a/conv', op: '_FusedConv2D', input: ['x', 'a/kernel', 'a/bias'], attr: fused('BiasAdd') },
    { name: 'a/Relu', op: 'Relu', input: ['a/conv'] },
    ...broken('a', 'a/conv', 'a/Relu'),
    {
      name: 'd/depthwise',
      op: 'FusedDepthwiseConv2dNative',
      input: ['a/add', 'd/kernel', 'd/bias'],
      attr: fused('BiasAdd', 'Relu'),
    },
    ...broken('d', 'd/depthwise', 'd/depthwise'),
    { name: 'Block/Add', op: 'Add', input: ['d/add', 'a/add'] },
    { name: LAST, op: '_FusedConv2D', input: ['Block/Add', 'last/kernel', 'last/bias'], attr: fused('BiasAdd') },
    { name: 'embeddings', op: 'Square', input: [LAST] },
    ...constants.map(([name]) => ({ name, op: 'Const' })),
  ];
  return {
    json: {
      modelTopology: { node: nodes },
      weightsManifest: [{ weights: constants.map(([name, shape]) => ({ name, shape, dtype: 'float32' })) }],
    },
    weights: Buffer.concat(constants.map(([, , values]) => Buffer.from(Float32Array.from(values).buffer))),
  };
}

test('MobileFaceNet is repaired: slopes of the right sign and size, and nothing cut off before them', async () => {
  const made = makeGraph('mobilefacenet', brokenNet());
  const { node } = made.json.modelTopology;
  expect(node.map(({ op }) => op).filter((op) => op !== 'Const')).toEqual([
    'Placeholder',
    '_FusedConv2D',
    'FusedDepthwiseConv2dNative',
    'Add',
    '_FusedConv2D',
  ]);
  expect(made.json.weightsManifest[0]?.weights.map(({ name }) => name)).not.toContain('unused');
  // a = (-4, 3 - 1), sloped by 0.25 and 0.5: (-1, 2). d = (1, 4), since its kernels are -1 and 2. The result adds a, 10 and 20.
  expect(await run(made, LAST, Float32Array.of(-4, 3, 9), [1, 1, 1, 3])).toEqual([10, 26]);
  // a = (2, -3): (2, -1.5). d = (-2, -3), sloped by 0.1 and -1: (-0.2, 3).
  const [first, second] = await run(made, LAST, Float32Array.of(2, -2, 9), [1, 1, 1, 3]);
  expect(first).toBeCloseTo(10 - 0.2 + 2, 5);
  expect(second).toBeCloseTo(20 + 3 - 1.5, 5);
});

test('a net that is none of these is refused', () => {
  expect(() => makeGraph('another', brokenNet())).toThrow(/nothing is made that is called another/);
  const { json, weights } = brokenNet();
  const { modelTopology, ...rest } = json as GraphModel['json'];
  const without = modelTopology.node.filter(({ name }) => name !== 'd/depthwise');
  expect(() => makeGraph('mobilefacenet', { json: { ...rest, modelTopology: { node: without } }, weights })).toThrow(
    /d\/add is no activation/,
  );
});
